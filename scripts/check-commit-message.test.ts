import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'hindcast-commit-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PROGRAM = join(import.meta.dirname, 'check-commit-message.mjs');

function check(message: string): { accepted: boolean; complaint: string } {
  const file = join(folder, 'COMMIT_EDITMSG');
  writeFileSync(file, message);
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, file], { encoding: 'utf8' });
  return { accepted: status === 0, complaint: stderr };
}

test.each([
  'fix(capture/audio): reopen the device after sleep\n',
  'feat: serve the timeline\n\nWhy it is needed.\n',
  'bench(desktop): open two more programs\n',
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

/** A repository whose commits have these messages, oldest first; `tag:` before a message tags its commit. */
function repository(name: string, messages: readonly string[]): string {
  const path = join(folder, name);
  mkdirSync(path);
  git(path, 'init', '--quiet', '--initial-branch=main');
  for (const message of messages) {
    const [, tag, text = ''] = /^(?:(v[0-9.]+): )?(.*)$/s.exec(message) ?? [];
    git(path, 'commit', '--quiet', '--allow-empty', '--no-verify', '--message', text);
    if (tag !== undefined) git(path, 'tag', tag);
  }
  return path;
}

function git(cwd: string, ...args: string[]): void {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org'];
  const safe = ['-c', 'commit.gpgsign=false', '-c', 'core.hooksPath=/dev/null'];
  const { status, stderr } = spawnSync('git', [...identity, ...safe, ...args], {
    cwd,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
}

function checkHistory(cwd: string): { accepted: boolean; complaint: string } {
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, '--history'], {
    cwd,
    encoding: 'utf8',
  });
  return { accepted: status === 0, complaint: stderr };
}

const TOO_LONG = `fix: ${'x'.repeat(61)}`;
const ACCEPTED = { accepted: true, complaint: '' };

test('the history is refused for a long subject, and the commit is named', () => {
  const path = repository('long', ['feat: one', TOO_LONG, 'fix: two\n\nWhy.']);
  const { accepted, complaint } = checkHistory(path);
  expect(accepted).toBe(false);
  expect(complaint).toMatch(/^commit message: [0-9a-f]{7,}: the first line has 66 characters.*\n$/);
});

test('commits up to the previous release are not checked again, those of this release are', () => {
  expect(checkHistory(repository('old', [`v1.0.0: ${TOO_LONG}`, 'v1.1.0: fix: two']))).toEqual(
    ACCEPTED,
  );
  const release = repository('new', ['v1.0.0: feat: one', `v1.1.0: ${TOO_LONG}`]);
  expect(checkHistory(release).accepted).toBe(false);
});

test('without a release, the last 50 commits are checked', () => {
  const later = Array.from({ length: 49 }, (_, index) => `fix: ${index}`);
  const path = repository('many', [TOO_LONG, ...later]);
  expect(checkHistory(path).accepted).toBe(false);
  git(path, 'commit', '--quiet', '--allow-empty', '--message', 'fix: the fiftieth');
  expect(checkHistory(path)).toEqual(ACCEPTED);
});

test('a shallow clone is judged by the commits that it has', () => {
  const path = repository('full', ['v1.0.0: feat: one', TOO_LONG, 'fix: two']);
  git(folder, 'clone', '--quiet', '--depth=1', `file://${path}`, 'depth-1');
  git(folder, 'clone', '--quiet', '--depth=2', `file://${path}`, 'depth-2');
  expect(checkHistory(join(folder, 'depth-1'))).toEqual(ACCEPTED);
  expect(checkHistory(join(folder, 'depth-2')).accepted).toBe(false);
});

test('a folder without history is accepted, also inside the checkout of another project', () => {
  const other = repository('other', [TOO_LONG]);
  const unpacked = join(other, 'unpacked');
  mkdirSync(unpacked);
  expect(checkHistory(unpacked)).toEqual(ACCEPTED);
  expect(checkHistory(folder)).toEqual(ACCEPTED);
});
