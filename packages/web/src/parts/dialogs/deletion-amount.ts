/** How much a deletion takes, for people. Everything that goes is named: what is not named would seem to stay. */
import type { DeleteCounts } from '../../data/deletion.ts';
import { listed, t } from '../../language/message.ts';

const KINDS = {
  frames_deleted: (count: number) =>
    t('{count, plural, one {# picture} other {# pictures}}', { count }),
  audio_transcriptions_deleted: (count: number) =>
    t('{count, plural, one {# line of speech} other {# lines of speech}}', { count }),
  audio_chunks_deleted: (count: number) =>
    t('{count, plural, one {# recording} other {# recordings}}', { count }),
  accessibility_deleted: (count: number) =>
    t('{count, plural, one {# text of a window} other {# texts of windows}}', { count }),
  ui_events_deleted: (count: number) =>
    t('{count, plural, one {# event} other {# events}}', { count }),
} as const;
const KEYS = Object.keys(KINDS) as (keyof typeof KINDS)[];

/** Undefined when it takes nothing. */
export function deletionAmount(counts: DeleteCounts): string | undefined {
  const parts = KEYS.filter((key) => counts[key] > 0).map((key) => KINDS[key](counts[key]));
  return parts.length === 0 ? undefined : listed(parts);
}

/** Output of pipes that goes too, because it may quote what is deleted. */
export function pipeOutputNote({ pipe_outputs_deleted: count = 0 }: DeleteCounts): string {
  if (count === 0) return '';
  const note = t(
    '{count, plural, one {# output} other {# outputs}} of pipes (files, state, printed lines) may quote it and will be deleted too. Pipes that run now are stopped.',
    { count },
  );
  return ` ${note}`;
}

/** Afterwards: what was deleted, and what a deletion never touches. */
export function deletionReceipt(counts: DeleteCounts): string {
  const amount = deletionAmount(counts);
  if (amount === undefined) return t('Deleted nothing.');
  return t('Deleted {amount}. Backups you made and exported videos are yours to delete.', {
    amount,
  });
}
