/**
 * The echo thread seen from the service: started by the first sound, started again after a death. Sounds of a thread that died are not
 * cancelled, questions to it are rejected: whoever asked keeps what the microphone heard.
 */
import { Worker } from 'node:worker_threads';
import { type Fault, faultOf } from '#core/fault.ts';
import type { Log } from '#core/log.ts';
import type { PartState, ServiceState } from '#core/service.ts';
import { EchoStoppedError } from './errors.ts';
import type { EchoVerdict, PairedSound, Question } from './room.ts';
import type { FromThread, ToThread } from './thread-messages.ts';

const ENTRY = new URL('./echo-thread.ts', import.meta.url);
// Ten seconds of sound: a machine that is so far behind will not catch up by cancelling echoes.
const MOST_UNDER_WAY = 50;

export interface EchoThread {
  /** Resolves to the sound without the loudspeaker; undefined when the thread is too busy or died. */
  cancel(room: number, sound: PairedSound): Promise<Int16Array | undefined>;
  /** Rejects with `EchoStoppedError` when the thread dies. */
  judge(room: number, question: Question): Promise<EchoVerdict>;
  forget(room: number): void;
  crashes(): number;
  /** For the health report; undefined before the first sound. */
  part(): PartState | undefined;
  close(): Promise<void>;
}

export function echoThread(deps: { log: Log; entry?: URL }): EchoThread {
  const log = deps.log.child({ part: 'extract.echo' });
  /** Of all rooms, in the order they were sent: the thread answers in that order. */
  let cancelling: PromiseWithResolvers<Int16Array | undefined>[] = [];
  const judging = new Map<number, PromiseWithResolvers<EchoVerdict>>();
  let worker: Worker | undefined;
  let exited: Promise<unknown> = Promise.resolve();
  let crashes = 0;
  let state: ServiceState | undefined;
  let lastFault: Fault | undefined;
  let lastId = 0;
  let isClosing = false;

  function start(): Worker {
    const started = new Worker(deps.entry ?? ENTRY, { name: 'echo' });
    // A service that wants to end does not wait for echoes.
    started.unref();
    state = { kind: 'running', sinceMs: Date.now(), failures: 0 };
    let cause: unknown;
    started.on('message', receive);
    started.on('error', (error: unknown) => {
      cause = error;
    });
    exited = new Promise<void>((resolve) => {
      started.on('exit', () => {
        worker = undefined;
        state = { kind: 'ended' };
        if (!isClosing) {
          crashes += 1;
          lastFault = faultOf(new EchoStoppedError(cause), Date.now());
          log.warn({ err: cause }, 'the echo thread died, the next sound starts it again');
        }
        for (const waiting of cancelling) waiting.resolve(undefined);
        cancelling = [];
        for (const waiting of judging.values()) waiting.reject(new EchoStoppedError(cause));
        judging.clear();
        resolve();
      });
    });
    return started;
  }

  function receive(message: FromThread): void {
    if (message.kind === 'cancelled') {
      cancelling.shift()?.resolve(message.samples);
    } else {
      const asked = judging.get(message.id);
      if (message.verdict) asked?.resolve(message.verdict);
      else asked?.reject(new EchoStoppedError());
      judging.delete(message.id);
    }
  }

  function post(message: ToThread): void {
    worker ??= start();
    worker.postMessage(message);
  }

  return {
    cancel(room, sound) {
      if (isClosing || cancelling.length >= MOST_UNDER_WAY) return Promise.resolve(undefined);
      const answer = Promise.withResolvers<Int16Array | undefined>();
      cancelling.push(answer);
      post({ kind: 'cancel', room, sound });
      return answer.promise;
    },
    async judge(room, question) {
      if (isClosing) throw new EchoStoppedError();
      const answer = Promise.withResolvers<EchoVerdict>();
      lastId += 1;
      judging.set(lastId, answer);
      post({ kind: 'judge', room, id: lastId, question });
      return answer.promise;
    },
    forget(room) {
      if (worker !== undefined) post({ kind: 'forget', room });
    },
    crashes: () => crashes,
    part: () => state && { name: 'extract.echo', state, restarts: crashes, lastFault },
    async close() {
      isClosing = true;
      worker?.ref();
      worker?.postMessage({ kind: 'close' } satisfies ToThread);
      await exited;
    },
  };
}
