import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'hindcast-commit-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function check(message: string): { accepted: boolean; complaint: string } {
  const file = join(folder, 'COMMIT_EDITMSG');
  writeFileSync(file, message);
  const hook = join(import.meta.dirname, 'check-commit-message.mjs');
  const { status, stderr } = spawnSync(process.execPath, [hook, file], { encoding: 'utf8' });
  return { accepted: status === 0, complaint: stderr };
}

test.each([
  'fix(capture/audio): reopen the device after sleep\n',
  'feat: serve the timeline\n\nWhy it is needed.\n',
  'refactor(store)!: one table for texts\n# a comment of git\n',
  "Merge branch 'main' into topic\n",
  'Revert "feat: serve the timeline"\n',
])('%j is accepted', (message) => {
  expect(check(message)).toEqual({ accepted: true, complaint: '' });
});

test.each([
  ['fixed stuff\n', 'the first line must read like'],
  ['feature: x\n', 'the first line must read like'],
  ['fix(store):\n', 'the first line must read like'],
  [`fix: ${'x'.repeat(61)}\n`, 'the first line has 66 characters; at most 65 are allowed'],
  ['fix: a thing\nand more\n', 'leave the second line empty'],
])('%j is refused: %s', (message, complaint) => {
  const result = check(message);
  expect(result.accepted).toBe(false);
  expect(result.complaint).toContain(complaint);
});
