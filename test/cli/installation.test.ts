/** An installed service as a person meets it in a terminal: agreeing, looking, starting with the session, removing. No user manager. */
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { refuseTemporary } from '../../packages/cli/src/commands/system/service.ts';
import { programFile } from '../support/programs.ts';
import {
  isolatedEnvironment,
  NOTHING_CAPTURED,
  type RunningDaemon,
  startDaemon,
  temporaryFolder,
} from '../support/start-daemon.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });
const CLI = programFile('cli');

let home: string;
let dataDir: string;
let daemon: RunningDaemon | undefined;

beforeEach(() => {
  home = temporaryFolder();
  dataDir = join(home, 'data');
});
afterEach(async () => {
  await daemon?.stop();
  daemon = undefined;
  rmSync(home, { recursive: true, force: true });
});

/** Resolves to what it printed, also when it fails. */
async function hindcast(...args: string[]): Promise<{ code: number; text: string }> {
  // As a login does it: what it starts is not bound to this test.
  const env = { ...isolatedEnvironment(home, {}), npm_lifecycle_event: '' };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [CLI, ...args], {
      cwd: home,
      env,
    });
    return { code: 0, text: stderr + stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, text: stderr + stdout };
  }
}

const entry = () => join(home, '.config/autostart/hindcast.desktop');
const here = () => ['--data-dir', dataDir];

describe('a service that waits', () => {
  beforeEach(async () => {
    daemon = await startDaemon({ args: ['--ask-first', ...NOTHING_CAPTURED], dataDir });
  });

  test('says so in status, and "hindcast accept" ends the waiting', async () => {
    const status = await hindcast('status', ...here());
    expect(status.text).toContain('waiting for your agreement: nothing is recorded');
    expect((await hindcast('accept', ...here())).text).toContain('nobody can be asked here');
    const accepted = await hindcast('accept', '--yes', ...here());
    expect(accepted.text).toContain(`Everything stays on this machine, in ${dataDir}`);
    expect(accepted.text).toContain('Recording has started');
    expect((await hindcast('accept', ...here())).text).toContain('You have agreed already.');
    expect((await hindcast('status', ...here())).text).not.toContain('agreement');
  });

  test('is paused and resumed by one key', async () => {
    expect((await hindcast('pause', '--toggle', ...here())).text).toContain('Paused');
    expect((await hindcast('pause', '--toggle', ...here())).text).toContain('Capture goes on.');
  });

  test('opens its page in the browser', async () => {
    const opened = join(home, 'opened');
    const browser = join(home, 'xdg-open');
    writeFileSync(browser, `#!/bin/sh\necho "$1" > '${opened}'\n`);
    chmodSync(browser, 0o755);
    const env = { ...isolatedEnvironment(home, {}), PATH: `${home}:${process.env.PATH}` };
    await promisify(execFile)(process.execPath, [CLI, 'open', ...here()], { env });
    await expect
      .poll(() => existsSync(opened) && readFileSync(opened, 'utf8').trim())
      .toBe(`${daemon?.baseUrl}/app/search`);
  });
});

