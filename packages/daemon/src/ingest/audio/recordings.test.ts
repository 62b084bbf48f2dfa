import { expect, test } from 'vitest';
import type { Draft } from './draft.ts';
import { moveOn, openRecordings, type Recording, storedState } from './recordings.ts';

const draft = () => ({}) as Draft;

test('a recording goes from its first word to who spoke, and never back', () => {
  const recording = openRecordings().of(draft());
  const seen = [recording.state];
  for (const state of ['kept', 'transcribed', 'identified'] as const) {
    moveOn(recording, state);
    seen.push(recording.state);
  }
  expect(seen).toEqual(['spooling', 'kept', 'transcribed', 'identified']);
  expect(() => moveOn(recording, 'kept')).toThrow('identified cannot be kept');
  expect(recording.state).toBe('identified');
});

test('a draft has one recording', () => {
  const recordings = openRecordings();
  const one = draft();
  moveOn(recordings.of(one), 'kept');
  expect(recordings.of(one).state).toBe('kept');
  expect(recordings.of(draft()).state).toBe('spooling');
});

test('a recording is held by its file before it has a row, and until its last holder lets it go', () => {
  const recordings = openRecordings();
  const recording: Recording = { state: 'spooling', fileName: 'a.ogg' };
  recordings.hold(recording, 'scribe');
  expect(recordings.isHeld({ chunkId: 7, filePath: '/x/a.ogg' })).toBe(true);
  recording.chunkId = 7;
  recordings.hold(recording, 'backlog');
  recordings.release(recording, 'scribe');
  expect(recordings.isHeld({ chunkId: 7 })).toBe(true);
  expect(recordings.countHeldBy('backlog')).toBe(1);
  recordings.release(recording, 'backlog');
  expect(recordings.isHeld({ chunkId: 7, filePath: '/x/a.ogg' })).toBe(false);
});

test('the store says whether a recording that nobody holds has its text', () => {
  expect(storedState({ isTextFinal: false })).toBe('kept');
  expect(storedState({ isTextFinal: true })).toBe('transcribed');
});
