/**
 * The screen of a real sway with software rendering: how long a change takes to become a picture in the pipeline, and what the
 * service costs there while nothing happens, next to the same service on X11. CPU and memory are those of the service and its
 * children; the compositors and the programs are not in it.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { chooseDesktop } from '../../packages/daemon/src/capture/sources.ts';
import { waylandPainter } from '../../packages/daemon/src/capture/wayland/wayland-painter.fixture.ts';
import { startDesktop } from '../../test/support/desktop.ts';
import { type RunningDaemon, startDaemon } from '../../test/support/start-daemon.ts';
import { type Sway, startSway } from '../../test/support/sway.ts';
import { percentile, print } from '../search/measuring.ts';
import { useOfTree } from './process-tree.ts';

const SIZE = { width: 1920, height: 1080 };
const GOAL = { changeMs: 60, idlePercent: 0.5, aboveX11Mb: 40 };
// Longer than drawing is collected before it is reported.
const PAUSE_MS = 180;
// Until the last frames of opening the windows are stored, and the ledger has noted that nothing follows.
const SETTLE_MS = 75_000;

/** Nothing of a part is done for 0. */
export async function runWayland(parts: { rounds: number; stillSecs: number }): Promise<void> {
  const sway = await startSway({ screen: `${SIZE.width}x${SIZE.height}` });
  try {
    if (parts.rounds > 0) await measureChanges(sway, parts.rounds);
    if (parts.stillSecs > 0) await measureCost(sway, parts.stillSecs);
  } finally {
    await sway.stop();
  }
}

/** From the moment the change is handed to the compositor to the picture of it, as the recorder takes one. */
async function measureChanges(sway: Sway, rounds: number): Promise<void> {
  const painter = await waylandPainter(sway.display, sway.runtimeDir);
  const opened = await chooseDesktop({ platform: 'linux', env: sway.env }).open(() => Date.now());
  if (opened.kind !== 'open') throw new Error(opened.message);
  const { screen } = opened.sources;
  const [monitor] = await screen.listMonitors();
  if (monitor === undefined) throw new Error('there is no output');
  const { signal } = new AbortController();
  await wait(1_000);
  const reported: number[] = [];
  const taken: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    let fromMs = 0;
    const damage = new Promise<void>((resolve) => {
      const stop = screen.onDamage(() => {
        stop();
        resolve();
      });
    });
    const shade = 40 + (round % 200);
    const area = { x: 400, y: 300, width: 640, height: 400 };
    const painted = painter.paint(area, [shade, 90, 30], () => {
      fromMs = performance.now();
    });
    await damage;
    reported.push(performance.now() - fromMs);
    await screen.grab(monitor, signal);
    taken.push(performance.now() - fromMs);
    await painted;
    await wait(PAUSE_MS);
  }
  painter.close();
  screen.close();
  print(
    `\nchange on sway at ${SIZE.width}x${SIZE.height}, through ${screen.name}, ${rounds} rounds, wall`,
  );
  print(`  reported                             ${figures(reported)}`);
  const high = percentile(taken, 0.95) ?? 0;
  const ratio = (high / GOAL.changeMs).toFixed(2);
  print(
    `  picture in the pipeline          ${figures(taken)}, goal ${GOAL.changeMs}: ratio ${ratio}`,
  );
}

function figures(times: readonly number[]): string {
  const [median, high] = [0.5, 0.95].map((share) => percentile(times, share)?.toFixed(1));
  return `p50 ${median} p95 ${high} ms`;
}

async function measureCost(sway: Sway, seconds: number): Promise<void> {
  const words = ['sh', '-c', 'echo nothing moves here; sleep 10000'];
  const desktop = await startDesktop({ screen: `${SIZE.width}x${SIZE.height}x24` });
  const daemons: RunningDaemon[] = [];
  try {
    await sway.open('foot', ['-T', 'still-life', ...words], 'still-life');
    await desktop.open('xterm', ['-maximized', '-T', 'still-life', '-e', ...words], 'still-life');
    for (const env of [sway.env, desktop.env]) {
      daemons.push(await startDaemon({ args: ['--disable-audio'], env: { ...env } }));
    }
    await wait(SETTLE_MS);
    const before = daemons.map(({ pid }) => useOfTree(pid).cpuSecs);
    await wait(seconds * 1000);
    const uses = daemons.map(({ pid }) => useOfTree(pid));
    const shares = uses.map(({ cpuSecs }, at) => ((cpuSecs - (before[at] ?? 0)) / seconds) * 100);
    const [wayland = 0, x11 = 0] = shares;
    const above = (uses[0]?.proportionalMb ?? 0) - (uses[1]?.proportionalMb ?? 0);
    print(`\nstill desktop, ${seconds} s`);
    print(
      `  CPU of the service               ${wayland.toFixed(2)} % of one core (X11 ${x11.toFixed(2)}), goal ${GOAL.idlePercent}: ratio ${(wayland / GOAL.idlePercent).toFixed(2)}`,
    );
    print(
      `  memory above X11                 ${above.toFixed(0)} MB (${uses[0]?.proportionalMb.toFixed(0)} and ${uses[1]?.proportionalMb.toFixed(0)}), goal ${GOAL.aboveX11Mb}`,
    );
  } finally {
    for (const daemon of daemons) await daemon.stop();
    await desktop.stop();
  }
}
