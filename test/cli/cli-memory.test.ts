/** The commands that work on the whole memory (videos, tags, speakers, coverage) on the sample day. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hindcastClient } from '@hindcast/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../support/desktop.ts';
import { programFile } from '../support/programs.ts';
import {
  isolatedEnvironment,
  type RunningDaemon,
  startDaemon,
  temporaryFolder,
} from '../support/start-daemon.ts';

const CLI = programFile('cli');
const home = temporaryFolder();
const runFile = promisify(execFile);

let daemon: RunningDaemon;
let frameId: number;
let chunkId: number;

beforeAll(async () => {
  daemon = await startDaemon({ args: ['--replay', '--disable-audio'] });
  const client = hindcastClient({ baseUrl: daemon.baseUrl });
  [frameId, chunkId] = await until('the sample day', async () => {
    const [frame] = (await client.search({ content_type: 'ocr', q: 'mail', limit: 1 })).data;
    const [speech] = (await client.search({ content_type: 'audio', limit: 1 })).data;
    return (
      frame?.type === 'OCR' &&
      speech?.type === 'Audio' &&
      ([frame.content.frame_id, speech.content.chunk_id] as const)
    );
  });
}, 90_000);
afterAll(async () => {
  await daemon?.stop();
  await rm(home, { recursive: true, force: true });
});

async function hindcast(...args: string[]) {
  return runFile(process.execPath, [CLI, ...args], { env: isolatedEnvironment(home, {}) });
}
/** What it prints when it works on the sample day. */
async function run(...args: string[]): Promise<string> {
  return (await hindcast(...args, '--data-dir', daemon.dataDir)).stdout;
}

describe('hindcast export', { timeout: 180_000 }, () => {
  /** Some of the sample day's newest frames: a video of all of them says no more. */
  let range: string[];
  beforeAll(async () => {
    const client = hindcastClient({ baseUrl: daemon.baseUrl });
    const { data } = await client.search({ content_type: 'ocr', limit: 12 });
    const times = data.flatMap((item) => (item.type === 'OCR' ? [item.content.timestamp] : []));
    range = ['--from', times.at(-1) ?? '', '--to', times[0] ?? ''];
  });

  const exported = () => readdir(join(daemon.dataDir, 'exports')).catch(() => []);

  test('writes a video where it is asked to, shows how far it is, and keeps no other', async () => {
    const file = join(home, 'day.mp4');
    const { stdout, stderr } = await hindcast(
      ...['export', ...range, '--fps', '10', '-o', file],
      ...['--data-dir', daemon.dataDir],
    );
    expect(stdout).toMatch(/^\d+ frames, [\d.]+ s, [\d.]+ MB\nWritten to .*day\.mp4\n$/);
    expect(stderr).toMatch(/^Export: 0 % of the frames\n/);
    expect(stderr).toContain('Export: 100 % of the frames\n');
    expect((await readFile(file)).subarray(4, 8).toString()).toBe('ftyp');
    expect((await exported()).filter((name) => name.endsWith('.mp4'))).toEqual([]);
  });

  test('leaves it in the data folder otherwise, and reports what it holds', async () => {
    const facts = JSON.parse(await run('export', ...range, '--json'));
    expect(Object.keys(facts)).toEqual([
      'file_path',
      'frame_count',
      'skipped_count',
      'duration_secs',
      'file_size_bytes',
    ]);
    expect(facts.duration_secs).toBe(facts.frame_count);
    expect(await exported()).toContain(facts.file_path.split(/[\\/]/).at(-1));
  });

  test('says what is wrong', async () => {
    const nothing = run('export', '--from', '2000-01-01', '--to', '2000-01-02');
    await expect(nothing).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('there is no frame to show'),
    });
    await expect(run('export', '--fps', '0')).rejects.toMatchObject({ code: 2 });
    const nowhere = run('export', ...range, '-o', join(home, 'none', 'x.mp4'));
    const { stderr, code } = (await nowhere.catch((error: unknown) => error)) as {
      stderr: string;
      code: number;
    };
    expect(code).toBe(1);
    // What took long to make is not lost.
    expect(existsSync(/it is in (.*\.mp4)/.exec(stderr)?.[1] ?? '')).toBe(true);
  });
});

describe('hindcast tags', { timeout: 180_000 }, () => {
  test('adds, lists and removes tags of frames and recordings', async () => {
    const frame = String(frameId);
    expect(await run('tags', 'list')).toMatch(/^nordhaven {2}\(2 frames, 0 recordings\)$/m);
    expect(await run('tags', 'add', frame, 'to do', 'bank')).toBe(`Frame ${frame}: bank, to do\n`);
    const recording = String(chunkId);
    expect(await run('tags', 'add', recording, 'bank', '--audio')).toBe(
      `Recording ${recording}: bank\n`,
    );
    const tags = (await run('tags', 'list')).split('\n');
    expect(tags).toContain('bank  (1 frame, 1 recording)');
    expect(tags).toContain('to do  (1 frame, 0 recordings)');
    expect(await run('tags', 'remove', frame, 'bank')).toBe(`Frame ${frame}: to do\n`);
    expect(await run('tags', 'list', frame)).toBe('to do\n');
    expect(JSON.parse(await run('tags', 'list', recording, '--audio', '--json'))).toEqual(['bank']);
    expect(await run('tags', 'remove', recording, 'bank', '--audio')).toContain('no tags');
  });

  test('refuses what is not there', async () => {
    await expect(run('tags', 'add', '999999', 'x')).rejects.toMatchObject({ code: 1 });
    await expect(run('tags', 'add', 'seven', 'x')).rejects.toMatchObject({ code: 2 });
  });
});

