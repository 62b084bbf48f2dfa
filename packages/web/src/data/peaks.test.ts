import { expect, test } from 'vitest';
import { loudness } from './peaks.ts';

const outline = { durationSecs: 8, peaks: [0.1, 0.2, 0.4, 0.1, 0, 0.2, 0.1, 0.1] };

test('each bar is the loudest moment of its part, against the loudest of the recording', () => {
  expect(loudness(outline, 0, 8, 4)).toEqual([0.5, 1, 0.5, 0.25]);
});

test('a line that is a piece of the recording gets only that piece', () => {
  expect(loudness(outline, 2, 4, 2)).toEqual([1, 0.25]);
  expect(loudness(outline, 4, 5, 1)).toEqual([0]);
});

test('a line that ends after its recording is silent there, and an empty outline is silence', () => {
  expect(loudness(outline, 7, 9, 2)).toEqual([0.25, 0]);
  expect(loudness({ durationSecs: 0, peaks: [] }, 0, 1, 2)).toEqual([0, 0]);
});
