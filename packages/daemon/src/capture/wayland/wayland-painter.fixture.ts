/** Draws on a test compositor: a surface of one colour above all windows, for each rectangle. Not for scaled outputs' fractions. */
import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs';
import type { Rect } from '#core/observation.ts';
import { intersection } from '../rectangles.ts';
import { connectWayland } from './wayland-connection.ts';
import { placeOf, scaleOf } from './wayland-layout.ts';
import { waylandOutputs } from './wayland-outputs.ts';

const OVERLAY = 3;
const TOP_LEFT = 1 | 4;
const XRGB = 1;
const OVER_PANELS = 0xffffffff;

export async function waylandPainter(display: string, runtimeDir: string) {
  const connection = await connectWayland(display, runtimeDir);
  const outputs = await waylandOutputs(connection);
  const bind = (iface: string) => {
    const global = connection.find(iface);
    if (global === undefined) throw new Error(`the test compositor has no ${iface}`);
    return connection.bind(global, 1);
  };
  const [compositor, shm, shell] = ['wl_compositor', 'wl_shm', 'zwlr_layer_shell_v1'].map(bind) as [
    number,
    number,
    number,
  ];
  let shown: { surface: number; layer: number; area: Rect }[] = [];

  /** Of two that overlap nobody says which is on top. */
  function remove(isWanted: (area: Rect) => boolean): void {
    for (const { surface, layer, area } of shown) {
      if (!isWanted(area)) continue;
      connection.request(layer, 7);
      connection.request(surface, 0);
    }
    shown = shown.filter(({ area }) => !isWanted(area));
  }

  function bufferOf(width: number, height: number, colour: number): number {
    const path = `/dev/shm/painter-${process.pid}-${Math.random().toString(36).slice(2)}`;
    const fd = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
    writeSync(fd, Buffer.from(new Uint32Array(width * height).fill(colour).buffer));
    const pool = connection.create();
    const copy = openSync(`/proc/self/fd/${fd}`, 'r+');
    connection.request(shm, 0, [pool, width * height * 4], copy);
    closeSync(fd);
    const buffer = connection.create();
    connection.request(pool, 0, [buffer, 0, width, height, width * 4, XRGB]);
    connection.request(pool, 1);
    return buffer;
  }

  return {
    /**
     * `area` is on the desktop, in pixels. Resolves when it is on the screen; `onCommit` is called when the compositor
     * has received it.
     */
    async paint(
      area: Rect,
      [red, green, blue]: readonly [number, number, number],
      onCommit: () => void = () => {},
    ): Promise<void> {
      const list = outputs.list();
      const output = list.find((one) => {
        const place = placeOf(one, list);
        const isRight = area.x >= place.x && area.x < place.x + place.width;
        return isRight && area.y >= place.y && area.y < place.y + place.height;
      });
      if (output === undefined) throw new Error('there is no output there');
      const place = placeOf(output, list);
      const scale = scaleOf(output);
      const [x, y] = [(area.x - place.x) / scale, (area.y - place.y) / scale];
      const [width, height] = [area.width / scale, area.height / scale];

      const surface = connection.create();
      connection.request(compositor, 0, [surface]);
      const configured = Promise.withResolvers<number>();
      const layer = connection.create((opcode, args) => {
        if (opcode === 0) configured.resolve(args.uint());
      });
      connection.request(shell, 0, [layer, surface, output.object, OVERLAY, 'painter']);
      connection.request(layer, 0, [width, height]);
      connection.request(layer, 1, [TOP_LEFT]);
      connection.request(layer, 2, [OVER_PANELS]);
      connection.request(layer, 3, [y, 0, 0, x]);
      connection.request(surface, 6);
      connection.request(layer, 6, [await connection.orLost(configured.promise)]);
      const buffer = bufferOf(width, height, (red << 16) | (green << 8) | blue);
      const drawn = Promise.withResolvers<void>();
      connection.request(surface, 3, [connection.create(() => drawn.resolve())]);
      connection.request(surface, 1, [buffer, 0, 0]);
      connection.request(surface, 2, [0, 0, width, height]);
      connection.request(surface, 6);
      onCommit();
      remove((other) => intersection(other, area) !== undefined);
      shown.push({ surface, layer, area });
      await connection.orLost(drawn.promise);
      await connection.sync();
    },
    clear: () => remove(() => true),
    close: () => connection.close(),
  };
}
