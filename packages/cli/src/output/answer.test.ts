import type { AskReply, Evidence } from '@hindcast/client';
import { expect, test } from 'vitest';
import { answerLines } from './answer.ts';

const LOOK = {
  webUrl: 'http://127.0.0.1:3030',
  columns: 60,
  style: { bold: (text: string) => text, dim: (text: string) => text },
};
const ITEM = {
  type: 'UI',
  content: { id: 1, timestamp: '', text: '', app_name: '', window_name: '' },
} as const;
const FRAME: Evidence = {
  ...{ id: 'e1', by: 'both', similarity: 0.6, item: ITEM, speaker: null },
  passage: 'Your rent will be adjusted to 1,240 from January.',
  timestamp: '2026-11-10T14:02:11.000Z',
  ...{ app_name: 'Firefox', window_name: 'Letter', browser_url: null },
  place: { kind: 'screen', frame_id: 12, boxes: [] },
};
const SAID: Evidence = {
  ...FRAME,
  ...{ id: 'e2', passage: 'We moved it to \u001b[31maluminium.', app_name: null },
  speaker: { id: 3, name: 'Priya' },
  place: { kind: 'sound', audio_chunk_id: 7, start_secs: 3.2, end_secs: 9.8 },
};
const REPLY: AskReply = {
  ...{ question: 'what about the rent?', query: 'what about the rent?', understood: [] },
  answer: {
    by: 'extract',
    sentences: [{ text: 'Your rent will be adjusted.', evidence: ['e1', 'e2'], check: 'quoted' }],
  },
  evidence: [FRAME, SAID],
  nothing_found: false,
  meaning: { state: 'ready', waiting: 0, hint: null },
  assistant: null,
};

test('an answer names its evidence, and each piece has its time, its place and a link', () => {
  const lines = answerLines(REPLY, LOOK);
  expect(lines[0]).toBe('Your rent will be adjusted. [1][2]');
  const text = lines.join('\n');
  expect(text).toMatch(/\[1\] 2026-11-10 \d\d:\d\d {2}Firefox · Letter/);
  expect(text).toContain('http://127.0.0.1:3030/app/frame/12');
  expect(text).toMatch(/\[2\] .* Priya said\n {4}We moved it to \[31maluminium\.\n/);
  expect(text).toContain('/app/timeline?at=2026-11-10T14%3A02%3A11.000Z');
  expect(text).not.toContain('\u001b');
});

test('what the question named is shown as filters', () => {
  const understood = [{ kind: 'time', text: 'last Tuesday', label: 'Tue 10 Nov' } as const];
  const [first] = answerLines({ ...REPLY, understood }, LOOK);
  expect(first).toBe('Only time: Tue 10 Nov  (--ignore removes one)');
});

test('a phrased sentence without proof is marked, and the model is named with its host', () => {
  const answer: AskReply['answer'] = {
    by: 'assistant',
    sentences: [
      { text: 'It rises.', evidence: ['e1'], check: 'cited' },
      { text: 'It is unfair.', evidence: [], check: 'uncited' },
      { text: 'It is illegal.', evidence: ['e9'], check: 'wrong_citation' },
    ],
  };
  const assistant = { host: '127.0.0.1:11434', model: 'small', error: null };
  expect(answerLines({ ...REPLY, answer, assistant }, LOOK).slice(0, 4)).toEqual([
    'It rises. [1]',
    'It is unfair. (unproven)',
    'It is illegal. [9] (unproven)',
    'Phrased by small at 127.0.0.1:11434.',
  ]);
});

test('nothing found, a missing model, a backlog and a silent assistant are said so', () => {
  const answer: AskReply['answer'] = { by: 'nothing', sentences: [] };
  const nothing: AskReply = { ...REPLY, answer, evidence: [], nothing_found: true };
  const noModel = { state: 'no_model', waiting: 0, hint: 'hindcast models pull x' } as const;
  expect(answerLines({ ...nothing, meaning: noModel }, LOOK)).toEqual([
    'Nothing that was captured answers this.',
    'Only words were compared, not their meaning. hindcast models pull x',
  ]);
  const behind = { state: 'behind', waiting: 1, hint: null } as const;
  const assistant = { host: 'far.example', model: 'm', error: 'it timed out' };
  expect(answerLines({ ...REPLY, meaning: behind, assistant }, LOOK).slice(-2)).toEqual([
    '1 document still to be read for the meaning.',
    'The model at far.example did not answer: it timed out',
  ]);
});

test('long passages are broken at spaces', () => {
  const long = { ...FRAME, passage: 'word '.repeat(40).trim() };
  const lines = answerLines({ ...REPLY, evidence: [long] }, LOOK);
  expect(lines.filter((line) => line.includes('word')).length).toBeGreaterThan(3);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(60);
});
