import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programFile } from '../support/programs.ts';
import {
  isolatedEnvironment,
  type RunningDaemon,
  startDaemon,
  temporaryFolder,
} from '../support/start-daemon.ts';

const CLI = programFile('cli');
/** Starts the sources on a Node that can. */
const LAUNCHER = join(import.meta.dirname, '..', '..', 'packages', 'cli', 'bin', 'hindcast.mjs');

let home: string;
let daemon: RunningDaemon;

interface Run {
  code: number | null;
  stdout: string;
  stderr: string;
}

async function hindcast(args: string[], env: Record<string, string> = {}): Promise<Run> {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: isolatedEnvironment(home, env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const run: Run = { code: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    run.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    run.stderr += text;
  });
  [run.code] = (await once(child, 'close')) as [number | null];
  return run;
}

async function say(words: string, timestamp: string): Promise<void> {
  const reply = await fetch(`${daemon.baseUrl}/add`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      device_name: 'Desk Mic',
      content: {
        content_type: 'transcription',
        data: { transcription: words, transcription_engine: 'test', timestamp },
      },
    }),
  });
  if (!reply.ok) throw new Error(`could not fill the store: ${await reply.text()}`);
}

beforeAll(async () => {
  home = temporaryFolder();
  daemon = await startDaemon({ dataDir: join(home, '.hindcast') });
  await say('the harbour opens at nine', '2026-11-14T09:00:00Z');
  await say('\u001b[2Jthe harbour closes\nat ten', '2026-11-14T22:00:00Z');
  await say('港が開く', '2026-11-14T10:00:00Z');
  await say('a pier, a pier, a pier', '2026-11-13T09:00:00Z');
  await say('nobody who was there that day remembers the pier', '2026-11-13T10:00:00Z');
});

afterAll(async () => {
  await daemon.stop();
  rmSync(home, { recursive: true, force: true });
});

