/**
 * A piece of speech while it is being spoken, on the disk from its first second on: a process that is killed in the middle of a sentence
 * finds it again at the next start. When the disk refuses, the sound stays in memory and is tried once more at the end.
 */
import type { AudioMedia, AudioSpool, KeptAudio } from '#store/media/audio/audio-media.ts';
import type { Recording } from '#store/media/audio/spool-file.ts';

/** Half a second in one write. */
const FRAMES_AT_ONCE = 16;

export interface Draft {
  readonly recording: Recording;
  add(samples: Int16Array): void;
  /** Where the recording will be; undefined while the disk refuses. */
  filePath(): Promise<string | undefined>;
  /** `samples` are what the recording is, from its first one on. Rejects with DISK_FULL. */
  finish(samples: Int16Array): Promise<KeptAudio>;
  discard(): Promise<void>;
  /** Of one that cannot be finished: what was written stays on the disk. */
  close(): Promise<void>;
}

export function openDraft(
  media: Pick<AudioMedia, 'record'>,
  recording: Recording,
  onFault: (error: unknown) => void,
): Draft {
  let waiting: Int16Array[] = [];
  let spool: Promise<AudioSpool | undefined> = media.record(recording).catch(refused);

  function refused(error: unknown): undefined {
    onFault(error);
    return undefined;
  }

  function write(): void {
    const pieces = waiting;
    waiting = [];
    spool = spool.then(async (open) => {
      try {
        await open?.append(joined(pieces));
        return open;
      } catch (error) {
        await open?.discard().catch(() => undefined); // the disk has refused already
        return refused(error);
      }
    });
  }

  return {
    recording,
    add(samples) {
      waiting.push(samples);
      if (waiting.length >= FRAMES_AT_ONCE) write();
    },
    filePath: async () => (await spool)?.filePath,
    async finish(samples) {
      const open = (await spool) ?? (await media.record(recording));
      // Never undefined: a segment has samples.
      return (await open.finish(samples)) as KeptAudio;
    },
    async discard() {
      await (await spool)?.discard();
    },
    async close() {
      await (await spool)?.close();
    },
  };
}

function joined(pieces: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
