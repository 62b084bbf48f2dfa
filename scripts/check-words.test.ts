import { expect, test } from 'vitest';
import { findWords } from './check-words.ts';

const FILE = 'packages/daemon/src/serve/access/guard.ts';
const at = (text: string, path = FILE) => findWords(path, text).map(({ line }) => line);

test.each([
  '// The caller is told.',
  'const wish = read();',
  '/** Runs in a process of its own. */',
  "throw new Error('the file is gone');",
  'Lies beside the folder.',
])('%s is found', (text) => {
  expect(at(`one\n${text}\n`)).toEqual([2]);
});

test.each(['const devices_told = 1;', '// Reported to the caller.', 'class MonitorGoneError {}'])(
  '%s is accepted',
  (text) => {
    expect(at(text)).toEqual([]);
  },
);

test('the finding names what to write instead', () => {
  expect(findWords(FILE, '// made anew')).toEqual([
    { line: 1, text: '"anew": write again, rewrite, rebuild' },
  ]);
});

test.each([
  '// Four bytes at a time: 4 ms instead of 18.',
  ' * A thousand frames took 2.6 ms this way.',
  '/** Costs 25 ms of processor time. */',
])('the benchmark figure in %j is found', (text) => {
  expect(at(text)).toEqual([1]);
});

test.each([
  'const timeoutMs = 25; // costs nothing',
  "log('took 20 ms');",
  '// Pings every 30 ms.',
])('%s has no benchmark figure', (text) => {
  expect(at(text)).toEqual([]);
});

test('folders that are excepted, and names of the sync format, are left alone', () => {
  expect(at('// told', 'docs/decisions/0001-node-24-from-npm.md')).toEqual([]);
  expect(at("{ kind: 'gone', of: 'frame', id: '1' },")).toEqual([]);
  expect(at('told', 'packages/daemon/assets/text.json')).toEqual([]);
});

test('columns of the store keep their names, and its comments do not use them', () => {
  const file = 'packages/daemon/src/store/sync/sent-rows.ts';
  expect(at("prepare('UPDATE sync_segment SET told = ?')", file)).toEqual([]);
  expect(at('// Others are told.', file)).toEqual([1]);
  expect(at("prepare('SELECT told')", 'packages/daemon/src/store/store.ts')).toEqual([1]);
});
