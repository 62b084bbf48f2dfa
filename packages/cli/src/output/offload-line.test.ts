import { expect, test } from 'vitest';
import { offloadLine } from './offload-line.ts';

const state = { moved: 12, moved_bytes: 3_400_000, waiting: 0, lost: 0, error: null };

test('what was moved is one line', () => {
  expect(offloadLine(state)).toBe('12 files (3.4 MB)');
});

test('what waits, what is lost and what fails are in it', () => {
  const line = offloadLine({ ...state, waiting: 2, lost: 1, error: 'the place does not answer' });
  expect(line).toBe('12 files (3.4 MB), 2 waiting, 1 lost, failing: the place does not answer');
});
