import { expect, test } from 'vitest';
import type { AtspiBus, Ref } from './atspi-bus.ts';
import { ROLE } from './atspi-roles.ts';
import { SCREEN_SPACE } from './atspi-space.ts';
import { readNode } from './atspi-text.ts';

const AREA = { x: 0, y: 0, width: 800, height: 600 };
const FIELD: Ref = [':1.7', '/field'];

interface Field {
  role: number;
  name?: string;
  content?: string | undefined;
  attributes?: Record<string, string>;
}

/** A program with this one field, and what it was asked. */
function programWith({ role, name = '', content, attributes = {} }: Field) {
  const asked: string[] = [];
  const answers: Record<string, unknown[]> = {
    GetRole: [role],
    GetExtents: [[10, 20, 200, 24]],
    GetAttributes: [attributes],
    GetOffsetAtPoint: [0],
  };
  if (content !== undefined) answers.GetText = [content];
  const answer = (question: string, value: unknown) => {
    asked.push(question);
    return value === undefined ? Promise.reject(new Error('no such thing')) : value;
  };
  const bus: AtspiBus = {
    call: async (_, _iface, member) => answer(member, answers[member]) as unknown[],
    property: async (_, _iface, property) =>
      answer(property, { Name: name, CharacterCount: content?.length }[property]),
    listen: async () => {},
    pidOf: async () => 1,
    isOpen: () => true,
    close: () => {},
  };
  return { asked, read: () => readNode(bus, FIELD, AREA, SCREEN_SPACE) };
}

test.each([
  ['a browser', ROLE.entry, { placeholder: 'Your family name' }],
  ['a toolkit', ROLE.text, { 'placeholder-text': 'Your family name' }],
  ['a browser, for a password', ROLE.passwordText, { placeholder: 'Your family name' }],
])('an empty field shows the hint that %s tells', async (_, role, attributes) => {
  const { read, asked } = programWith({ role, name: 'Surname', content: '', attributes });
  expect(await read()).toMatchObject({
    name: 'Surname',
    text: '',
    hint: 'Your family name',
    bounds: { x: 10, y: 20, width: 200, height: 24 },
  });
  expect(asked).not.toContain('GetText');
});

test('a filled field shows what is in it and no hint', async () => {
  const field = { role: ROLE.entry, content: 'Hopper', attributes: { placeholder: 'Surname' } };
  expect(await programWith(field).read()).toMatchObject({ text: 'Hopper', hint: '' });
});

test('a password field with something in it, or that does not say, is left out unread', async () => {
  for (const content of ['hunter2', undefined]) {
    const { read, asked } = programWith({ role: ROLE.passwordText, name: 'Pass', content });
    expect(await read()).toBeUndefined();
    expect(asked).not.toContain('GetText');
  }
});

test('what has a name only, such as a choice from a list, keeps it', async () => {
  const { read } = programWith({ role: ROLE.comboBox, name: 'Country' });
  expect(await read()).toMatchObject({ name: 'Country', text: '', hint: '' });
});
