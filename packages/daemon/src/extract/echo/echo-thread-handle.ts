/**
 * The echo thread seen from the service: started by the first sound, started again after a death. Sounds of a thread that died are not
 * cancelled, questions to it are rejected: the caller keeps what the microphone heard.
 */
import { serviceError } from '#core/errors.ts';
import type { Log } from '#core/log/log.ts';
import type { PartState } from '#core/service.ts';
import { createWorker } from '#core/worker/create-worker.ts';
import type { EchoVerdict, PairedSound, Question } from './signal/room.ts';

const ENTRY = new URL('./echo-thread.ts', import.meta.url);
// Ten seconds of sound: a machine that is so far behind will not catch up by cancelling echoes.
const MOST_UNDER_WAY = 50;

/** Rooms are known by number; the first sound makes one. */
export interface EchoApi {
  cancel(room: number, sound: PairedSound): Int16Array<ArrayBuffer>;
  /** Undefined when there is no such room. */
  judge(room: number, question: Question): EchoVerdict | undefined;
  forget(room: number): void;
}

export interface EchoThread {
  /** Resolves to the sound without the loudspeaker; undefined when the thread is too busy or died. */
  cancel(room: number, sound: PairedSound): Promise<Int16Array | undefined>;
  /** Rejects with `ECHO_STOPPED` when the thread dies or does not know the room. */
  judge(room: number, question: Question): Promise<EchoVerdict>;
  forget(room: number): void;
  crashes(): number;
  /** For the health report; undefined before the first sound. */
  part(): PartState | undefined;
  close(): Promise<void>;
}

export function echoThread(deps: { log: Log; entry?: URL }): EchoThread {
  const log = deps.log.child({ part: 'extract.echo' });
  const worker = createWorker<EchoApi>({
    kind: 'thread',
    entry: deps.entry ?? ENTRY,
    name: 'extract.echo',
    // Speech waits for its verdict.
    longestWaitMs: 1_000,
    stopped: (cause) => serviceError('ECHO_STOPPED', { cause }),
    onDeath: (err) => log.warn({ err }, 'the echo thread died, the next sound starts it again'),
  });
  let cancelling = 0;
  return {
    async cancel(room, sound) {
      if (cancelling >= MOST_UNDER_WAY) return undefined;
      cancelling += 1;
      try {
        return await worker.call('cancel', [room, sound]);
      } catch {
        // The log and the health report say that the thread died.
        return undefined;
      } finally {
        cancelling -= 1;
      }
    },
    async judge(room, question) {
      const verdict = await worker.call('judge', [room, question]);
      if (verdict === undefined) throw serviceError('ECHO_STOPPED');
      return verdict;
    },
    forget(room) {
      // A thread that does not run has no rooms.
      if (worker.part()?.state.kind !== 'running') return;
      worker.call('forget', [room]).catch(() => undefined); // a thread that died has forgotten it
    },
    crashes: worker.deaths,
    part: worker.part,
    close: worker.close,
  };
}
