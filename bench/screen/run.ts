/**
 * npm run bench -- screen [--minutes 12] [--rounds 20] [--only static|latency|work] [--still 60]
 * npm run bench -- screen --only day [--hours 8]      memory over a day whose hours are a minute each
 * npm run bench -- screen --only film [--still 60]    a film in a window
 * npm run bench -- screen --wayland [--rounds 100] [--only static|latency] [--still 60]
 *
 * The whole service as its own process on a private 1080p X display with an editor, a terminal and a browser. CPU and memory are those
 * of the service and all its children as the kernel counts them; the X server, the programs and this script are not in it. The work
 * script runs in real time: `--minutes 60` is the hour of the goal, fewer minutes are a part of the same script.
 */
import { parseArgs } from 'node:util';
import { runDay } from './day.ts';
import { runFilm } from './film.ts';
import { runLatency } from './latency.ts';
import { runSize } from './size.ts';
import { openStage } from './stage.ts';
import { runStatic } from './static.ts';
import { runWayland } from './wayland.ts';
import { runWork } from './work.ts';

const { values: flags } = parseArgs({
  options: {
    minutes: { type: 'string', default: '12' },
    rounds: { type: 'string', default: '20' },
    hours: { type: 'string', default: '8' },
    still: { type: 'string', default: '60' },
    only: { type: 'string', default: '' },
    wayland: { type: 'boolean', default: false },
  },
});
const isWanted = (part: string) => flags.only === '' || flags.only === part;

if (flags.wayland) {
  await runWayland({
    rounds: isWanted('latency') ? Number(flags.rounds) : 0,
    stillSecs: isWanted('static') ? Number(flags.still) : 0,
  });
  process.exit(0);
}
const stage = await openStage();
try {
  if (isWanted('static')) await runStatic(stage, Number(flags.still));
  if (isWanted('latency')) await runLatency(stage, Number(flags.rounds));
  if (flags.only === 'film') await runFilm(stage, Number(flags.still));
  if (flags.only === 'day') await runDay(stage, Number(flags.hours));
  if (isWanted('work')) {
    await runSize(stage, await runWork(stage, Number(flags.minutes)));
  }
} finally {
  await stage.close();
}
