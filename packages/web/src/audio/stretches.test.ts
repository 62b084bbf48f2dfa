import { expect, test } from 'vitest';
import { stretchesOf } from './stretches.ts';

const MINUTE = 60_000;
const line = (minute: number, text: string, speaker = '') => ({
  startMs: minute * MINUTE,
  endMs: minute * MINUTE + 5_000,
  chunkId: minute,
  text,
  speaker,
  speakerId: null,
  device: 'mic',
  isInput: true,
  hasFile: true,
  offsetSecs: 0,
  language: 'en',
});

test('speech is split where nobody spoke for five minutes', () => {
  const found = stretchesOf([line(0, 'a'), line(3, 'b'), line(20, 'c')], []);
  expect(found.map(({ lines }) => lines.map(({ text }) => text))).toEqual([['a', 'b'], ['c']]);
});

test('what was said in a meeting belongs to it, and to nothing else', () => {
  const meeting = {
    id: 7,
    startMs: 10 * MINUTE,
    endMs: 30 * MINUTE,
    app: 'Meet',
    title: 'Weekly',
    attendees: '',
  };
  const found = stretchesOf(
    [line(5, 'before', 'Ana'), line(12, 'in'), line(25, 'in too')],
    [meeting],
  );
  expect(found.map(({ title, lines }) => `${title}: ${lines.length}`)).toEqual([
    'Ana: 1',
    'Weekly: 2',
  ]);
});
