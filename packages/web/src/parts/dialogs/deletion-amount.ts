/** How much a deletion takes, for people. Everything that goes is named: what is not named would seem to stay. */
import type { DeleteCounts } from '../../data/deletion.ts';
import { plural } from '../format.ts';

const KINDS = [
  ['frames_deleted', 'picture', 'pictures'],
  ['audio_transcriptions_deleted', 'line of speech', 'lines of speech'],
  ['audio_chunks_deleted', 'recording', 'recordings'],
  ['accessibility_deleted', 'text of a window', 'texts of windows'],
  ['ui_events_deleted', 'event', 'events'],
] as const;

/** Undefined when it takes nothing. */
export function deletionAmount(counts: DeleteCounts): string | undefined {
  const parts = KINDS.filter(([key]) => counts[key] > 0).map(([key, one, many]) =>
    plural(counts[key], one, many),
  );
  const last = parts.pop();
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
}

/** Output of pipes that goes too, because it may quote what is deleted. */
export function pipeOutputNote({ pipe_outputs_deleted: count = 0 }: DeleteCounts): string {
  if (count === 0) return '';
  return ` ${plural(count, 'output', 'outputs')} of pipes (files, state, printed lines) may quote it and will be deleted too. Pipes that run now are stopped.`;
}

/** Afterwards: what was deleted, and what a deletion never touches. */
export function deletionReceipt(counts: DeleteCounts): string {
  const amount = deletionAmount(counts);
  if (amount === undefined) return 'Deleted nothing.';
  return `Deleted ${amount}. Backups you made and exported videos are yours to delete.`;
}
