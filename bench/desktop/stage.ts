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
    const programs = await openPrograms(desktop).catch(() => undefined);
    if (programs === undefined) return false;
    for (const [window, pid] of programs) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It ended by itself, or is known by another number.
        await desktop.run('wmctrl', '-ic', window).catch(() => '');
      }
    }
    return programs.length === 0;
  });
}

/** Each window and its process, without those of the desktop itself. */
async function openPrograms(desktop: Desktop): Promise<[string, number][]> {
  const list = await desktop.run('wmctrl', '-lpx');
  return list.split('\n').flatMap((line) => {
    const [window = '', place, pid, className = ''] = line.split(/\s+/);
    // A window that does not name its process has 0, which is this one's group.
    const isOwn = place === '-1' || /xfce4-panel|xfdesktop/i.test(className);
    return Number(pid) > 0 && !isOwn ? [[window, Number(pid)] as [string, number]] : [];
  });
}

export function printRatio(what: string, value: number, goal: number, unit: string): void {
  const ratio = (value / goal).toFixed(2);
  process.stdout.write(
    `  ${what.padEnd(34)} ${value.toFixed(1)} ${unit}, goal ${goal}: ratio ${ratio}\n`,
  );
}
