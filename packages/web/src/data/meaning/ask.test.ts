import type { AskPart } from '@hindcast/client';
import { expect, test } from 'vitest';
import { type Asked, hostOf, withPart } from './ask.ts';

test('the parts of an answer add up, and a phrased answer replaces the extract', () => {
  const assistant = { host: '127.0.0.1:11434', model: 'm', error: null };
  const parts: AskPart[] = [
    { name: 'understood', data: { question: 'q?', query: 'q', understood: [] } },
    { name: 'answer', data: { answer: { by: 'extract', sentences: [] }, assistant: null } },
  ];
  const asked = parts.reduce<Asked>(withPart, { isComplete: false });
  expect(asked).toMatchObject({ query: 'q', answer: { by: 'extract' }, assistant: null });
  const phrased: AskPart = {
    name: 'answer',
    data: { answer: { by: 'assistant', sentences: [] }, assistant },
  };
  expect(withPart(asked, phrased)).toMatchObject({
    ...{ query: 'q', answer: { by: 'assistant' }, assistant: { model: 'm' } },
  });
});

test('a model has a host only where an address is set', () => {
  expect(hostOf('http://127.0.0.1:11434/v1')).toBe('127.0.0.1:11434');
  expect(hostOf('')).toBeUndefined();
  expect(hostOf(undefined)).toBeUndefined();
});
