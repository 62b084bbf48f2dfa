/** Starts the speech process, prints its number, and waits to be killed. */
import { systemClock } from '#core/clock.ts';
import { silentLog } from '#core/log/log.ts';
import { speechProcess } from './speech-process.ts';

const speech = speechProcess({ clock: systemClock, log: silentLog });
await speech.run(
  'vad.silero',
  { samples: new Int16Array(512), context: new Int16Array(64), state: new Float32Array(256) },
  new AbortController().signal,
);
process.stdout.write(`${speech.pid()}\n`);
setInterval(() => {}, 60_000);
