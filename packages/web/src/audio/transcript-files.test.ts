import { expect, test } from 'vitest';
import type { Line } from '../data/day.ts';
import { fileNameOf, TRANSCRIPT_FILES } from './transcript-files.ts';

const START_MS = new Date(2026, 10, 13, 10, 0).getTime();
const line = (atMs: number, lengthMs: number, speaker: string, text: string): Line => ({
  startMs: START_MS + atMs,
  endMs: START_MS + atMs + lengthMs,
  speaker,
  text,
  chunkId: 1,
  speakerId: null,
  device: 'mic',
  isInput: true,
  hasFile: true,
  offsetSecs: 0,
  language: 'en',
});
const lines = [
  line(-400, 1_900, 'Ana', 'Good morning.'),
  line(3_723_456, 2_000, '', 'a < b & c\n\n--> done'),
];

test('subtitles of the common kind are numbered and begin with the conversation', () => {
  expect(TRANSCRIPT_FILES.srt.write(lines, START_MS)).toBe(
    [
      '1\n00:00:00,000 --> 00:00:01,500\nAna: Good morning.\n',
      '2\n01:02:03,456 --> 01:02:05,456\nSomebody: a < b & c --> done\n',
    ].join('\n'),
  );
});

test('subtitles of the web name the voice and hold nothing that could be read as a mark', () => {
  expect(TRANSCRIPT_FILES.vtt.write(lines, START_MS)).toBe(
    [
      'WEBVTT\n',
      '00:00:00.000 --> 00:00:01.500\n<v Ana>Good morning.\n',
      '01:02:03.456 --> 01:02:05.456\n<v Somebody>a &lt; b &amp; c --&gt; done\n',
    ].join('\n'),
  );
});

test('a file has the name and the day of the conversation, without what file systems refuse', () => {
  expect(fileNameOf('Plan: a/b "now"', START_MS, 'srt')).toBe('Plan a b now 2026-11-13.srt');
  expect(fileNameOf('  ', START_MS, 'txt')).toBe('Conversation 2026-11-13.txt');
});
