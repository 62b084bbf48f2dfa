/** Deletions as text: what would go, how far one is, what was deleted. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Answer, HindcastClient } from '@hindcast/client';
import { progressBar } from './progress-bar.ts';

export type DeletionJob = Answer<'/data/deletions/{deletion_id}', 'get'>;

/** Often enough for a person who looks at it. */
const LOOK_MS = 300;

const NAMES: readonly [key: keyof DeletionJob['counts'], name: string][] = [
  ['frames', 'frames'],
  ['pictures', 'pictures of frames that stay'],
  ['transcriptions', 'pieces of speech'],
  ['recordings', 'recordings'],
  ['recordings_cut', 'recordings that only reach into it'],
  ['accessibility', 'texts of windows'],
  ['ui_events', 'events'],
  ['memories', 'notes'],
  ['meetings', 'meetings'],
  ['speakers', 'speakers'],
  ['embeddings', 'voices'],
  ['names', 'names of apps, windows and pages'],
  ['index_entries', 'entries of the index'],
  ['redacted_texts', 'texts with something to cover'],
  ['redactions', 'pieces of text covered'],
  ['pipe_outputs', 'printed outputs, kept values and files of pipes, which may quote it'],
  ['image_files', 'image files'],
  ['audio_files', 'sound files'],
  ['video_files', 'video files'],
  ['videos_rewritten', 'videos rewritten'],
  ['offloaded_files', 'files at the offload place'],
  ['devices_told', 'deletions reported to other devices'],
];

/** What is not zero, one on a line. */
export function countLines(counts: Partial<Record<string, unknown>>): string[] {
  return NAMES.flatMap(([key, name]) => {
    const count = Number(counts[key] ?? 0);
    return count === 0 ? [] : [`${String(count).padStart(9)}  ${name}`];
  });
}

export function sizeText(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** `nearby` lists folders that the deletion did not reach. */
export function receiptText(job: DeletionJob, nearby: readonly string[]): string {
  const lines = countLines(job.counts);
  const { bytes_freed } = job.counts;
  return [
    `Deletion ${job.id} is done${job.verified ? ' and was checked: nothing of it is left.' : '.'}`,
    ...(lines.length > 0 ? lines : ['  Nothing matched.']),
    ...(bytes_freed > 0 ? [`${sizeText(bytes_freed).padStart(9)}  of files`] : []),
    ...(lines.length > 0
      ? ['Backups you made and videos in exports/ are yours to delete.', ...nearby]
      : []),
    ...unfinishedLines(job),
  ].join('\n');
}

function unfinishedLines(job: DeletionJob): string[] {
  if (job.verified || job.state !== 'done') return [];
  const left = job.offloaded_files_left;
  return left > 0
    ? [
        `${left} of the files are still at the offload place, which does not answer; they go when it does.`,
      ]
    : ['Something was in the way: check with hindcast delete --verify'];
}

/** Shows how far it is until it is done. */
export async function followJob(client: HindcastClient, id: number): Promise<DeletionJob> {
  const bar = progressBar(process.stderr);
  for (;;) {
    const job = await client.get('/data/deletions/{deletion_id}', { path: { deletion_id: id } });
    bar.show('Deleting', { done: Math.round(job.progress * 100), total: 100 }, 'the work');
    if (job.state === 'done') {
      bar.end();
      return job;
    }
    await wait(LOOK_MS);
  }
}
