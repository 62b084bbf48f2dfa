/** How long the main loops of programs with very large content are busy, with and without capture. */
import { setTimeout as wait } from 'node:timers/promises';
import { startBlockMeter } from '../../test/support/block-meter.ts';
import { openPage, servePages } from '../../test/support/browser.ts';
import { missingPrograms } from '../../test/support/desktop.ts';
import {
  LARGE_PAGE,
  LARGE_PROGRAMS,
  type LargeProgram,
} from '../../test/support/large-programs.ts';
import { print } from '../search/measuring.ts';
import { ask, closeWindows, type Stage } from './stage.ts';

const TURNS = 6;
const PAUSE_MS = 800;

function browsers(url: string): LargeProgram[] {
  return [
    {
      name: 'Chromium with 20,000 rows',
      title: 'large table',
      packages: 'chromium',
      isInstalled: () => missingPrograms(['chromium']).length === 0,
      open: (desktop) => openPage(desktop, { url, title: 'large table', profile: 'large' }),
    },
    {
      name: 'Firefox with 20,000 rows',
      title: 'large table',
      packages: 'firefox-esr',
      isInstalled: () => missingPrograms(['firefox']).length === 0,
      open: (desktop) => desktop.open('firefox', ['--new-instance', url], 'large table', 90_000),
    },
  ];
}

export async function measureBlocks(stage: Stage): Promise<void> {
  print(
    '\nlongest time that the main loop of a program was busy, ms of CPU (goal: at most 50 more than without)',
  );
  const pages = await servePages(() => LARGE_PAGE);
  for (const program of [...LARGE_PROGRAMS, ...browsers(`${pages.base}/table`)]) {
    if (!program.isInstalled()) {
      print(`  ${program.name.padEnd(32)} skipped: apt-get install -y ${program.packages}`);
      continue;
    }
    await measureOne(stage, program);
    await closeWindows(stage);
  }
  pages.close();
}

async function measureOne(stage: Stage, program: LargeProgram): Promise<void> {
  const { desktop } = stage;
  const window = await program.open(desktop);
  const pid = Number(await desktop.run('xdotool', 'getwindowpid', String(window)));
  const meter = await startBlockMeter(desktop.env.DBUS_SESSION_BUS_ADDRESS ?? '', pid);
  await wait(10_000);
  const results: string[] = [];
  for (const mode of ['stop', 'start', 'stop', 'start']) {
    await ask(stage, `/vision/${mode}`, 'POST');
    await wait(2_500);
    meter.take();
    for (let turn = 0; turn < TURNS; turn += 1) {
      await desktop.run('xdotool', 'mousemove', '500', '400', 'click', '--repeat', '3', '5');
      await wait(PAUSE_MS);
      await desktop.run('xdotool', 'key', 'Down');
      await wait(PAUSE_MS);
    }
    const { longestMs, cpuMs, isHanging } = meter.take();
    const name = mode === 'start' ? 'with' : 'without';
    results.push(
      `${name} ${longestMs.toFixed(0)} (CPU ${cpuMs.toFixed(0)})${isHanging ? ' HANGS' : ''}`,
    );
  }
  meter.stop();
  print(`  ${program.name.padEnd(32)} ${results.join(', ')}`);
}
