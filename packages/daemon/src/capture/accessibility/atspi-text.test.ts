import { expect, test } from 'vitest';
import type { AtspiCalls, Ref } from './atspi-bus.ts';
import { ROLE } from './atspi-roles.ts';
import { SCREEN_SPACE } from './atspi-space.ts';
import { textOf } from './atspi-text.ts';

const SHOWN = { x: 10, y: 20, width: 200, height: 24 };
const FIELD: Ref = [':1.7', '/field'];

interface Field {
  role: number;
  content?: string | undefined;
  attributes?: Record<string, string>;
}

/** A program with this one field, and what it was asked. */
function programWith({ role, content, attributes = {} }: Field) {
  const asked: string[] = [];
  const answers: Record<string, unknown[]> = { GetAttributes: [attributes], GetOffsetAtPoint: [0] };
  if (content !== undefined) answers.GetText = [content];
  const answer = (question: string, value: unknown) => {
    asked.push(question);
    return value === undefined ? Promise.reject(new Error('no such thing')) : value;
  };
  const calls: AtspiCalls = {
    call: async (_, _iface, member) => answer(member, answers[member]) as unknown[],
    property: async (_, _iface, property) =>
      answer(property, { CharacterCount: content?.length }[property]),
  };
  return { asked, read: () => textOf(calls, { ref: FIELD, role, shown: SHOWN }, SCREEN_SPACE) };
}

test.each([
  ['a browser', ROLE.entry, { placeholder: 'Your family name' }],
  ['a toolkit', ROLE.text, { 'placeholder-text': 'Your family name' }],
  ['a browser, for a password', ROLE.passwordText, { placeholder: 'Your family name' }],
])('an empty field shows the hint that %s reports', async (_, role, attributes) => {
  const { read, asked } = programWith({ role, content: '', attributes });
  expect(await read()).toEqual({ text: '', hint: 'Your family name' });
  expect(asked).not.toContain('GetText');
});

test('a filled field shows what is in it and no hint', async () => {
  const field = { role: ROLE.entry, content: 'Hopper', attributes: { placeholder: 'Surname' } };
  expect(await programWith(field).read()).toEqual({ text: 'Hopper', hint: '' });
});

test('a password field with something in it, or that does not say, is not asked for it', async () => {
  for (const content of ['hunter2', undefined]) {
    const { read, asked } = programWith({ role: ROLE.passwordText, content });
    expect(await read()).toEqual({ text: '', hint: '' });
    expect(asked).not.toContain('GetText');
  }
});

test.each([
  ['a page with one long text', ROLE.entry, 4_001],
  ['an editor with a huge document', ROLE.text, 1_000_001],
])('%s is only asked for its length', async (_, role, length) => {
  const { read, asked } = programWith({ role, content: 'x'.repeat(length) });
  expect(await read()).toEqual({ text: '', hint: '' });
  expect(asked).toEqual(['CharacterCount']);
});

test('a node without its own text has none', async () => {
  expect(await programWith({ role: ROLE.comboBox }).read()).toEqual({ text: '', hint: '' });
});
