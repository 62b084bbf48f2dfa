import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findReleaseFiles, UnknownFileError } from './release-files.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** What a thread or a process does or says of itself. */
const IS_PROGRAM = /^\s*(?:await )?serveCalls[<(]|^\/?\*\*? Entry of|^ \* Entry of/m;
/** The programs of pipes are packed into one text during the build. */
const PACKED = [
  'packages/daemon/src/pipes/child/main.ts',
  'packages/daemon/src/pipes/walls/raise.ts',
];
const FOR_TESTS = /\.(test|fixture|conformance)\.ts$|\/testing\//;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hindcast-release-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

function write(file: string, text = ''): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

test('a release has every thread and every child process of the sources', () => {
  const { programs } = findReleaseFiles(ROOT);
  const started = globSync('packages/*/src/**/*.ts', { cwd: ROOT })
    .filter((file) => !FOR_TESTS.test(file) && !PACKED.includes(file))
    .filter((file) => IS_PROGRAM.test(readFileSync(join(ROOT, file), 'utf8')));
  expect(started.filter((file) => !programs.includes(file))).toEqual([]);
  expect(started.length).toBeGreaterThan(10);
});

test('a release has the page, the sample day, the examples and the networks that read screens', () => {
  const { assets } = findReleaseFiles(ROOT);
  expect(assets).toEqual(
    expect.arrayContaining([
      'examples/pipes',
      'packages/daemon/assets/sample',
      'packages/screen-ocr/model',
      'packages/web/dist',
    ]),
  );
});

test('programs are found in every form in which a source names one', () => {
  write('packages/daemon/src/a.ts', `new Worker(new URL('./b-thread.ts', import.meta.url));`);
  write('packages/daemon/src/b-thread.ts', `startThread('./late/c.ts');`);
  write('packages/daemon/src/late/c.ts', `import '../d.ts';`);
  write('packages/daemon/src/d.ts');
  write('packages/cli/src/e.ts', `join(import.meta.dirname, '..', '..', 'mcp', 'src', 'f.ts');`);
  write('packages/mcp/src/f.ts');
  const { programs } = findReleaseFiles(folder);
  expect(programs.filter((file) => !file.endsWith('/main.ts'))).toEqual([
    'packages/daemon/src/b-thread.ts',
    'packages/daemon/src/late/c.ts',
    'packages/mcp/src/f.ts',
  ]);
});

test('a path that leads to no file stops the build', () => {
  write('packages/daemon/src/a.ts', `new URL('./missing-thread.ts', import.meta.url);`);
  expect(() => findReleaseFiles(folder)).toThrow(UnknownFileError);
});

test('a path that is only known at run time stops the build', () => {
  write('packages/daemon/src/a.ts', `join(import.meta.dirname, name, 'x.ts');`);
  expect(() => findReleaseFiles(folder)).toThrow(UnknownFileError);
});

test('files that only tests use are not part of a release', () => {
  write('packages/daemon/src/a.test.ts', `new URL('./missing.ts', import.meta.url);`);
  write('packages/daemon/src/testing/b.ts', `new URL('./missing.ts', import.meta.url);`);
  expect(findReleaseFiles(folder).assets).toEqual([]);
});
