/** One process that works on videos, seen from the service: requests out, answers in, and what happens when it hangs, idles or dies. */
import { fork } from 'node:child_process';
import { whereCompiled } from '#core/process/compiled-code.ts';
import { decodeError } from '#core/worker/error-codec.ts';
import type { Sealing } from '#store/sealing/store-key.ts';
import { VideoProcessEndedError } from '../errors.ts';
import type { FromVideoProcess, ToVideoProcess, VideoRequest } from './video-messages.ts';

/** Pictures lie outside the heap. */
const HEAP_MB = 64;
/** A frame takes a fifth of a second; the rest is for machines that are busy. What was cancelled is answered at once. */
const HANGS_AFTER_MS = 60_000;
const CANCEL_HANGS_AFTER_MS = 10_000;

export interface Asking {
  readonly signal: AbortSignal | undefined;
  /** Only for a video that is written: its next picture, undefined after the last one. */
  nextPicture?(damagedCount: number): Promise<Buffer | undefined>;
}

export interface VideoChild {
  readonly pid: number | undefined;
  /** False as soon as it takes no more requests. */
  isAlive(): boolean;
  /** Rejects with VideoProcessEndedError when it dies, with the signal's reason, or with what went wrong there. */
  ask(request: VideoRequest, asking: Asking): Promise<unknown>;
}

interface Call {
  readonly answer: PromiseWithResolvers<unknown>;
  readonly asking: Asking;
  /** What `nextPicture` threw, which is reported instead of the answer that follows from it. */
  failure: { readonly error: unknown } | undefined;
  timer: NodeJS.Timeout | undefined;
}

export function startVideoChild(
  entry: string,
  idleMs: number,
  sealing?: Sealing | undefined,
): VideoChild {
  const child = fork(entry, {
    // No secrets in its environment, and no output: no names of files leave through it.
    env: whereCompiled(),
    execArgv: [`--max-old-space-size=${HEAP_MB}`, '--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const calls = new Map<number, Call>();
  let lastId = 0;
  let isAlive = true;
  let idling: NodeJS.Timeout | undefined;

  // A write that meets the end of the process fails; its exit is what counts.
  const send = (message: ToVideoProcess) => child.connected && child.send(message, () => undefined);
  const kill = () => child.kill('SIGKILL');
  const killAfter = (ms: number) => setTimeout(kill, ms);
  if (sealing) send({ sealing });

  function end(wasKilled: boolean): void {
    isAlive = false;
    clearTimeout(idling);
    for (const [id, call] of calls) settle(id, call, new VideoProcessEndedError(wasKilled));
  }

  function settle(id: number, { answer, failure, timer }: Call, error: unknown): void {
    calls.delete(id);
    clearTimeout(timer);
    answer.reject(failure === undefined ? error : failure.error);
  }

  async function givePicture(id: number, call: Call, damagedCount: number): Promise<void> {
    try {
      send({ id, picture: await call.asking.nextPicture?.(damagedCount) });
    } catch (error) {
      call.failure ??= { error };
      cancel(id, call);
    }
  }

  function cancel(id: number, call: Call): void {
    clearTimeout(call.timer);
    call.timer = killAfter(CANCEL_HANGS_AFTER_MS);
    send({ id, cancel: true });
  }

  child.on('message', (message: FromVideoProcess) => {
    const call = calls.get(message.id);
    if (call === undefined) return;
    if ('wanted' in message) {
      void givePicture(message.id, call, message.damagedCount);
    } else if ('error' in message) {
      settle(message.id, call, decodeError(message.error));
    } else {
      calls.delete(message.id);
      clearTimeout(call.timer);
      call.answer.resolve(message.result);
    }
    if (calls.size === 0) rest();
  });
  child.once('exit', (_code, signal) => end(signal === 'SIGKILL'));
  // Could not be started.
  child.once('error', () => end(false));

  /** Keeps neither the service running nor memory for long. */
  function rest(): void {
    child.unref();
    child.channel?.unref();
    idling = setTimeout(() => {
      isAlive = false;
      kill();
    }, idleMs).unref();
  }

  function wake(): void {
    clearTimeout(idling);
    child.ref();
    child.channel?.ref();
  }

  return {
    pid: child.pid,
    isAlive: () => isAlive,
    async ask(request, asking) {
      const { signal } = asking;
      signal?.throwIfAborted();
      if (!isAlive) throw new VideoProcessEndedError();
      wake();
      lastId += 1;
      const id = lastId;
      const call: Call = {
        answer: Promise.withResolvers(),
        asking,
        failure: undefined,
        timer: hasShortAnswer(request) ? killAfter(HANGS_AFTER_MS) : undefined,
      };
      calls.set(id, call);
      const abort = () => {
        call.failure = { error: signal?.reason };
        cancel(id, call);
        // Whoever reads need not wait for the end of it; of what is written nothing must be left.
        if (request.kind !== 'write') call.answer.reject(signal?.reason);
      };
      signal?.addEventListener('abort', abort, { once: true });
      try {
        send({ id, request });
        return await call.answer.promise;
      } finally {
        signal?.removeEventListener('abort', abort);
      }
    },
  };
}

/** Looking at or writing a whole video, or reading a whole recording, takes as long as it is. */
function hasShortAnswer({ kind }: VideoRequest): boolean {
  return kind === 'read' || kind === 'facts' || kind === 'encode';
}
