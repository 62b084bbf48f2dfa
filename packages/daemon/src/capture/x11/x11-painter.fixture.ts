/** Draws on a test display: an X window of one colour that the window manager leaves alone. */
import type { Rect } from '#core/observation.ts';
import { connectX11 } from './x11-connection.ts';

export async function x11Painter(display: string) {
  const connection = await connectX11(display);
  const { client, root } = connection;
  const windows: number[] = [];
  return {
    async paint(area: Rect, [red, green, blue]: readonly [number, number, number]): Promise<void> {
      const window = client.AllocID();
      windows.push(window);
      client.CreateWindow(window, root, area.x, area.y, area.width, area.height, 0, 0, 0, 0, {
        backgroundPixel: (red << 16) | (green << 8) | blue,
        overrideRedirect: true,
      });
      client.MapWindow(window);
      await connection.ask<void>((reply) => client.sync(reply));
    },
    clear(): void {
      for (const window of windows.splice(0)) client.DestroyWindow(window);
    },
    close: () => connection.close(),
  };
}
