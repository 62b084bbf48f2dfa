import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findInstall } from './install-kind.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hindcast-kind-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function install(path: string, manifest: object) {
  const root = join(folder, path);
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, 'package.json'), JSON.stringify(manifest));
  return findInstall(root);
}

test('these tests run from source', () => {
  expect(findInstall()).toMatchObject({ kind: 'source', startCommand: 'npm start' });
});

test.each([
  ['lib/node_modules/hindcast', 'npm', 'hindcast start'],
  ['.npm/_npx/0123abcd/node_modules/hindcast', 'npx', 'npx hindcast start'],
  ['usr/lib/hindcast', 'debian', 'hindcast start'],
])('a release in %s is of the kind %s', (path, kind, startCommand) => {
  expect(install(path, { name: 'hindcast' })).toMatchObject({ kind, startCommand });
});

test('a clone is source wherever it lies', () => {
  const clone = install('node_modules/hindcast', { name: 'hindcast', workspaces: ['packages/*'] });
  expect(clone.kind).toBe('source');
});
