/** The message after recordings were transcribed again, or that was taken back. Nothing is said to be done that was not. */
import type { Retranscribed } from '../data/recordings.ts';
import { t } from '../language/message.ts';

export function toldAgain({ chunks_processed: count, failed }: Retranscribed): string {
  const done = t('Transcribed {count, plural, one {# recording} other {# recordings}} again.', {
    count,
  });
  return failed.length === 0 ? done : `${done} ${toldFailed(failed.length)}`;
}

export function toldFailed(count: number): string {
  return t(
    '{count, plural, one {# recording failed and stays as it was.} other {# recordings failed and stay as they were.}}',
    { count },
  );
}

export function toldUndone(asked: number, restored: number): string {
  const left = asked - restored;
  if (left === 0) return t('The text is what it was before.');
  return restored === 0
    ? t(
        'Nothing was taken back: {left, plural, one {# recording has changed since or is missing.} other {# recordings have changed since or are missing.}}',
        { left },
      )
    : t(
        'The text of {restored, plural, one {# recording} other {# recordings}} is what it was before; {left, plural, one {# recording has changed since or is missing.} other {# recordings have changed since or are missing.}}',
        { restored, left },
      );
}
