import { expect, test } from 'vitest';
import { deletionAmount, deletionReceipt, pipeOutputNote } from './deletion-amount.ts';

const NOTHING = {
  frames_deleted: 0,
  audio_transcriptions_deleted: 0,
  audio_chunks_deleted: 0,
  accessibility_deleted: 0,
  ui_events_deleted: 0,
};

test('an hour with only clicks, recordings or texts of windows is not empty', () => {
  expect(deletionAmount({ ...NOTHING, ui_events_deleted: 1 })).toBe('1 event');
  expect(deletionAmount({ ...NOTHING, audio_chunks_deleted: 2 })).toBe('2 recordings');
  expect(deletionAmount({ ...NOTHING, accessibility_deleted: 1 })).toBe('1 text of a window');
});

test('everything that goes is named', () => {
  const counts = { ...NOTHING, frames_deleted: 3, audio_transcriptions_deleted: 1 };
  expect(deletionAmount(counts)).toBe('3 pictures and 1 line of speech');
  expect(deletionAmount({ ...counts, ui_events_deleted: 4 })).toBe(
    '3 pictures, 1 line of speech and 4 events',
  );
});

test('nothing is nothing', () => {
  expect(deletionAmount(NOTHING)).toBeUndefined();
});

test('output of pipes that goes too is named', () => {
  expect(pipeOutputNote(NOTHING)).toBe('');
  expect(pipeOutputNote({ ...NOTHING, pipe_outputs_deleted: 2 })).toMatch(
    /^ 2 outputs of pipes .* will be deleted too/,
  );
});

test('the receipt names what a deletion does not touch, where something was deleted', () => {
  expect(deletionReceipt({ ...NOTHING, frames_deleted: 1 })).toBe(
    'Deleted 1 picture. Backups you made and exported videos are yours to delete.',
  );
  expect(deletionReceipt(NOTHING)).toBe('Deleted nothing.');
});
