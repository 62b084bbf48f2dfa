import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type RunningDaemon, startDaemon } from './support/start-daemon.ts';

const EXAMPLES = join(import.meta.dirname, '..', 'examples', 'pipes');
const WITHIN = { timeout: 60_000, interval: 200 };

let folder: string;
let dataDir: string;
let daemon: RunningDaemon;

/** The examples lie in the data folder before the sample day is stored, so that all of it is new to them. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hindcast-test-'));
  dataDir = join(folder, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  cpSync(EXAMPLES, join(dataDir, 'pipes'), { recursive: true });
  daemon = await startDaemon({ dataDir, args: ['--replay'] });
  await vi.waitFor(async () => {
    const spoken = await get('/search?content_type=audio&limit=1');
    expect(spoken.data).not.toEqual([]);
    // The day is stored piece by piece: all of it is there when frames of now are.
    expect((await get('/search?content_type=ocr&limit=1&start_time=5m+ago')).data).not.toEqual([]);
  }, WITHIN);
}, 90_000);

afterAll(async () => {
  await daemon?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Row {
  id: string;
  status: string;
  message: string;
  error: string | null;
  last_error: string | null;
  items_processed: number;
  type: string;
  content: { text: string };
}

async function get(path: string): Promise<{ data: Row[] }> {
  return (await fetch(daemon.baseUrl + path)).json() as Promise<{ data: Row[] }>;
}
async function post(path: string, body: object = {}) {
  const response = await fetch(daemon.baseUrl + path, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  expect(response.status, await response.clone().text()).toBe(200);
}

/** Sets it up, lets it run to its end, and returns that run. */
async function run(id: string, config: object): Promise<Row> {
  await post(`/pipes/${id}/config`, config);
  // Its own schedule may have started it just now.
  await vi.waitFor(() => post(`/pipes/${id}/run`), WITHIN);
  let last: Row | undefined;
  await expect
    .poll(async () => {
      last = (await get(`/pipes/${id}/executions?limit=1`)).data[0];
      return last?.status;
    }, WITHIN)
    .not.toBe('running');
  expect(last?.error).toBe(null);
  return last as unknown as Row;
}

function target(name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}
const read = (path: string, pattern: RegExp) =>
  readFileSync(join(path, readdirSync(path).find((name) => pattern.test(name)) ?? 'none'), 'utf8');

test('every example is a pipe that can run', async () => {
  const { data } = await get('/pipes');
  const shown = data.map(({ id, last_error }) => [id, last_error]);
  expect(shown).toEqual(
    readdirSync(EXAMPLES)
      .sort()
      .map((id) => [id, null]),
  );
  expect(data).toHaveLength(6);
});

test('the work journal writes a page about the sample day', async () => {
  const notes = target('journal');
  const { items_processed } = await run('work-journal', { folder: notes });
  expect(items_processed).toBeGreaterThan(50);
  const page = read(notes, /^\d{4}-\d\d-\d\d\.md$/);
  expect(page).toMatch(/## What I worked on\n\n- \*\*\d\d:\d\d–\d\d:\d\d\*\* \S/);
  expect(page).toMatch(/## What was said\n\n- \d\d:\d\d .+: \S/);
}, 90_000);

test('the meeting notes hold what was said in the sample day', async () => {
  const notes = target('meetings');
  const { items_processed } = await run('meeting-notes', { folder: notes, leastLines: 2 });
  expect(items_processed).toBeGreaterThan(0);
  const note = read(notes, /^meeting-.*\.md$/);
  expect(note).toContain('## What was said');
  expect(note).toMatch(/- \*\*.+\*\* \S/);
}, 90_000);

test('the time report adds up apps and sites', async () => {
  const notes = target('time');
  await run('time-report', { folder: notes, mostGapSeconds: 3_600 });
  const rows = read(notes, /\.csv$/)
    .trim()
    .split('\n')
    .slice(1);
  expect(rows.filter((row) => row.startsWith('app,')).length).toBeGreaterThan(2);
  expect(rows.filter((row) => row.startsWith('site,')).length).toBeGreaterThan(0);
  const seconds = rows.map((row) => Number(row.split(',').at(-1)));
  expect(seconds.every((value) => value >= 0)).toBe(true);
  expect(read(notes, /\.md$/)).toMatch(/\| App \| Time \|/);
}, 90_000);

test('where-was-i names the last windows', async () => {
  const { items_processed } = await run('where-was-i', { minutes: 600 });
  expect(items_processed).toBeGreaterThan(0);
  const { data } = await get('/pipes/where-was-i/logs');
  expect(data[0]?.message).toMatch(/^\d\d:\d\d \S/);
}, 90_000);

test('the keyword alert finds a word in the new content of the day, once', async () => {
  const [frame] = (await get('/search?content_type=ocr&limit=1&min_length=40&order=ascending'))
    .data;
  const word = /[A-Za-z]{5,}/.exec(frame?.content.text ?? '')?.[0] ?? '';
  expect(word).not.toBe('');
  await post('/pipes/keyword-alert/config', { words: [word, 'zzzznever'] });
  await post('/pipes/keyword-alert/enable', { enabled: true });
  const alerts = async () =>
    (await get('/pipes/keyword-alert/logs')).data
      .map(({ message }) => message)
      .filter((message) => message.startsWith('"'));
  await expect.poll(alerts, WITHIN).toHaveLength(1);
  expect((await alerts())[0]).toContain(`"${word}" in `);
}, 90_000);

test('the vault export keeps linked notes, each line once', async () => {
  const vault = target('vault');
  await post('/pipes/vault-export/config', { vault });
  await post('/pipes/vault-export/enable', { enabled: true });
  await expect
    .poll(async () => (await get('/pipes/vault-export/executions?limit=1')).data[0]?.status, WITHIN)
    .toBe('success');
  // What the sample day shows may reach into the day before.
  const days = readdirSync(join(vault, 'Days'), { withFileTypes: true }).filter((each) =>
    each.isFile(),
  );
  const day = days
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
    .join('\n');
  const links = [...day.matchAll(/\[\[(.+?)\]\]/g)].map(([, name]) => name);
  expect(links.length).toBeGreaterThan(5);
  const notes = ['Apps', 'People'].flatMap((part) => readdirSync(join(vault, part)));
  for (const name of new Set(links)) expect(notes).toContain(`${name}.md`);
  const blocks = [...day.matchAll(/ \^(\S+)\n/g)].map(([, block]) => block);
  expect(new Set(blocks).size).toBe(blocks.length);
}, 90_000);
