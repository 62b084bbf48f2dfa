/** A release as people get it: built, installed with npm into an empty prefix, and used without the repository. */
import { execFile, spawn } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type InstalledRelease,
  installRelease,
  type RunningRelease,
} from '../support/installed-release.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const prefix = mkdtempSync(join(tmpdir(), 'hindcast-installed-'));
let release: InstalledRelease;
let service: RunningRelease;

beforeAll(async () => {
  release = await installRelease(prefix);
  service = await release.start(['--replay', '--data-dir', join(prefix, 'data')]);
});

afterAll(async () => {
  await service?.stop();
  rmSync(prefix, { recursive: true, force: true });
});

const port = () => new URL(service.baseUrl).port;
const hindcast = (...args: string[]) => release.command('hindcast', [...args, '--port', port()]);

test('both commands run on whatever Node the machine has', async () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect((await release.command('hindcast', ['--version'])).trim()).toBe(version);
  expect(await release.command('hindcast-hub', ['--help'])).toContain('Usage: hindcast-hub');
});

test('the hub serves', async () => {
  const hub = await release.startHub(['--data-dir', join(prefix, 'hub')]);
  const health = await fetch(`${hub.baseUrl}/health`);
  await hub.stop();
  expect(await health.json()).toEqual({ status: 'ok' });
});

test('no program of the release names the folder in which it was built', () => {
  const files = globSync('{bin,packages}/**/*.{js,mjs,json}', { cwd: release.folder });
  expect(files.length).toBeGreaterThan(50);
  const naming = files.filter((file) =>
    readFileSync(join(release.folder, file), 'utf8').includes(ROOT),
  );
  expect(naming).toEqual([]);
});

test('every program has a source map', () => {
  const programs = globSync('packages/{chunks,*/src}/**/*.js', { cwd: release.folder });
  const without = programs.filter((file) => !existsSync(join(release.folder, `${file}.map`)));
  expect(without).toEqual([]);
});

test('machine code of other systems is not installed', () => {
  const native = globSync('**/*.{node,dll,dylib}', { cwd: release.folder });
  expect(native.length).toBeGreaterThan(4);
  expect(native.filter((file) => /win32|darwin|\.dll$|\.dylib$/.test(file))).toEqual([]);
});

test('npx starts it where it is not installed, and Ctrl+C ends it', async () => {
  const data = join(prefix, 'npx-data');
  const once = await release.startWithNpx(['--replay', '--data-dir', data]);
  const { status } = await fetch(`${once.baseUrl}/search?limit=1`);
  await once.stop();
  expect(status).toBe(200);
  expect(existsSync(join(data, 'db.sqlite'))).toBe(true);
  await expect(fetch(`${once.baseUrl}/health`)).rejects.toThrow();
});

test('npm refuses it on another CPU with a sentence', async () => {
  const manifest = JSON.parse(readFileSync(join(release.folder, 'package.json'), 'utf8'));
  expect([manifest.os, manifest.cpu]).toEqual([['linux'], ['x64', 'arm64']]);
  const other = join(prefix, 'other-cpu');
  mkdirSync(other);
  const { name, version, os } = manifest;
  const cpu = manifest.cpu.filter((one: string) => one !== process.arch);
  writeFileSync(join(other, 'package.json'), JSON.stringify({ name, version, os, cpu }));
  const install = promisify(execFile)('npm', [
    'install',
    '-g',
    // `npm run --silent` would have this one say nothing too.
    '--loglevel=error',
    '--prefix',
    join(prefix, 'other'),
    other,
  ]);
  await expect(install).rejects.toThrow(/EBADPLATFORM[\s\S]*Unsupported platform/);
});

test('the sample day is found', async () => {
  await expect
    .poll(() => hindcast('search', 'budget'), { timeout: 60_000 })
    .toContain('Budget for the first run');
});

test('the page, its documentation and SQL are served', async () => {
  const page = await fetch(service.baseUrl, { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain('/app/assets/');
  const bundle = await fetch(`${service.baseUrl}/docs/static/swagger-ui-bundle.js`);
  expect(bundle.status).toBe(200);
  const rows = await fetch(`${service.baseUrl}/raw_sql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'SELECT max(length(text)) AS longest FROM ocr_text' }),
  });
  expect(await rows.json()).toEqual([{ longest: expect.any(Number) }]);
});

test('a pipe written in TypeScript runs', async () => {
  await release.command('hindcast', ['pipe', 'new', 'counting']);
  await hindcast('pipe', 'install', './counting');
  await hindcast('pipe', 'run', 'counting', '--wait');
  expect(await hindcast('pipe', 'logs', 'counting')).toContain('was there');
});

/** What an assistant says before its first question. */
const HELLO = [
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
];

test('an assistant gets answers', async () => {
  const params = { name: 'search', arguments: { query: 'budget' } };
  const messages = [...HELLO, { jsonrpc: '2.0', id: 2, method: 'tools/call', params }];
  const mcp = spawn('hindcast', ['mcp', '--port', port()], {
    env: release.environment(),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  for (const message of messages) mcp.stdin.write(`${JSON.stringify(message)}\n`);
  const answers: { id?: number }[] = [];
  for await (const line of createInterface({ input: mcp.stdout })) {
    answers.push(JSON.parse(line));
    if (answers.at(-1)?.id === 2) mcp.stdin.end();
  }
  expect(JSON.stringify(answers.at(-1))).toContain('Budget for the first run');
});

test('a range becomes a video and everything a backup', async () => {
  const video = join(prefix, 'day.mp4');
  await hindcast('export', '--from', '12h ago', '-o', video);
  expect(existsSync(video)).toBe(true);
  const backup = join(prefix, 'backup');
  expect(await hindcast('backup', backup)).toContain('Backup made');
});

test('the English models of the release are in place', async () => {
  const models = await release.command('hindcast', ['models', 'list']);
  expect(models).toMatch(/moonshine-tiny\s+installed/);
  expect(models).toMatch(/minilm-moments\s+installed/);
  const pulled = await release.command('hindcast', ['models', 'pull', 'minilm-moments']);
  expect(pulled).toContain(join(release.folder, 'models', 'minilm-moments'));
});
