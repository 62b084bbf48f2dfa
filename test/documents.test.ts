/** The documents against the repository: links lead somewhere, named folders and commands exist, and the README stays short. */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const MAX_README_LINES = 120;
const MAX_WORDS_PER_CELL = 25;

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const documents = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)));

/** As the renderer makes them: lower case, spaces as hyphens, no punctuation. */
function anchorsOf(path: string): string[] {
  const headings = readFileSync(path, 'utf8').match(/^#+ .*$/gm) ?? [];
  return headings.map((heading) =>
    heading
      .replace(/^#+ /, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function brokenLinks(document: string): string[] {
  const targets = [...read(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => {
    if (/^[a-z]+:/.test(target)) return false;
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? join(ROOT, document) : join(ROOT, dirname(document), path);
    if (!existsSync(file)) return true;
    return anchor !== undefined && !anchorsOf(file).includes(anchor);
  });
}

test.each(documents)('%s links only to what exists', (document) => {
  expect(brokenLinks(document)).toEqual([]);
});

test('the README is short, and so are the cells of its tables', () => {
  const lines = read('README.md').trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(MAX_README_LINES);
  const cells = lines.filter((line) => line.startsWith('|')).flatMap((line) => line.split('|'));
  expect(cells.filter((cell) => cell.trim().split(/\s+/).length > MAX_WORDS_PER_CELL)).toEqual([]);
});

test('every command that the README and the docs name exists', () => {
  const known = globSync('packages/cli/src/commands/*/*.ts', { cwd: ROOT })
    .map(read)
    .flatMap((source) => [...source.matchAll(/new Command\('(\w+)'/g)].map(([, name]) => name));
  const named = ['README.md', 'docs/command-line.md', 'docs/privacy.md', 'docs/pipes.md'].flatMap(
    (path) => [...read(path).matchAll(/(?:npx |`)hindcast ([a-z]+)/g)].map(([, name]) => name),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

test('every folder in the table of ARCHITECTURE.md exists', () => {
  const [, daemon = '', others = ''] =
    /In `packages\/daemon\/src`:(.*)The other packages and folders:(.*)## Who may import/s.exec(
      read('ARCHITECTURE.md'),
    ) ?? [];
  const missing = [
    ...foldersIn(daemon).filter((path) => !existsSync(join(ROOT, 'packages/daemon/src', path))),
    ...foldersIn(others).filter((path) => !existsSync(join(ROOT, path))),
  ];
  expect(foldersIn(daemon).length).toBeGreaterThan(10);
  expect(missing).toEqual([]);
});

/** The first column: later names of a row stand for siblings of the first one. */
function foldersIn(table: string): string[] {
  const rows = table.split('\n').filter((line) => /^\| `/.test(line));
  return rows.flatMap((row) => {
    const names = [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(
      ([, name = '']) => name,
    );
    const parent = names[0]?.includes('/') ? dirname(names[0]) : '.';
    return names
      .map((name, at) => (at === 0 ? name : join(parent, name)))
      .filter((name) => !name.includes('*'));
  });
}
