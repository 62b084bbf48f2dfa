import { expect, test } from 'vitest';
import { fieldsOf, readValue } from './schema-fields.ts';

const SCHEMA = {
  type: 'object',
  required: ['folder'],
  properties: {
    folder: { type: 'string', title: 'Folder' },
    every: { type: 'integer', minimum: 1, default: 5, description: 'Minutes' },
    mode: { type: 'string', enum: ['short', 'long'] },
    apps: { type: 'array', items: { type: 'string' } },
    loud: { type: 'boolean' },
    key: { type: 'string', format: 'password' },
  },
};

test('a schema becomes fields of the right kinds', () => {
  expect(fieldsOf(SCHEMA).map(({ key, kind }) => `${key} ${kind}`)).toEqual([
    'folder text',
    'every number',
    'mode choice',
    'apps list',
    'loud boolean',
    'key secret',
  ]);
  expect(fieldsOf({})).toEqual([]);
});

test('what is typed is read as the schema says, and faults name their field', () => {
  const [folder, every, , apps, loud, key] = fieldsOf(SCHEMA);
  if (!folder || !every || !apps || !loud || !key) throw new Error('a field is missing');
  expect(readValue(folder, ' ')).toEqual({ problem: 'Folder is needed.' });
  expect(readValue(every, '7')).toEqual({ value: 7 });
  expect(readValue(every, '')).toEqual({ value: undefined });
  expect(readValue(every, 'often')).toEqual({ problem: 'every must be a number.' });
  expect(readValue(apps, 'Mail, Code ,')).toEqual({ value: ['Mail', 'Code'] });
  expect(readValue(loud, null)).toEqual({ value: false });
  // A secret that is left empty stays what it was.
  expect(readValue(key, '')).toEqual({ value: undefined });
});
