/**
 * Reports when devices may have changed, from `pactl subscribe`. When the sound server ends, the program ends with it and is started
 * again until there is a server: that is how its return is noticed.
 */

import { setTimeout as wait } from 'node:timers/promises';
import { untilAborted } from '#core/abort.ts';
import type { PulsePrograms } from './pulse-programs.ts';

// Plugging in a headset is reported as some ten events within a tenth of a second.
const SETTLE_MS = 150;
const POKE_EVERY_MS = 300;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
// Volume changes are reported as a change of the source or sink: dozens a second while a person drags a slider. A stream that moved to another
// source is reported as a change of the stream.
const MATTERS =
  /^Event '(?:new|remove)' on (?:source|sink) #|^Event 'change' on (?:server|source-output)/m;

/** Calls `changed` after each change, when the server is missing, and when it is back; until `signal` aborts. */
export async function watchPulse(
  programs: PulsePrograms,
  changed: () => void,
  signal: AbortSignal,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(changed, SETTLE_MS);
  };
  let pauseMs = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    // The machine may be short of files or memory: later it may not be.
    const wasConnected = await follow(programs, soon, signal).catch(() => false);
    pauseMs = wasConnected ? FIRST_PAUSE_MS : Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    if (wasConnected) soon();
    await pause(pauseMs, signal);
  }
  clearTimeout(timer);
}

/** Resolves when the program ended; to whether it ever had a connection. */
async function follow(
  programs: PulsePrograms,
  soon: () => void,
  signal: AbortSignal,
): Promise<boolean> {
  const child = programs.start('pactl', ['subscribe']);
  const missing = new AbortController();
  let isConnected = false;
  child.on('error', () => missing.abort()).on('close', () => missing.abort());
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    if (!isConnected || MATTERS.test(text)) soon();
    isConnected = true;
  });
  child.stderr?.resume();
  const kill = () => child.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  if (signal.aborted) kill();

  // The program does not say when it begins to hear. It hears of every client, so one is sent until it does.
  while (!isConnected && !missing.signal.aborted) {
    await programs.ask('info').catch(() => undefined);
    await pause(POKE_EVERY_MS, missing.signal);
  }
  await untilAborted(missing.signal);
  signal.removeEventListener('abort', kill);
  return isConnected;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => undefined);
}