describe('hindcast speakers', { timeout: 180_000 }, () => {
  const ask = async (part: string) =>
    (await (await fetch(`${daemon.baseUrl}/speakers/${part}`)).json()) as {
      id: number;
      name: string;
    }[];
  const listed = async () => [...(await ask('search')), ...(await ask('unnamed'))];

  test('says who speaks, takes it back, names, merges, hides and deletes', async () => {
    const before = await listed();
    const recording = String(chunkId);
    expect(await run('speakers', 'assign', recording, 'Rosa', '--no-similar')).toMatch(
      /^Now of Rosa \(speaker \d+\): \d+ pieces? of speech\./,
    );
    expect((await listed()).map(({ name }) => name)).toContain('Rosa');
    expect(await run('speakers', 'undo')).toMatch(/^As before: \d+ pieces? of speech\.\n$/);
    expect(await listed()).toEqual(before);
    expect(JSON.parse(await run('speakers', 'list', '--json'))).toEqual(before);
    expect(await run('speakers', 'undo')).toBe('There is nothing to undo.\n');

    await run('speakers', 'assign', recording, 'Rosa', '--no-similar');
    const rosa = (await listed()).find(({ name }) => name === 'Rosa')?.id ?? 0;
    expect(await run('speakers', 'name', String(rosa), 'Rosa Lind')).toBe(
      `Speaker ${rosa} is Rosa Lind.\n`,
    );
    expect(await run('speakers', 'list')).toMatch(new RegExp(`^${rosa} +Rosa Lind`, 'm'));
    expect(await run('speakers', 'hide', String(rosa))).toContain('hidden');
    expect((await listed()).map(({ id }) => id)).not.toContain(rosa);
    expect(await run('speakers', 'unhide', String(rosa))).toContain('shown again');

    // The recording is Rosa Lind's; saying that it is Vera's makes a second speaker.
    await run('speakers', 'assign', recording, 'Vera', '--no-similar');
    const vera = (await listed()).find(({ name }) => name === 'Vera')?.id ?? 0;
    await run('speakers', 'name', String(vera), 'Vera V');
    const apart = await listed();
    await run('speakers', 'merge', String(rosa), String(vera));
    expect(await listed()).not.toEqual(apart);
    await run('speakers', 'undo');
    expect(await listed()).toEqual(apart);
    // Nothing is Rosa's any more: nothing moves, and there is nothing to take back.
    const merged = await run('speakers', 'merge', String(vera), String(rosa));
    expect(merged).toBe(`What speaker ${rosa} said is now speaker ${vera}’s.\n`);
    expect(await run('speakers', 'undo')).toBe('There is nothing to undo.\n');
    const others = apart.map(({ id }) => id).filter((id) => id !== vera && id !== rosa);
    for (const id of others) await run('speakers', 'merge', String(vera), String(id));
    expect((await listed()).map(({ id, name }) => [id, name])).toEqual([[vera, 'Vera V']]);

    // Nobody sits at this terminal, so nobody can be asked.
    await expect(run('speakers', 'delete', String(vera))).rejects.toMatchObject({ code: 2 });
    expect(await listed()).toHaveLength(1);
    await run('speakers', 'delete', String(vera), '--yes');
    expect(await run('speakers', 'list')).toBe('Nobody was heard yet.\n');
  });

  test('does not take back on one service what was done on another', async () => {
    const file = join(daemon.dataDir, 'last-assignment.json');
    await writeFile(file, JSON.stringify({ url: 'http://127.0.0.1:1', old_assignments: [] }));
    await expect(run('speakers', 'undo')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('was made on http://127.0.0.1:1'),
    });
    await rm(file);
  });
});

describe('hindcast coverage', { timeout: 180_000 }, () => {
  test('shows how long everything was recorded, and the gaps with their cause', async () => {
    const text = await run('coverage');
    expect(text).toMatch(/^Stream +captured +idle +paused +excluded +locked +off +failed$/m);
    expect(text).toMatch(/^screen +8\.\d h /m);
    expect(text).toMatch(/^audio +8\.\d h( +-){4} +\d+ (s|min) +-$/m);
    expect(text).toMatch(/^From +To +Stream +State +Length +Cause$/m);
    expect(text).toMatch(/^[\d-]+ [\d:]+ {2}[\d-]+ [\d:]+ {2}audio +off +\d+ .*turned off/m);
  });

  test('takes a range, and gives programs the answer of the service', async () => {
    const answer = JSON.parse(
      await run('coverage', '--from', '2026-01-02', '--to', '2026-01-02', '--json'),
    );
    expect(answer).toMatchObject({ start_time: '2026-01-02T00:00:00.000Z' });
    expect(await run('coverage', '--from', '2026-01-02', '--to', '2026-01-02')).toMatch(
      /^2026-01-02 00:00 to 2026-01-02 23:59\n(.*\n)*No gaps\.\n$/,
    );
  });
});
