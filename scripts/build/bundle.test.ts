import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundle } from './bundle.ts';

const SOURCE = `
/** @license – */
export const dashes = /^[-–—]+$/u;
export const emoji = /^[🯰-🯹]$/u;
export const kana = new RegExp(String.raw\`^[ア-ヶー]+$\`);
export const text = '… → ü';
`;
const FILE = 'packages/example/src/main';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hindcast-bundle-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

test('a program has one byte for each character, and patterns and texts mean the same', async () => {
  mkdirSync(join(folder, 'packages/example/src'), { recursive: true });
  writeFileSync(join(folder, `${FILE}.ts`), SOURCE);
  const target = join(folder, 'target');
  await bundle({ root: folder, entries: [`${FILE}.ts`], external: [], target });
  const program = join(target, `${FILE}.js`);
  expect(readFileSync(program, 'utf8')).not.toMatch(/[^\0-\u00ff]/);
  const { dashes, emoji, kana, text } = await import(program);
  expect([dashes.test('–-—'), dashes.test('a'), emoji.test('🯴'), emoji.test('4')]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect([kana.test('カー'), kana.test('か'), text]).toEqual([true, false, '… → ü']);
});
