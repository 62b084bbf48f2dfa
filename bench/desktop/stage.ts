/** The desktop and the service on it, and how to ask the service. */
import { type Desktop, until } from '../../test/support/desktop.ts';
import type { RunningDaemon } from '../../test/support/start-daemon.ts';

export interface Stage {
  readonly desktop: Desktop;
  readonly daemon: RunningDaemon;
}

export interface Hit {
  content: { frame_id: number; text: string; timestamp: string };
}

export async function ask<T>({ daemon }: Stage, path: string, method = 'GET'): Promise<T> {
  return (await (await fetch(`${daemon.baseUrl}${path}`, { method })).json()) as T;
}

/** Frames since a moment, the newest first. */
export async function frames(stage: Stage, sinceMs: number, q?: string): Promise<Hit[]> {
  const query = new URLSearchParams({
    content_type: 'ocr',
    limit: '100',
    start_time: new Date(sinceMs).toISOString(),
    ...(q !== undefined && { q }),
  });
  return (await ask<{ data: Hit[] }>(stage, `/search?${query}`)).data;
}

/** Ends every program with a window, so that the next scene stands alone, and waits until the windows are closed. */
export async function closeWindows({ desktop }: Stage): Promise<void> {
  await until('all windows to be closed', async () => {
    // wmctrl fails when a window is closed while it lists them.
    const windows = await openWindows(desktop).catch(() => undefined);
    for (const { id, pid } of windows ?? []) {
      if (!kill(pid)) await desktop.run('xdotool', 'windowkill', id).catch(() => '');
    }
    return windows?.length === 0;
  });
}

/** Whether there was such a process. A window that does not name its process has 0, which would be the group of this one. */
function kill(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

/** Without those of the desktop itself. */
async function openWindows(desktop: Desktop): Promise<{ id: string; pid: number }[]> {
  const list = await desktop.run('wmctrl', '-lpx');
  return list.split('\n').flatMap((line) => {
    const [id = '', place, pid, className = ''] = line.split(/\s+/);
    const isOwn = place === '-1' || /xfce4-panel|xfdesktop/i.test(className);
    return id === '' || isOwn ? [] : [{ id, pid: Number(pid) }];
  });
}

export function printRatio(what: string, value: number, goal: number, unit: string): void {
  const ratio = (value / goal).toFixed(2);
  process.stdout.write(
    `  ${what.padEnd(34)} ${value.toFixed(1)} ${unit}, goal ${goal}: ratio ${ratio}\n`,
  );
}