describe('uninstall', () => {
  test('stops the service, removes the entry, and with --data everything, with a receipt', async () => {
    const installed = await hindcast('service', 'install', '--port', '0', ...here());
    expect(installed.text).toContain(entry());
    expect(readFileSync(entry(), 'utf8')).toContain('--ask-first');
    expect((await hindcast('uninstall', '--data')).text).toContain('nobody can be asked here');
    expect(existsSync(entry())).toBe(true);
    const { code, text } = await hindcast('uninstall', '--data', '--yes');
    expect([code, text]).toEqual([0, expect.stringContaining(`Removed ${entry()}`)]);
    expect(text).toMatch(new RegExp(`Deleted ${dataDir} \\([\\d.]+ MB\\)`));
    expect(text).toContain('your clone of the repository');
    expect([existsSync(entry()), existsSync(dataDir)]).toEqual([false, false]);
  });

  test('leaves data alone without --data, and names it', async () => {
    await hindcast('service', 'install', '--port', '0', ...here());
    expect((await hindcast('uninstall')).text).toContain(`Your data stays in ${dataDir}.`);
    expect(existsSync(join(dataDir, 'db.sqlite'))).toBe(true);
    expect((await hindcast('uninstall')).text).toContain('Nothing started the service');
  });

  test('deletes no folder that is not a data folder, nor one in use', async () => {
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'thesis.txt'), 'years of work');
    const refused = await hindcast('uninstall', '--data', '--yes', ...here());
    expect([refused.code, refused.text]).toEqual([
      1,
      expect.stringContaining('is no data folder of Hindcast'),
    ]);
    expect(existsSync(join(dataDir, 'thesis.txt'))).toBe(true);
    daemon = await startDaemon({ args: [...NOTHING_CAPTURED] });
    const inUse = await hindcast('uninstall', '--data', '--yes', '--data-dir', daemon.dataDir);
    expect(inUse.text).toContain(`a service still writes to ${daemon.dataDir}`);
    expect(existsSync(join(daemon.dataDir, 'db.sqlite'))).toBe(true);
  });

  test('a half-removed installation is named, and its rest can be removed', async () => {
    mkdirSync(join(home, '.config/autostart'), { recursive: true });
    const command = ['/removed/node', '/removed/hindcast/packages/daemon/src/main.js'];
    const key = `X-Hindcast-Command=${Buffer.from(JSON.stringify(command)).toString('base64')}`;
    writeFileSync(entry(), `[Desktop Entry]\nType=Application\nExec=/removed/node\n${key}\n`);
    expect((await hindcast('service', 'status')).text).toContain('Its program is missing');
    const started = await hindcast('service', 'start');
    expect([started.code, started.text]).toEqual([
      1,
      expect.stringContaining('hindcast uninstall'),
    ]);
    expect((await hindcast('uninstall')).text).toContain(`Removed ${entry()}`);
    expect(existsSync(entry())).toBe(false);
  });
});

test('an entry of another installation is named', async () => {
  const program = join(home, 'other/packages/daemon/src/main.js');
  mkdirSync(join(program, '..'), { recursive: true });
  writeFileSync(program, '');
  mkdirSync(join(home, '.config/autostart'), { recursive: true });
  const command = Buffer.from(JSON.stringify([process.execPath, program])).toString('base64');
  const key = `X-Hindcast-Command=${command}`;
  writeFileSync(entry(), `[Desktop Entry]\nType=Application\nExec=${program}\n${key}\n`);
  const { text } = await hindcast('service', 'status');
  expect(text).toContain(`It runs another installation: ${program}`);
});

test('without a session bus everything but the desktop works', async () => {
  const env = { DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(home, 'no-bus')}` };
  daemon = await startDaemon({ args: ['--ask-first', ...NOTHING_CAPTURED], dataDir, env });
  expect((await hindcast('status', ...here())).text).toContain('waiting for your agreement');
  expect((await hindcast('accept', '--yes', ...here())).text).toContain('Recording has started');
  expect(await daemon.stop()).toBe(0);
});

test('start at login can be turned on and off without touching what runs', async () => {
  daemon = await startDaemon({ args: [...NOTHING_CAPTURED], dataDir });
  expect((await hindcast('service', 'enable', ...here())).text).toContain(entry());
  expect((await hindcast('service', 'disable')).text).toContain('What runs now goes on');
  expect(existsSync(entry())).toBe(false);
  expect((await fetch(`${daemon.baseUrl}/health`)).ok).toBe(true);
});

test('the doctor names the installation, its parts, how it is started and how to update', async () => {
  mkdirSync(dataDir);
  const { text } = await hindcast('doctor', '--json', ...here());
  const findings = JSON.parse(text) as { check: string; isOk: boolean; detail: string }[];
  const detail = (name: string) => findings.find(({ check }) => check === name)?.detail;
  expect(detail('install')).toMatch(/^from source, in \//);
  expect(detail('update')).toContain('git pull');
  expect(detail('versions')).toMatch(
    /^Hindcast \S+, Node 24\S+, SQLite 3\S+, sharp .*onnxruntime 1\./,
  );
  expect(detail('service')).toContain('the service is not installed');
});

test('a service cannot be installed from the folder of npx', () => {
  expect(() => refuseTemporary('/home/ada/.npm/_npx/1a2b/node_modules/hindcast/bin')).toThrow(
    'npx runs from a temporary folder',
  );
  expect(() => refuseTemporary('/usr/lib/node_modules/hindcast/bin')).not.toThrow();
});
