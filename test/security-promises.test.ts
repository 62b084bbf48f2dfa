/** Every promise of SECURITY.md names a test that attacks it, and that test exists. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const TEXT = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');
/** Paths without their own folder are those of the service. */
const PLACES = ['', 'packages/daemon/src'];
/** The first lines, which promise nothing. */
const WITHOUT_PROMISE = ['Security'];

function testsIn(text: string): string[] {
  return [...text.matchAll(/`([\w./*-]+\.test\.ts)`/g)].map(([, path]) => path ?? '');
}

function isThere(path: string): boolean {
  return PLACES.some((place) => {
    const [folder = '', name] = path.includes('/*') ? path.split('/*') : [path];
    const full = join(ROOT, place, folder);
    if (name === undefined) return existsSync(full);
    return existsSync(full) && readdirSync(full).some((file) => file.endsWith(name));
  });
}

test('every test that SECURITY.md names exists', () => {
  const named = testsIn(TEXT);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((path) => !isThere(path))).toEqual([]);
});

test('everybody who is kept out is kept out by a test', () => {
  const rows = TEXT.split('\n').filter(
    (line) => line.startsWith('| ') && line.split('|').length === 5,
  );
  expect(rows.length).toBeGreaterThan(14);
  const [, ...promises] = rows;
  expect(promises.filter((row) => testsIn(row).length === 0)).toEqual([]);
});

test('every section names a test', () => {
  const sections = TEXT.split(/^##? /m).slice(1);
  const untested = sections.filter((section) => testsIn(section).length === 0);
  const titles = untested.map((section) => section.split('\n')[0]);
  expect(titles.filter((title) => !WITHOUT_PROMISE.includes(title ?? ''))).toEqual([]);
});

test('every attack is named by a promise', () => {
  const attacks = readdirSync(join(import.meta.dirname, 'attacks')).filter((name) =>
    name.endsWith('.test.ts'),
  );
  const named = new Set(testsIn(TEXT));
  expect(attacks.filter((name) => !named.has(`test/attacks/${name}`))).toEqual([]);
});
