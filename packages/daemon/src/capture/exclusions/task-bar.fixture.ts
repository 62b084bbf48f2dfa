/** Real task bars on a test desktop, and where they show windows. */
import type { Rect } from '#core/observation.ts';
import { type Desktop, until } from '../../../../../test/support/desktop.ts';

export async function startBar(
  desktop: Desktop,
  name: string,
  args: readonly string[],
  ...settings: readonly string[]
): Promise<void> {
  desktop.start('env', [...settings, name, ...args]);
  // wmctrl fails as long as there is no window at all.
  const list = () => desktop.run('wmctrl', '-l').catch(() => '');
  await until('the task bar', async () => (await list()).includes(name));
}

/** Where the task bar says that it shows the window, once it does. */
export function buttonOf(desktop: Desktop, id: number): Promise<Rect> {
  return until('the button', async () => {
    const reported = await desktop.run('xprop', '-id', String(id), '_NET_WM_ICON_GEOMETRY');
    const [x, y, width, height] = (/= (.*)/.exec(reported)?.[1] ?? '').split(', ').map(Number);
    if (x === undefined || y === undefined || !width || !height) return undefined;
    // A button that is not placed yet is a pixel outside the screen.
    return width > 1 && height > 1 && { x, y, width, height };
  });
}

export async function tooltipOf(desktop: Desktop, program: string): Promise<Rect | undefined> {
  const search = ['search', '--onlyvisible', '--class', program];
  const ids = (await desktop.run('xdotool', ...search)).trim().split('\n');
  for (const id of ids) {
    // It may be closed meanwhile.
    const type = await desktop.run('xprop', '-id', id, '_NET_WM_WINDOW_TYPE').catch(() => '');
    if (!type.includes('TOOLTIP')) continue;
    const reported = await desktop
      .run('xdotool', 'getwindowgeometry', '--shell', id)
      .catch(() => '');
    const [x, y, width, height] = ['X', 'Y', 'WIDTH', 'HEIGHT'].map((name) =>
      Number(new RegExp(`^${name}=(-?\\d+)`, 'm').exec(reported)?.[1] ?? Number.NaN),
    );
    if (x !== undefined && y !== undefined && width && height) return { x, y, width, height };
  }
  return undefined;
}
