/**
 * Pausing: a person wants nothing of the next while to be remembered. It lasts until its end, is written down so that a restart
 * does not end it, and is over by itself. The sides do the stopping; this part keeps the time.
 */
import { readFileSync } from 'node:fs';
import type { Clock } from '#core/clock.ts';
import { writeFileAtomically } from '#core/folders/atomic-file.ts';
import type { Log } from '#core/log/log.ts';
import type { Service } from '#core/service.ts';

export const CAPTURE_STREAMS = ['screen', 'sound'] as const;
export type CaptureStream = (typeof CAPTURE_STREAMS)[number];

export interface Pause {
  readonly sinceMs: number;
  /** Null: until somebody resumes. */
  readonly untilMs: number | null;
}

export interface CapturePause {
  /** Those that are paused now. */
  state(): Partial<Record<CaptureStream, Pause>>;
  /** Resolves when nothing of these is captured any more. In place of an earlier pause. */
  pause(streams: readonly CaptureStream[], untilMs: number | null): Promise<void>;
  /** Does nothing for those that are not paused. */
  resume(streams: readonly CaptureStream[]): Promise<void>;
}

// The clock of a machine that slept, or was set, may be past the end at any time. Without a pause nobody looks.
const LOOK_EVERY_MS = 1_000;
const NOTHING_TO_END_MS = 3_600_000;

export function capturePause(deps: {
  file: string;
  /** Stop the stream, or let it go on as it was wished before. */
  setPaused: Record<CaptureStream, (isPaused: boolean) => Promise<void>>;
  clock: Clock;
  log: Log;
}): CapturePause & { readonly service: Service } {
  const { file, clock } = deps;
  const log = deps.log.child({ part: 'ingest.pause' });
  let pauses = read(file, clock.now(), log);
  let wake = new AbortController();

  /** The streams change also when it cannot be written down: a full disk must not keep a camera on. */
  async function change(next: typeof pauses): Promise<void> {
    const changed = CAPTURE_STREAMS.filter(
      (stream) => isPaused(pauses, stream) !== isPaused(next, stream),
    );
    pauses = next;
    wake.abort();
    const done = changed.map((stream) => deps.setPaused[stream](isPaused(next, stream)));
    try {
      writeFileAtomically(file, `${JSON.stringify(next, undefined, 2)}\n`, { isFlushed: true });
    } finally {
      await Promise.all(done);
    }
  }

  async function resume(streams: readonly CaptureStream[]): Promise<void> {
    const rest = Object.entries(pauses).filter(([name]) => !streams.some((one) => one === name));
    if (rest.length === Object.keys(pauses).length) return;
    await change(Object.fromEntries(rest));
    log.info({ state: streams.join() }, 'capture goes on');
  }

  for (const stream of CAPTURE_STREAMS) {
    if (isPaused(pauses, stream)) void deps.setPaused[stream](true);
  }

  return {
    state: () => pauses,
    async pause(streams, untilMs) {
      const pause: Pause = { sinceMs: clock.now(), untilMs };
      await change({ ...pauses, ...Object.fromEntries(streams.map((one) => [one, pause])) });
      log.info({ state: streams.join() }, 'capture is paused');
    },
    resume,
    service: {
      name: 'ingest.pause',
      async run(signal) {
        while (!signal.aborted) {
          const nowMs = clock.now();
          await resume(CAPTURE_STREAMS.filter((stream) => isOver(pauses[stream], nowMs)));
          wake = new AbortController();
          const hasEnd = Object.values(pauses).some(({ untilMs }) => untilMs !== null);
          const restMs = hasEnd ? LOOK_EVERY_MS : NOTHING_TO_END_MS;
          await clock.sleep(restMs, AbortSignal.any([signal, wake.signal]));
        }
      },
    },
  };
}

type Pauses = Partial<Record<CaptureStream, Pause>>;

function isPaused(pauses: Pauses, stream: CaptureStream): boolean {
  return pauses[stream] !== undefined;
}

function isOver(pause: Pause | undefined, nowMs: number): boolean {
  return pause !== undefined && pause.untilMs !== null && pause.untilMs <= nowMs;
}

function read(file: string, nowMs: number, log: Log): Pauses {
  try {
    return pausesFrom(JSON.parse(readFileSync(file, 'utf8')));
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code === 'ENOENT') return {};
    // To remember what a person wanted forgotten is worse than to remember nothing.
    log.warn(
      { err },
      'the file of pauses cannot be read, capture stays paused until it is resumed',
    );
    const pause: Pause = { sinceMs: nowMs, untilMs: null };
    return { screen: pause, sound: pause };
  }
}

/** Throws when it is not what `change` writes. */
function pausesFrom(value: unknown): Pauses {
  if (typeof value !== 'object' || value === null) throw new TypeError('not a list of pauses');
  const known = value as Record<string, unknown>;
  return Object.fromEntries(
    CAPTURE_STREAMS.filter((stream) => stream in known).map((stream) => {
      const { sinceMs, untilMs } = known[stream] as Record<keyof Pause, unknown>;
      const isTime = typeof untilMs === 'number' || untilMs === null;
      if (typeof sinceMs !== 'number' || !isTime) throw new TypeError('not a list of pauses');
      return [stream, { sinceMs, untilMs }];
    }),
  );
}
