/** The promise: what was deleted is missing from the files of pipes too, and files that encryption does not reach are named. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { programFile } from '../support/programs.ts';
import {
  isolatedEnvironment,
  NOTHING_CAPTURED,
  type RunningDaemon,
  runDaemon,
  startDaemon,
  temporaryFolder,
} from '../support/start-daemon.ts';

const MARK = 'Quokkaphone';
const CLI = programFile('cli');
const EXAMPLE = join(import.meta.dirname, '../../examples/pipes/time-report');

let home: string;
let daemon: RunningDaemon;
beforeEach(() => {
  home = temporaryFolder();
});
afterEach(async () => {
  await daemon.stop();
  rmSync(home, { recursive: true, force: true });
});

async function post<T>(path: string, body: unknown): Promise<T> {
  const response = await fetch(daemon.baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  expect(response.ok, text).toBe(true);
  return JSON.parse(text) as T;
}

async function get<T>(path: string): Promise<T> {
  return (await (await fetch(daemon.baseUrl + path)).json()) as T;
}

/** Files that pipes wrote about the app. */
function quotes(): string[] {
  return readdirSync(join(daemon.dataDir, 'pipes'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath.endsWith('output'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => readFileSync(path, 'utf8').includes(MARK));
}

async function ended(pipe: string): Promise<void> {
  const endedAt = async () => {
    const path = `/pipes/${pipe}/executions`;
    const { data } = await get<{ data: { finished_at: string | null }[] }>(path);
    return data[0]?.finished_at;
  };
  await expect.poll(endedAt, { timeout: 60_000 }).toEqual(expect.any(String));
}

async function addFrames(): Promise<void> {
  const atMs = Date.now() - 60_000;
  const data = [0, 1_000, 2_000].map((ms) => ({
    timestamp: new Date(atMs + ms).toISOString(),
    app_name: MARK,
    window_name: 'w',
    ocr_results: [{ text: 'harbour' }],
  }));
  await post('/add', { device_name: 'monitor_1', content: { content_type: 'frames', data } });
}

async function report(): Promise<void> {
  await addFrames();
  await post('/pipes/install', { source: EXAMPLE });
  await post('/pipes/time-report/run', {});
  await ended('time-report');
  expect(quotes()).not.toEqual([]);
}

test('a deletion removes what pipes wrote since, and its receipt says so', async () => {
  daemon = await startDaemon({ dataDir: join(home, 'data'), args: NOTHING_CAPTURED });
  await report();
  const would = await post('/data/delete', { app_name: MARK, dry_run: true });
  expect(would).toMatchObject({ frames: 3, pipe_outputs: 2 });
  const job = await post('/data/delete', { app_name: MARK, wait: true });
  expect(job).toMatchObject({ state: 'done', verified: true, counts: { pipe_outputs: 2 } });
  expect(quotes()).toEqual([]);
}, 180_000);

test('a deletion that matches nothing leaves what pipes wrote', async () => {
  daemon = await startDaemon({ dataDir: join(home, 'data') });
  await report();
  const before = quotes();
  for (const wanted of [{ app_name: 'NoSuchApp' }, { frame_ids: [99_999] }]) {
    const would = await post('/data/delete', { ...wanted, dry_run: true });
    expect(would).toMatchObject({ frames: 0, pipe_outputs: 0 });
    const job = await post('/data/delete', { ...wanted, wait: true });
    expect(job).toMatchObject({ verified: true, counts: { frames: 0, pipe_outputs: 0 } });
  }
  expect(quotes()).toEqual(before);
}, 180_000);

/** Keeps what it has read, also as the name of a folder, says so, and writes it when the test lets it. */
const SLOW_PIPE = `
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
const file = (name) => import.meta.dirname + '/output/' + name;
export default { async process(data, ctx) {
  await ctx.state.set('last', '${MARK}');
  mkdirSync(file('${MARK}'));
  writeFileSync(file('ready'), '');
  while (!existsSync(file('go'))) await wait(50);
  writeFileSync(file('late.md'), '${MARK}');
} };`;

test('a run that began before the deletion ends with it, and nothing it wrote or kept is left', async () => {
  const source = join(home, 'slow');
  mkdirSync(source);
  const hindcast = { trigger: 'manual', timeout: 120, memory: 256 };
  const manifest = { name: 'slow', version: '1.0.0', main: 'index.js', type: 'module', hindcast };
  writeFileSync(join(source, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(source, 'index.js'), SLOW_PIPE);
  daemon = await startDaemon({ dataDir: join(home, 'data'), args: NOTHING_CAPTURED });
  await addFrames();
  await post('/pipes/install', { source });
  await post('/pipes/slow/run', {});
  const output = join(daemon.dataDir, 'pipes', 'slow', 'output');
  await expect.poll(() => existsSync(join(output, 'ready')), { timeout: 60_000 }).toBe(true);
  const job = await post('/data/delete', { app_name: MARK, wait: true });
  // A service that is killed from here on has nothing left to do.
  const { data } = await get<{ data: object[] }>('/pipes/slow/executions');
  expect(data[0]).toMatchObject({ error_type: 'cancelled' });
  expect(job).toMatchObject({ verified: true, counts: { pipe_outputs: 2 } });
  expect(readdirSync(output)).toEqual([]);
  const database = new DatabaseSync(join(daemon.dataDir, 'db.sqlite'), { readOnly: true });
  expect(database.prepare('SELECT * FROM pipe_state').all()).toEqual([]);
  database.close();
}, 180_000);

test('the doctor names files of pipes that an encrypted store does not encrypt', async () => {
  const dataDir = join(home, 'data');
  const passphraseFile = join(home, 'passphrase');
  writeFileSync(passphraseFile, 'correct horse battery staple\n', { mode: 0o600 });
  const env = { HINDCAST_PASSPHRASE_FILE: passphraseFile, HINDCAST_ENCRYPT: 'true' };
  daemon = await startDaemon({ dataDir, env, args: NOTHING_CAPTURED });
  await report();
  const { output } = await runDaemon(['--doctor', '--data-dir', dataDir], { home, env });
  expect(output).toMatch(/note +output +\d+ files in .*which encryption does not reach/);
}, 180_000);

/** The command without a terminal, with a passphrase it need not ask for. */
async function hindcast(...words: string[]): Promise<{ rc: number; output: string }> {
  const passphraseFile = join(home, 'passphrase');
  writeFileSync(passphraseFile, 'correct horse battery staple\n', { mode: 0o600 });
  const env = isolatedEnvironment(home, { HINDCAST_PASSPHRASE_FILE: passphraseFile });
  const args = [CLI, ...words, '--data-dir', join(home, 'data')];
  const ended = promisify(execFile)(process.execPath, args, { env }).catch((error) => error);
  const {
    code = 0,
    stdout,
    stderr,
  } = (await ended) as { [key in 'stdout' | 'stderr']: string } & {
    code?: number;
  };
  return { rc: code, output: stdout + stderr };
}

test.each([
  ['encrypt while the service runs', ['encrypt'], true],
  ['encrypt while no service runs', ['encrypt'], false],
  ['vault setup', ['vault', 'setup'], true],
])(
  '%s names files of pipes and asks before it encrypts',
  async (_, words, isRunning) => {
    const dataDir = join(home, 'data');
    daemon = await startDaemon({ dataDir, args: NOTHING_CAPTURED });
    const output = join(dataDir, 'pipes', 'reader', 'output');
    mkdirSync(join(output, 'day'), { recursive: true });
    writeFileSync(join(output, 'day', 'notes.md'), MARK);
    if (!isRunning) await daemon.stop();
    const named = `1 file in ${output}`;
    const unasked = await hindcast(...words);
    expect(unasked).toMatchObject({ rc: expect.toSatisfy((rc) => rc !== 0) });
    expect(unasked.output).toContain(named);
    expect(unasked.output).toContain('add --yes');
    expect(existsSync(join(dataDir, 'vault.json'))).toBe(false);
    const agreed = await hindcast(...words, '--yes');
    expect(agreed.rc, agreed.output).toBe(0);
    expect(agreed.output).toContain(named);
    expect(existsSync(join(dataDir, 'vault.json'))).toBe(true);
    expect(readFileSync(join(output, 'day', 'notes.md'), 'utf8')).toBe(MARK);
  },
  180_000,
);
