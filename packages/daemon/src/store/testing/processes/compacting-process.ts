/**
 * A process that cleans up and compacts all of a data folder, then ends. With a number it kills itself when
 * it comes to that step for files or rows, so that tests can let it die at every one of them; without
 * one it says when it starts to work, for tests that kill it at any moment.
 */
import { chunkProcess } from '#store/compaction/chunk-process.ts';
import { openCompaction } from '#store/compaction/compaction.ts';
import { openMedia } from '#store/media/media.ts';
import { openStore } from '#store/open-store.ts';

/** As long as a reader may still have the path of a snapshot. */
const STILL_READ_MS = 60_000;

async function main(dataDir: string, startMs: number, dieAt: number): Promise<void> {
  let nowMs = startMs;
  let step = 0;
  /** The same calls, counted; the one with the fatal number is not made. */
  function mortal<T extends object>(part: T, names: readonly (keyof T)[]): T {
    const counted = names.map((name) => {
      const call = part[name] as (...args: unknown[]) => unknown;
      const counting = (...args: unknown[]) => {
        cross();
        return call.apply(part, args);
      };
      return [name, counting];
    });
    return { ...part, ...Object.fromEntries(counted) };
  }
  function cross(): void {
    step += 1;
    if (step === dieAt) process.kill(process.pid, 'SIGKILL');
  }

  const store = await openStore({ dataDir });
  const media = await openMedia({ dataDir });
  const compaction = openCompaction({
    dataDir,
    nowMs: () => nowMs,
    store: {
      ...store,
      compaction: mortal(store.compaction, [
        'planChunk',
        'replaceSnapshotsByVideo',
        'keepSnapshots',
      ]),
      audio: mortal(store.audio, ['forgetFiles']),
    },
    media: mortal(media, ['makeVideoDraft', 'keepVideo', 'discard']),
    makeChunk: (job, signal) => {
      cross();
      return chunkProcess(0)(job, signal);
    },
  });
  const { signal } = new AbortController();
  await compaction.cleanUp(signal);
  process.stdout.write('working\n');
  for (;;) {
    const { kind } = await compaction.compactNext(signal);
    nowMs += STILL_READ_MS;
    await compaction.removeDiscarded(signal);
    if (kind === 'nothing') break;
  }
  await store.close();
}

const [, , dataDir, nowMs, dieAt] = process.argv;
if (dataDir !== undefined) await main(dataDir, Number(nowMs), Number(dieAt));
