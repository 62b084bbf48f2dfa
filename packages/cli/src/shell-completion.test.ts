import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, expect, test } from 'vitest';
import { commands } from './commands.ts';
import { bashCompletion, fishCompletion, placesOf, zshCompletion } from './shell-completion.ts';

const folder = mkdtempSync(join(tmpdir(), 'hindcast-completion-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = new Command('hindcast');
for (const makeCommand of commands) program.addCommand(makeCommand());
const places = placesOf(program);

test('bash completes commands, the commands below them, flags and values', () => {
  const script = join(folder, 'completion.bash');
  writeFileSync(script, bashCompletion(places));
  const complete = (...words: string[]) => {
    const code = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _hindcast; echo "\${COMPREPLY[@]}"`;
    const args = ['--norc', '-c', code, 'bash', script, 'hindcast', ...words];
    return execFileSync('bash', args, { encoding: 'utf8' }).trim().split(' ');
  };
  expect(complete('ta')).toEqual(['tail', 'tags']);
  expect(complete('tags', '')).toEqual(['list', 'add', 'remove', 'help', '-h', '--help']);
  expect(complete('tags', 'add', '7', '--a')).toEqual(['--audio']);
  expect(complete('search', 'x', '--type', 'a')).toEqual(['all', 'audio']);
  expect(complete('search', '--app', 'tags', '--fr')).toEqual(['--from']);
  expect(complete('completion', 'z')).toEqual(['zsh']);
});

test.each([
  ['zsh', zshCompletion, "hindcast/tags) found=('list:Lists the tags"],
  ['fish', fishCompletion, "'__hindcast_at hindcast/tags' -f -a list -d 'Lists the tags"],
])('%s lists every command and what it is for', (_shell, scriptOf, line) => {
  const script = scriptOf(places);
  for (const { path } of places) expect(script).toContain(path);
  expect(script).toContain(line);
  expect(script).toContain('all ocr audio ui input');
});

test('a quotation mark in a description does not end it', () => {
  const place = { path: 'hindcast', commands: [], values: [] };
  const script = zshCompletion([{ ...place, flags: [{ word: '--x', about: "it's" }] }]);
  expect(script).toContain("'--x:it'\\''s'");
});
