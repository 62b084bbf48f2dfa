import { expect, test } from 'vitest';
import { typedValue } from './typed-value.ts';

const days = { type: 'integer', expects: 'a whole number from 0 to 3650' } as const;

test.each(['', '  ', 'soon'])('a number field with "%s" is not saved', (text) => {
  expect(typedValue(days, text)).toEqual({
    problem: 'Not saved: it must be a whole number from 0 to 3650.',
  });
});

test('a number is saved as a number, and an empty text as a text', () => {
  expect(typedValue(days, '30')).toEqual({ value: 30 });
  expect(typedValue({ type: 'text', expects: 'a host name' }, '')).toEqual({ value: '' });
});
