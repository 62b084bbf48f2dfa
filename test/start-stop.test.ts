import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { NODE_FLAGS } from '../packages/cli/src/service/node-flags.ts';
import { until } from './support/desktop.ts';
import { sourceOf } from './support/programs.ts';
import {
  NOTHING_CAPTURED,
  type RunningDaemon,
  runDaemon,
  startDaemon,
  temporaryFolder,
} from './support/start-daemon.ts';

let home: string;
beforeAll(() => {
  home = temporaryFolder();
});
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

const hasIpv6Loopback = Object.values(networkInterfaces())
  .flat()
  .some((address) => address?.address === '::1');

describe('a start', () => {
  let daemon: RunningDaemon;
  beforeAll(async () => {
    daemon = await startDaemon({ fromSources: true });
  });
  afterAll(async () => {
    expect(await daemon.stop()).toBe(0);
  });

  test('answers on the address it prints, and says what it does', async () => {
    const reply = await fetch(`${daemon.baseUrl}/search?q=nothing`);
    expect(reply.status).toBe(200);
    expect(daemon.output()).toContain(`answers on ${daemon.baseUrl}`);
    expect(daemon.output()).toContain('Remembering the screen and what is said');
    expect(daemon.output().trim().split('\n').length).toBeLessThanOrEqual(5);
  });

  test.skipIf(!hasIpv6Loopback)('answers on ::1 too', async () => {
    const { port } = new URL(daemon.baseUrl);
    expect((await fetch(`http://[::1]:${port}/search`)).status).toBe(200);
    expect((await fetch(`http://localhost:${port}/search`)).status).toBe(200);
  });

  test('keeps everything readable by its owner only', () => {
    const modes = ['', 'db.sqlite', 'logs', 'logs/hindcast.log', 'owner.lock'].map((name) => [
      name,
      (statSync(join(daemon.dataDir, name)).mode & 0o077).toString(8),
    ]);
    expect(modes.filter(([, mode]) => mode !== '0')).toEqual([]);
  });

  test('is refused with code 3 while another service holds the folder, and names its process', async () => {
    const second = await runDaemon(['--port', '0', '--data-dir', daemon.dataDir], { home });
    expect(second.code).toBe(3);
    expect(second.output).toContain(
      `hindcast: the data folder ${daemon.dataDir} is in use by the process ${daemon.pid}\n`,
    );
    expect((await fetch(`${daemon.baseUrl}/search`)).status).toBe(200);
  });
});

describe('the sample day', () => {
  test('is shown without a display and a sound server, in its own folder', async () => {
    const machine = temporaryFolder();
    const { output, frames } = await startWithDefaults(machine);
    expect(output).toContain(
      'No display and no sound server found: showing the bundled sample day',
    );
    expect(output).toContain(join(machine, '.hindcast-sample'));
    expect(existsSync(join(machine, '.hindcast'))).toBe(false);
    expect(frames).toBeGreaterThan(20);
    rmSync(machine, { recursive: true });
  });

  test('is never written into a folder with data', async () => {
    const dataDir = join(home, 'own');
    await (await startDaemon({ dataDir })).stop();
    const onServer = await startDaemon({ dataDir, env: { HINDCAST_REPLAY: 'auto' } });
    await onServer.stop();
    const log = readFileSync(join(dataDir, 'logs', 'hindcast.log'), 'utf8');
    expect(log.match(/"state":"\w+"/g)).toEqual(['"state":"live"', '"state":"live"']);
    await expect(startDaemon({ dataDir, args: ['--replay'] })).rejects.toThrow(
      'holds its own data',
    );
  });

  test('is shown again in a folder that was new for it', async () => {
    const dataDir = join(home, 'sample');
    for (const env of [{ HINDCAST_REPLAY: 'auto' }, { HINDCAST_REPLAY: 'on' }]) {
      const daemon = await startDaemon({ dataDir, env });
      await vi.waitUntil(() => countFrames(daemon.baseUrl), { timeout: 30_000, interval: 100 });
      await daemon.stop();
    }
  }, 90_000);
});

