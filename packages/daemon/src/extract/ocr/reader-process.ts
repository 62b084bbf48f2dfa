/**
 * What reads, in a process of its own, seen from the OCR thread. When the process dies or hangs it is started again, at once the first
 * time and later and later while it goes on dying, and the strips it was reading are read once more, one at a time: the one that kills
 * it a second time is given up and has no words. While nobody has anything to read there is no process at all. Whoever reads a frame
 * notices a delay and nothing else, unless the process cannot be started any more.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { LineRecogniser, Strip, StripWord } from '@hindcast/screen-ocr';
import { whereCompiled } from '#core/compiled-code.ts';
import { OcrReaderLostError, OcrStoppedError } from './errors.ts';
import type { FromReader, ReaderOptions, ToReader } from './reader-messages.ts';
import { received } from './sent-error.ts';

const ENTRY = fileURLToPath(new URL('./reader-main.ts', import.meta.url));
// The widest strip takes a quarter of a second; the rest is for machines that are slow and busy.
const HANGS_AFTER_MS = 30_000;
// A handle finds the next strip waiting when it is done with one: drawing and sending it takes a while.
const STRIPS_PER_HANDLE = 2;
// It holds 120 MB and starts in a third of a second. After a minute without a new frame pictures become video (`ingest/compaction.ts`), which takes more.
const RESTS_AFTER_MS = 50_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

// Loading takes less than a second.
const OPENS_WITHIN_MS = 60_000;
// Nothing more of our own environment is needed.
const ENVIRONMENT: Readonly<Record<ReaderOptions['how'], NodeJS.ProcessEnv>> = {
  // OpenMP inside it costs more CPU than it saves time on strips.
  library: { OMP_THREAD_LIMIT: '1' },
  // What a line took goes back to the system: 40 MB less, for a tenth more CPU. Systems other than Linux have no such settings.
  network: { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' },
};

export interface ReaderProcess {
  /** Share the process and its handles, two each; closing one closes all. */
  readonly recognisers: readonly LineRecogniser[];
  /** How often the process died. */
  crashes(): number;
  /** Undefined while there is none: it died, or has nothing to do. */
  pid(): number | undefined;
}

/** The process went away, with the strip or before it could read any; another one may read it. */
class ReaderDiedError extends Error {}

interface Reader {
  readonly child: ChildProcess;
  readonly ready: Promise<void>;
  readonly exited: Promise<void>;
  ask(handle: number, strip: Strip): Promise<readonly StripWord[]>;
}

