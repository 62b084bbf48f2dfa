import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let root: string;

/** Says its version, and pretends to install the model it is asked for. */
const NODE = `#!/bin/sh
if [ "$2" = pull-shared ]; then mkdir -p "node_modules/.cache/hindcast/models/$3"; else echo v24.0.0; fi
`;

/** A clone with three packages, as npm would fetch them: one to compile, one that brings Node, and one for tests. */
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'hindcast-install-'));
  mkdirSync(join(root, 'scripts'));
  for (const name of ['bootstrap.mjs', 'bootstrap']) {
    cpSync(join(import.meta.dirname, '..', name), join(root, 'scripts', name), { recursive: true });
  }
  pack('native', { 'binding.gyp': 'this compiles nowhere' }, {});
  const install = `const { chmodSync, mkdirSync, writeFileSync } = require('node:fs');
    mkdirSync('bin', { recursive: true });
    writeFileSync('bin/node', ${JSON.stringify(NODE)});
    chmodSync('bin/node', 0o755);`;
  pack('node', { 'install.js': install }, { scripts: { preinstall: 'node install.js' } });
  pack('checker', {}, {});
  write('package.json', {
    name: 'clone',
    private: true,
    dependencies: { native: 'file:native.tgz', node: 'file:node.tgz' },
    devDependencies: { checker: 'file:checker.tgz' },
    allowScripts: { node: true },
  });
  npm('install', '--package-lock-only', '--ignore-scripts', '--offline');
}, 60_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, content: string | object): void {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  writeFileSync(join(root, path), text);
}

function pack(name: string, files: Record<string, string>, manifest: object): void {
  mkdirSync(join(root, name, 'package'), { recursive: true });
  write(`${name}/package/package.json`, { name, version: '24.0.0', ...manifest });
  for (const [file, text] of Object.entries(files)) write(`${name}/package/${file}`, text);
  execFileSync('tar', ['-czf', `${name}.tgz`, '-C', name, 'package'], { cwd: root });
}

function npm(...args: string[]): void {
  execFileSync('npm', [...args, '--no-audit', '--no-fund'], { cwd: root, stdio: 'pipe' });
}

function bootstrap(...flags: string[]) {
  const script = join(root, 'scripts', 'bootstrap.mjs');
  return spawnSync(process.execPath, [script, ...flags], { cwd: root, encoding: 'utf8' });
}

describe.skipIf(process.platform === 'win32')('the first start', () => {
  test('installs packages without compiling any, and its own Node', () => {
    const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
    const { status, stdout, stderr } = bootstrap();
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^Installing packages .*\n {2}done in \d+ s\nInstalling Node 24 /);
    expect(readFileSync(join(root, 'node_modules/node/bin/node'), 'utf8')).toContain('v24.0.0');
    expect(stdout).toContain('Installing the speech model moonshine-tiny (22 MB, once) …\n');
    expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).toBe(lock);
    expect(existsSync(join(root, 'node_modules/checker'))).toBe(false);
  }, 60_000);

  test('has nothing to do and nothing to say the second time', () => {
    expect(bootstrap()).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });

  test('is followed by the packages for building once they are asked for, and keeps them', () => {
    expect(bootstrap('--dev')).toMatchObject({ status: 0, stderr: '' });
    expect(existsSync(join(root, 'node_modules/checker'))).toBe(true);
    expect(bootstrap('--dev')).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(bootstrap()).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(existsSync(join(root, 'node_modules/checker'))).toBe(true);
  }, 60_000);
});
