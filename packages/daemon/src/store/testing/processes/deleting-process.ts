/**
 * A process that deletes a range of a data folder, or goes on with the deletion that a killed one has left, and prints its receipt. With
 * the name of a call it kills itself when it comes to that call, so that tests can let it die at any step.
 */
import { systemClock } from '#core/clock.ts';
import { silentLog } from '#core/log/log.ts';
import { chunkProcess } from '#store/compaction/chunk-process.ts';
import { openDeletions } from '#store/deletion/job/deletions.ts';
import { openAudioMedia } from '#store/media/audio/audio-media.ts';
import { openMedia } from '#store/media/media.ts';
import { openStore } from '#store/open-store.ts';
import type { Store } from '#store/store.ts';

async function main(dataDir: string, startMs: number, endMs: number, dieAt: string): Promise<void> {
  const real = await openStore({ dataDir });
  const deletion = new Proxy(real.deletion, {
    get(target, name) {
      if (name === dieAt) process.kill(process.pid, 'SIGKILL');
      return target[name as keyof Store['deletion']];
    },
  });
  const store = { ...real, deletion };
  const deletions = openDeletions({
    dataDir,
    store,
    media: await openMedia({ dataDir }),
    audioMedia: openAudioMedia({ dataDir }),
    clock: systemClock,
    log: silentLog,
    makeChunk: chunkProcess(0),
  });
  const { signal } = new AbortController();
  const [open] = await real.deletion.listJobs(1);
  const stop = new AbortController();
  const { id } = open ?? (await deletions.start([{ startMs, endMs }]));
  const running = deletions.service.run(stop.signal);
  const job = await deletions.waitFor(id, 'done', signal);
  process.stdout.write(JSON.stringify(job));
  stop.abort();
  await running;
  await deletions.close();
  await real.close();
}

const [, , dataDir, startMs, endMs, dieAt = ''] = process.argv;
if (dataDir !== undefined) await main(dataDir, Number(startMs), Number(endMs), dieAt);