describe('hindcast search', () => {
  test('finds the running service by its data folder and prints newest first', async () => {
    const { code, stdout } = await hindcast(['search', 'harbour']);
    expect(code).toBe(0);
    expect(stdout.split('\n')).toEqual([
      '2026-11-14 22:00  heard on Desk Mic',
      '    [2Jthe harbour closes at ten',
      '2026-11-14 09:00  heard on Desk Mic',
      '    the harbour opens at nine',
      '',
      '2 matches',
      '',
    ]);
  });

  test('prints no escape sequence that was captured', async () => {
    const { stdout } = await hindcast(['search', 'closes']);
    expect(stdout).not.toContain('\u001b');
  });

  test('says how many there are beyond the limit', async () => {
    const { stdout } = await hindcast(['search', 'harbour', '--limit', '1']);
    expect(stdout).toContain('1 shown of 2 matches');
  });

  test('passes its filters on', async () => {
    const early = await hindcast(['search', 'harbour', '--to', '2026-11-14T12:00:00Z']);
    expect(early.stdout).toContain('1 match\n');
    const late = await hindcast(['search', 'harbour', '--from', '2026-11-14T12:00:00Z', '--json']);
    expect(JSON.parse(late.stdout).pagination.total).toBe(1);
    const screen = await hindcast(['search', 'harbour', '--type', 'ocr']);
    expect(screen).toMatchObject({ code: 0, stdout: 'No match for: harbour\n' });
    const app = await hindcast(['search', 'harbour', '--app', 'Editor']);
    expect(app).toMatchObject({ code: 0, stdout: 'No match for: harbour\n' });
  });

  test('begins with what was asked for: the oldest, or the best match', async () => {
    const first = async (...options: string[]) => {
      const { stdout } = await hindcast(['search', 'pier', '--json', ...options]);
      return JSON.parse(stdout).data[0].content.timestamp as string;
    };
    expect(await first()).toContain('T10:00');
    expect(await first('--order', 'oldest')).toContain('T09:00');
    expect(await first('--order', 'best')).toContain('T09:00');
  });

  test('leaves out what holds an unwanted word, and names the nearest one that was heard', async () => {
    const { stdout } = await hindcast(['search', 'harbour', '--exclude', 'closes']);
    expect(stdout).toContain('1 match\n');
    const mistyped = await hindcast(['search', 'harbuor']);
    expect(mistyped.stdout).toBe('No match for: harbuor\nPerhaps: harbour\n');
  });

  test('prints the answer of the service with --json', async () => {
    const { code, stdout } = await hindcast(['search', '港', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      data: [{ type: 'Audio', content: { transcription: '港が開く' } }],
      pagination: { limit: 20, offset: 0, total: 1 },
    });
  });

  test('a refusal of the service is a sentence and code 1', async () => {
    const { code, stderr } = await hindcast(['search', 'x', '--from', 'the day before']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^hindcast: .*start_time/);
  });

  test('without a service: code 3 and how to start it', async () => {
    const { code, stderr } = await hindcast(['search', 'x', '--port', '1']);
    expect(code).toBe(3);
    expect(stderr).toBe(
      'hindcast: no Hindcast service answers on http://127.0.0.1:1\nStart it with: npm start\n',
    );
  });

  test.each([
    [['search'], "missing required argument 'words'"],
    [['search', 'x', '--type', 'film'], 'Allowed choices are all, ocr, audio, ui, input'],
    [['search', 'x', '--limit', '0'], 'A whole number above 0 is needed'],
    [['serch', 'x'], 'Did you mean search?'],
    [['search', 'x', '--limt', '3'], 'Did you mean --limit?'],
    [['status', '--port', 'x'], 'port must be a whole number'],
  ])('the command line %j is not understood: code 2', async (args, message) => {
    const { code, stderr } = await hindcast(args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('hindcast status', () => {
  test('shows what runs and what it holds', async () => {
    const { code, stdout } = await hindcast(['status']);
    expect(code).toBe(0);
    expect(stdout).toContain(`Running on ${daemon.baseUrl} (process ${daemon.pid})`);
    expect(stdout).toMatch(/^Screen {4}not_started, 0 frames$/m);
    expect(stdout).toMatch(/^Audio {5}\w+, 5 transcriptions$/m);
    expect(stdout).toMatch(/^Latest {4}2026-11-14 22:00$/m);
    expect(stdout).toMatch(/^Coverage {2}screen \d.*; audio \d.*; input \d/m);
    expect(stdout).toContain(daemon.dataDir);
    expect(stdout).toMatch(/^To do {5}\S/m);
  });

  test('gives programs the same with --json', async () => {
    const { code, stdout } = await hindcast(['status', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      running: true,
      port: Number(new URL(daemon.baseUrl).port),
      pid: daemon.pid,
      frames: 0,
      audio_transcriptions: 5,
      last_capture: '2026-11-14T22:00:00.000Z',
      data_dir: daemon.dataDir,
      health: { status: 'degraded', frame_status: 'not_started' },
      coverage: { streams: { screen: {}, audio: {}, input: {} } },
    });
    expect(JSON.parse(stdout).data_size_bytes).toBeGreaterThan(10_000);
  });

  test('without a service: code 3 and how to start it', async () => {
    const empty = join(home, 'empty');
    mkdirSync(empty, { recursive: true });
    const { code, stdout } = await hindcast(['status', '--data-dir', empty], {
      HINDCAST_PORT: '1',
    });
    expect(code).toBe(3);
    expect(stdout).toContain(
      'Not running: no service of this folder answers on http://127.0.0.1:1.',
    );
    expect(stdout).toContain('npm start');
    const json = await hindcast(['status', '--json', '--port', '1']);
    expect(json.code).toBe(3);
    expect(JSON.parse(json.stdout)).toMatchObject({ running: false, pid: null, frames: null });
  });
});

describe('a data folder that is named', () => {
  test.each([
    ['status'],
    ['doctor'],
    ['doctor', '--fix'],
    ['search', 'harbour'],
    ['backup', 'copy'],
    ['decrypt'],
  ])('and does not exist is an error for %s, and is not made', async (...args) => {
    const missing = join(home, 'missing');
    const { code, stdout, stderr } = await hindcast([...args, '--data-dir', missing]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`the data folder ${missing} does not exist`);
    expect(existsSync(missing)).toBe(false);
  });

  test('is not answered for by the service of another folder on the same port', async () => {
    const other = join(home, 'other');
    mkdirSync(other, { recursive: true });
    const samePort = { HINDCAST_PORT: new URL(daemon.baseUrl).port };
    const status = await hindcast(['status', '--data-dir', other], samePort);
    expect(status.code).toBe(3);
    expect(status.stdout).toContain(`Data      ${other}`);
    const search = await hindcast(['search', 'harbour', '--data-dir', other], samePort);
    expect(search.code).toBe(3);
    expect(search.stderr).toContain(`no Hindcast service runs on ${other}`);
  });
});

describe('hindcast config', () => {
  test('prints every setting with its origin, secrets masked', async () => {
    const { code, stdout } = await hindcast(['config'], {
      HINDCAST_ACCESS_TOKEN: 'hush-hush-hush-hush',
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^port +3030 +\(default\)$/m);
    expect(stdout).toMatch(/^accessToken +\*+ +\(environment HINDCAST_ACCESS_TOKEN\)$/m);
    expect(stdout).not.toContain('hush');
  });

  test('names the nearest setting when the file has one nobody knows: code 2', async () => {
    const dataDir = join(home, 'misspelt');
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'config.json'), '{"logLvl": "debug"}');
    const { code, stderr } = await hindcast(['config', '--data-dir', dataDir]);
    expect(code).toBe(2);
    expect(stderr).toContain('the nearest is "logLevel"');
    const status = await hindcast(['status', '--data-dir', dataDir]);
    expect(status.code).toBe(2);
    expect(status.stderr).toContain('the nearest is "logLevel"');
  });
});

describe('hindcast start', () => {
  test('runs the service with its flags, and passes on signals and the exit code', async () => {
    const child = spawn(
      process.execPath,
      [LAUNCHER, 'start', '--port', '0', '--data-dir', join(home, 'started'), '--no-replay'],
      { env: isolatedEnvironment(home, {}), stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const exit = once(child, 'close');
    let output = '';
    for await (const text of child.stdout.setEncoding('utf8')) {
      output += text;
      if (output.includes('Stop with')) child.kill('SIGTERM');
    }
    expect(output).toContain(join(home, 'started'));
    expect(await exit).toEqual([0, null]);
  });

  test('passes on the refusal of a folder that is in use', async () => {
    const { code, stderr } = await hindcast(['start', '--port', '0']);
    expect(code).toBe(3);
    expect(stderr).toContain(`in use by the process ${daemon.pid}`);
  });

  test('--help is the help of the service', async () => {
    const { code, stdout } = await hindcast(['start', '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('--disable-vision');
  });
});

describe('the launcher', () => {
  const oldNode = findOldNode();

  test.skipIf(oldNode === undefined)('runs on an older Node by using the bundled one', async () => {
    const child = spawn(oldNode ?? '', [LAUNCHER, '--version'], {
      env: isolatedEnvironment(home, {}),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [version] = await once(child.stdout.setEncoding('utf8'), 'data');
    expect(version).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

/** The machine's own Node, where it is one that cannot run this project by itself. */
function findOldNode(): string | undefined {
  const bundled = join(import.meta.dirname, '..', '..', 'node_modules');
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '' && !folder.startsWith(bundled))
    .map((folder) => join(folder, 'node'))
    .filter((file) => existsSync(file))
    .find((file) => {
      const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' });
      return Number.parseInt(stdout.slice(1), 10) < 24;
    });
}

describe('help', () => {
  test.each([[[]], [['--help']]])('hindcast %j lists the commands with examples', async (args) => {
    const { stdout, stderr } = await hindcast(args);
    for (const word of ['start', 'status', 'search', 'config', 'Examples:']) {
      expect(stdout + stderr).toContain(word);
    }
  });

  test.each(['status', 'search', 'config'])('hindcast %s --help has examples', async (name) => {
    const { code, stdout } = await hindcast([name, '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('Examples:');
  });
});

test('a reader that has seen enough ends it without a word', async () => {
  const child = spawn(process.execPath, [LAUNCHER, '--help'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Closed before the first word, so that the very first write meets it.
  child.stdout.destroy();
  let complaint = '';
  child.stderr.on('data', (data) => {
    complaint += data;
  });
  const [code] = await once(child, 'close');
  expect([code, complaint]).toEqual([0, '']);
}, 30_000);