/** A start with the default data folder, which `startDaemon` never uses. Ends once the sample day is there. */
async function startWithDefaults(machine: string): Promise<{ output: string; frames: number }> {
  const child = spawn(process.execPath, [...NODE_FLAGS, sourceOf('daemon'), '--port', '0'], {
    env: { PATH: process.env.PATH, HOME: machine, USERPROFILE: machine },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  let frames = 0;
  for await (const text of child.stdout.setEncoding('utf8')) {
    output += text;
    const url = /answers on (http:\S+)/.exec(output)?.[1];
    if (url === undefined || !output.includes('Stop with')) continue;
    frames = await vi.waitUntil(() => countFrames(url), { timeout: 10_000, interval: 100 });
    child.kill('SIGTERM');
  }
  return { output, frames };
}

async function countFrames(url: string): Promise<number> {
  const reply = await fetch(`${url}/search?content_type=ocr&limit=1`);
  return ((await reply.json()) as { pagination: { total: number } }).pagination.total;
}

describe('stop', () => {
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s ends it cleanly', async (signal) => {
    const daemon = await startDaemon({ dataDir: join(home, signal) });
    expect(await daemon.stop(signal)).toBe(0);
    expect(existsSync(join(daemon.dataDir, 'owner.json'))).toBe(false);
    const log = readFileSync(join(daemon.dataDir, 'logs', 'hindcast.log'), 'utf8');
    expect(log).toContain('service stopped');
  });

  test('the echo of Ctrl+C that npm sends is not a second request', async () => {
    const daemon = await startDaemon({ args: NOTHING_CAPTURED });
    process.kill(daemon.pid, 'SIGINT');
    expect(await daemon.stop('SIGINT')).toBe(0);
  });

  test('it ends with npm, whose shell does not pass signals on', async () => {
    const dataDir = join(home, 'npm');
    const npm = spawn('npm', ['start', '--silent', '--', '--port', '0', '--data-dir', dataDir], {
      cwd: join(import.meta.dirname, '..'),
      env: { ...process.env, HOME: home, HINDCAST_REPLAY: 'off' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    // The pipe closes when the last process that holds it has ended.
    for await (const text of npm.stdout.setEncoding('utf8')) {
      output += text;
      if (output.includes('Stop with')) npm.kill('SIGTERM');
    }
    expect(output).toContain('answers on');
    expect(existsSync(join(dataDir, 'owner.json'))).toBe(false);
  });

  test('a connection that stays open and silent does not hold it up', async () => {
    const daemon = await startDaemon({ args: NOTHING_CAPTURED });
    const { port } = new URL(daemon.baseUrl);
    const { connect } = await import('node:net');
    const half = connect(Number(port), '127.0.0.1');
    half.on('error', () => {});
    half.write('GET /search HTTP/1.1\r\nHost: 127.0.0.1\r\n');
    await once(half, 'connect');
    expect(await daemon.stop()).toBe(0);
    half.destroy();
  });

  test('a statement that would run for minutes does not hold it up', async () => {
    const daemon = await startDaemon({ args: NOTHING_CAPTURED });
    const query = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1e12)
      SELECT sum(i) FROM n`;
    const answer = fetch(`${daemon.baseUrl}/raw_sql`, {
      method: 'POST',
      body: JSON.stringify({ query }),
    }).catch((error: unknown) => error);
    await fetch(`${daemon.baseUrl}/health`);
    expect(await daemon.stop()).toBe(0);
    // It was really running: its connection was cut, no answer came.
    expect(await answer).toBeInstanceOf(Error);
  });

  test('what was stored before is there after a restart', async () => {
    const dataDir = join(home, 'kept');
    const first = await startDaemon({ dataDir, args: NOTHING_CAPTURED });
    const added = await fetch(`${first.baseUrl}/add`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        device_name: 'Desk Mic',
        content: {
          content_type: 'transcription',
          data: { transcription: 'remember the harbour', transcription_engine: 'test' },
        },
      }),
    });
    expect(added.status).toBe(200);
    await first.stop();
    const second = await startDaemon({ dataDir, args: NOTHING_CAPTURED });
    const found = await (await fetch(`${second.baseUrl}/search?q=harbour`)).json();
    expect(found).toMatchObject({ pagination: { total: 1 } });
    await second.stop();
  });

  test('a process that was killed does not block the next start', async () => {
    const dataDir = join(home, 'killed');
    const first = await startDaemon({ dataDir, args: NOTHING_CAPTURED });
    expect(await first.stop('SIGKILL')).toBe(null);
    const second = await startDaemon({ dataDir, args: NOTHING_CAPTURED });
    expect(await second.stop()).toBe(0);
  });
});

describe('refusals', () => {
  test('a port in use: code 1, and what to do', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const { code, output } = await runDaemon(['--port', String(port)], { home });
    other.close();
    expect(code).toBe(1);
    expect(output).toContain(`hindcast: port ${port} of 127.0.0.1 is already in use\n`);
    expect(output).toContain('choose another port with --port');
  });

  test('an address that others can reach, without an access token: code 2', async () => {
    const { code, output } = await runDaemon(['--host', '0.0.0.0', '--port', '0'], { home });
    expect(code).toBe(2);
    expect(output).toContain('can be reached by other machines, and no access token is set');
    expect(output).toContain('HINDCAST_ACCESS_TOKEN');
  });

  test('the same address with an access token is served', async () => {
    const daemon = await startDaemon({
      args: [...NOTHING_CAPTURED, '--host', '0.0.0.0'],
      env: { HINDCAST_ACCESS_TOKEN: 'a-long-random-text' },
    });
    // What it prints can be opened here; 0.0.0.0 is a name that the guard refuses.
    expect(new URL(daemon.baseUrl).hostname).toBe('127.0.0.1');
    expect((await fetch(`${daemon.baseUrl}/search`)).status).toBe(200);
    await daemon.stop();
  });

  test.each([
    [['--prot', '1'], 'there is no flag --prot; the nearest is --port'],
    [['--port', 'many'], 'port must be a whole number from 0 to 65535, got "many" (from --port)'],
  ])('the command line %j: code 2', async (args, message) => {
    const { code, output } = await runDaemon(args, { home });
    expect(code).toBe(2);
    expect(output).toContain(`hindcast: ${message}`);
  });

  test('a file that is not a database: code 4, the file is named and not touched', async () => {
    const dataDir = join(home, 'corrupt');
    const file = join(dataDir, 'db.sqlite');
    mkdirSync(dataDir);
    writeFileSync(file, 'this was never a database, whatever its name says\n'.repeat(100));
    const before = readFileSync(file);
    const { code, output } = await runDaemon(['--data-dir', dataDir, '--port', '0'], { home });
    expect(code).toBe(4);
    expect(output).toContain(file);
    expect(output).toContain('hindcast doctor');
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test('a data folder that cannot be created: code 4', async () => {
    const file = join(home, 'plain-file');
    writeFileSync(file, '');
    const { code, output } = await runDaemon(['--data-dir', file, '--port', '0'], { home });
    expect(code).toBe(4);
    expect(output).toContain(`hindcast: the data folder ${file} cannot be used`);
  });
});

describe('questions', () => {
  test('--help prints the flags and starts nothing', async () => {
    const { code, output } = await runDaemon(['--help'], { home });
    expect(code).toBe(0);
    expect(output).toContain('--data-dir <folder>');
  });

  test('--version prints the version', async () => {
    const { code, output } = await runDaemon(['--version'], { home });
    expect(code).toBe(0);
    expect(output).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

test('a fault right after the start ends the process with an error code', async () => {
  const dataDir = join(home, 'announcing');
  const owner = join(dataDir, 'owner.json');
  const args = ['--port', '0', '--data-dir', dataDir, ...NOTHING_CAPTURED];
  const running = runDaemon(args, { home });
  // Between the claim of the folder and the line that says where the service answers.
  await until('the folder to be claimed', () => existsSync(owner));
  rmSync(owner);
  mkdirSync(join(owner, 'in-the-way'), { recursive: true });
  const { code, output } = await running;
  expect([code, output]).toEqual([1, expect.stringContaining('owner.json')]);
}, 60_000);
