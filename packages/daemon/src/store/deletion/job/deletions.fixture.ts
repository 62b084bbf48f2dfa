/** Deletions over the parts of a test, to the end of a job. */
import { systemClock } from '#core/clock.ts';
import { silentLog } from '#core/log/log.ts';
import { makeChunk, type Parts } from '#store/compaction/parts.fixture.ts';
import { openAudioMedia } from '#store/media/audio/audio-media.ts';
import type { DeletionFilter, DeletionJob } from '../records.ts';
import { type Deletions, openDeletions } from './deletions.ts';

const { signal } = new AbortController();

export function deletionsOf(parts: Parts): Deletions {
  const audioMedia = openAudioMedia({ dataDir: parts.dataDir });
  return openDeletions({ ...parts, audioMedia, clock: systemClock, log: silentLog, makeChunk });
}

export async function deleteAll(parts: Parts, ...filters: DeletionFilter[]): Promise<DeletionJob> {
  const deletions = deletionsOf(parts);
  const { id } = await deletions.start(filters);
  const job = await deletions.waitFor(id, 'done', signal);
  await deletions.close();
  return job;
}

/** Letters only, so that it is one word of the index. */
export function secret(number: number): string {
  const letters = [...String(number).padStart(4, '0')].map((digit) => 'abcdefghij'[Number(digit)]);
  return `zq${letters.join('')}xw`;
}
