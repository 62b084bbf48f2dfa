/** The message after recordings were transcribed again, or that was taken back. Nothing is said to be done that was not. */
import type { Retranscribed } from '../data/recordings.ts';
import { plural } from '../parts/format.ts';

export function toldAgain({ chunks_processed, failed }: Retranscribed): string {
  const done = `Transcribed ${plural(chunks_processed, 'recording')} again.`;
  return failed.length === 0 ? done : `${done} ${toldFailed(failed.length)}`;
}

export function toldFailed(failed: number): string {
  const stay = failed === 1 ? 'stays as it was' : 'stay as they were';
  return `${plural(failed, 'recording')} failed and ${stay}.`;
}

export function toldUndone(asked: number, restored: number): string {
  if (restored === asked) return 'The text is what it was before.';
  const left = asked - restored;
  const change =
    left === 1 ? 'has changed since or is missing' : 'have changed since or are missing';
  const rest = `${plural(left, 'recording')} ${change}`;
  return restored === 0
    ? `Nothing was taken back: ${rest}.`
    : `The text of ${plural(restored, 'recording')} is what it was before; ${rest}.`;
}
