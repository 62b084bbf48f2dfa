import { describe, expect, test } from 'vitest';
import { toldAgain, toldUndone } from './retranscription-text.ts';

const failure = { audio_chunk_id: 7, code: 'AUDIO_GONE' };

describe('recordings that were transcribed again', () => {
  test.each([
    [[], 'Transcribed 11 recordings again.'],
    [[failure], 'Transcribed 11 recordings again. 1 recording failed and stays as it was.'],
    [
      [failure, failure],
      'Transcribed 11 recordings again. 2 recordings failed and stay as they were.',
    ],
  ])('are reported with those that failed: %j', (failed, text) => {
    expect(toldAgain({ chunks_processed: 11, transcriptions: [], failed })).toBe(text);
  });
});

describe('taking it back', () => {
  test.each([
    [2, 2, 'The text is what it was before.'],
    [1, 0, 'Nothing was taken back: 1 recording has changed since or is missing.'],
    [2, 0, 'Nothing was taken back: 2 recordings have changed since or are missing.'],
    [
      3,
      1,
      'The text of 1 recording is what it was before; 2 recordings have changed since or are missing.',
    ],
  ] as const)('of %d recordings, when %d were, is reported as it is', (asked, restored, text) => {
    expect(toldUndone(asked, restored)).toBe(text);
  });
});