/** Rejects with OcrEngineMissingError, OcrLanguageMissingError or OcrLanguageUnfitError. `entry` is another process that speaks `reader-messages.ts`. */
export async function openReaderProcess({
  restsAfterMs = RESTS_AFTER_MS,
  ...options
}: ReaderOptions & {
  entry?: string;
  restsAfterMs?: number;
}): Promise<ReaderProcess> {
  const closing = new AbortController();
  let crashes = 0;
  /** Deaths since the last strip that was read. */
  let deathsInARow = 0;
  let current: Promise<Reader> | undefined;
  /** In the order they were started; without those that were told to rest. */
  const living = new Set<Reader>();
  /** Strips that were asked for and not answered. */
  let underWay = 0;
  let resting: NodeJS.Timeout | undefined;
  let lastRetry: Promise<unknown> = Promise.resolve();

  function getReader(): Promise<Reader> {
    if (current !== undefined) return current;
    const starting = start();
    const forget = () => {
      if (current === starting) current = undefined;
    };
    current = starting;
    starting.then(({ exited }) => exited.then(forget), forget);
    return starting;
  }

  async function start(): Promise<Reader> {
    const waitMs = deathsInARow < 2 ? 0 : FIRST_WAIT_MS * 2 ** (deathsInARow - 2);
    try {
      await sleep(Math.min(waitMs, LONGEST_WAIT_MS), undefined, { signal: closing.signal });
      const reader = startReader(options);
      living.add(reader);
      void reader.exited.then(() => {
        if (!living.delete(reader) || closing.signal.aborted) return;
        crashes += 1;
        deathsInARow += 1;
      });
      await reader.ready;
      return reader;
    } catch (error) {
      throw closing.signal.aborted ? new OcrStoppedError(error) : error;
    }
  }

  /** A process that dies while it starts may do so by accident, once. */
  async function getSteadyReader(): Promise<Reader> {
    return getReader().catch((error: unknown) => {
      if (error instanceof ReaderDiedError) return getReader();
      throw error;
    });
  }

  async function getReaderAgain(): Promise<Reader> {
    return getSteadyReader().catch((error: unknown) => {
      throw error instanceof OcrStoppedError ? error : new OcrReaderLostError(error);
    });
  }

  async function readOnce(handle: number, strip: Strip): Promise<readonly StripWord[]> {
    underWay += 1;
    clearTimeout(resting);
    try {
      const reader = await getReaderAgain();
      const words = await reader.ask(handle, strip);
      deathsInARow = 0;
      return words;
    } finally {
      underWay -= 1;
      if (underWay === 0) restLater();
    }
  }

  /** The next strip starts another process. */
  function restLater(): void {
    clearTimeout(resting);
    resting = setTimeout(() => {
      const idle = [...living];
      living.clear();
      current = undefined;
      for (const { child } of idle) child.kill('SIGKILL');
    }, restsAfterMs);
    resting.unref();
  }

  /** The strips that were under way when the process died, one after the other: so it shows which of them kills it. */
  function readAlone(handle: number, strip: Strip): Promise<readonly StripWord[]> {
    const turn = lastRetry.then(() => readOnce(handle, strip));
    lastRetry = turn.catch(() => undefined); // told to the caller of this turn, not to the next one
    return turn;
  }

  async function read(handle: number, strip: Strip): Promise<readonly StripWord[]> {
    try {
      return await readOnce(handle, strip);
    } catch (error) {
      if (!(error instanceof ReaderDiedError)) throw error;
    }
    try {
      return await readAlone(handle, strip);
    } catch (error) {
      if (error instanceof ReaderDiedError) return [];
      throw error;
    }
  }

  async function close(): Promise<void> {
    closing.abort();
    clearTimeout(resting);
    const readers = [...living];
    for (const { child } of readers) child.kill('SIGKILL');
    await Promise.all(readers.map(({ exited }) => exited));
  }

  await getSteadyReader().catch((error: unknown) => {
    throw error instanceof ReaderDiedError ? new OcrStoppedError(error) : error;
  });
  restLater();
  return {
    recognisers: Array.from({ length: options.count * STRIPS_PER_HANDLE }, (_, index) => ({
      // The first ones share a handle: a line or two wake no other.
      read: (strip: Strip) => read(Math.floor(index / STRIPS_PER_HANDLE), strip),
      close,
    })),
    crashes: () => crashes,
    pid: () => [...living].at(-1)?.child.pid,
  };
}

function startReader({ entry, ...options }: ReaderOptions & { entry?: string }): Reader {
  const { how, count } = options;
  const child = fork(entry ?? ENTRY, [JSON.stringify(options)], {
    env: { ...whereCompiled(), ...ENVIRONMENT[how], UV_THREADPOOL_SIZE: String(count) },
    execArgv: ['--max-old-space-size=64', '--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const opened = Promise.withResolvers<void>();
  const tooLate = setTimeout(() => child.kill('SIGKILL'), OPENS_WITHIN_MS);
  const exited = Promise.withResolvers<void>();
  const asked = new Map<number, PromiseWithResolvers<readonly StripWord[]>>();
  let lastId = 0;

  child.on('message', (message: FromReader) => {
    switch (message.kind) {
      case 'ready':
        clearTimeout(tooLate);
        opened.resolve();
        break;
      case 'unable':
        opened.reject(received(message.error));
        child.kill('SIGKILL');
        break;
      case 'read':
        asked.get(message.id)?.resolve(message.words);
        break;
      case 'failed':
        asked.get(message.id)?.reject(received(message.error));
        break;
    }
  });
  const end = (cause?: unknown) => {
    clearTimeout(tooLate);
    opened.reject(new ReaderDiedError('the process ended before it could read', { cause }));
    for (const { reject } of asked.values()) reject(new ReaderDiedError('the process ended'));
    exited.resolve();
  };
  child.once('exit', () => end());
  // Could not be started.
  child.once('error', end);
  opened.promise.catch(() => undefined); // whoever started it waits for `ready`

  return {
    child,
    ready: opened.promise,
    exited: exited.promise,
    async ask(handle, strip) {
      if (!child.connected) {
        // Its end is all that is missing; whoever asks again then gets another one.
        await exited.promise;
        throw new ReaderDiedError('the process ended');
      }
      lastId += 1;
      const id = lastId;
      const answer = Promise.withResolvers<readonly StripWord[]>();
      asked.set(id, answer);
      const hangs = setTimeout(() => child.kill('SIGKILL'), HANGS_AFTER_MS);
      try {
        // A write that meets the end of the process fails; its exit is what counts.
        const { pixels, width, height } = strip;
        const message: ToReader = { id, handle, strip: { pixels, width, height } };
        child.send(message, () => undefined);
        return await answer.promise;
      } finally {
        clearTimeout(hangs);
        asked.delete(id);
      }
    },
  };
}
