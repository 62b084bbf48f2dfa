import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readArguments } from './arguments.ts';
import { loadConfig } from './load.ts';
import { type Config, settingKeys } from './schema.ts';
import { settingsOf } from './settings.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hindcast-settings-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function open(env: Record<string, string> = {}, args: string[] = []) {
  const load = () =>
    loadConfig({
      flags: readArguments(args).flags,
      machine: { platform: 'linux', env: { DISPLAY: ':0', ...env }, exists: () => false },
      home,
    });
  const applied: Config[] = [];
  const settings = settingsOf({
    load,
    running: load().config,
    live: { keys: ['vision.ignoredApps'], apply: (config) => applied.push(config) },
  });
  const state = (key: string) => settings.list().find((one) => one.key === key);
  const written = () => JSON.parse(readFileSync(settings.file, 'utf8'));
  return { settings, state, written, applied };
}

describe('the settings', () => {
  test('are all reported, with what they may be', () => {
    const { settings, state } = open();
    expect(settings.list().map(({ key }) => key)).toEqual(settingKeys);
    expect(state('port')).toMatchObject({
      value: 3030,
      fallback: 3030,
      origin: 'default',
      type: 'integer',
      min: 0,
      max: 65_535,
      isReadOnly: false,
      needsRestart: true,
    });
    expect(state('input.typing')).toMatchObject({
      type: 'choice',
      choices: ['off', 'count', 'text'],
    });
    for (const { meaning, expects } of settings.list()) expect(meaning && expects).toBeTruthy();
  });

  test('do not make a keeper of a machine that has nowhere to meet the others', () => {
    const { settings, state, written } = open();
    expect(() => settings.change({ 'sync.role': 'keeper' })).toThrow('sync.url is empty');
    expect(state('sync.role')).toMatchObject({ value: 'device' });
    settings.change({ 'sync.role': 'keeper', 'sync.url': '/srv/hindcast' });
    expect(written()).toEqual({ sync: { role: 'keeper', url: '/srv/hindcast' } });
    expect(() => settings.change({ 'sync.url': null })).toThrow('sync.url is empty');
    expect(() => settings.change({ 'sync.role': 'warden' })).toThrow('one of device, keeper');
  });

  test('are written into the file, and wait for a restart when they need one', () => {
    const { settings, state, written } = open();
    settings.change({ port: 4000, 'vision.enabled': false });
    expect(written()).toEqual({ port: 4000, vision: { enabled: false } });
    expect(state('port')).toMatchObject({ value: 4000, origin: 'file', isPending: true });
    settings.change({ port: 3030, 'vision.enabled': null });
    expect(state('port')).toMatchObject({ isPending: false });
    expect(state('vision.enabled')).toMatchObject({ origin: 'default', isPending: false });
    expect(written()).toEqual({ port: 3030, vision: {} });
  });

  test('of which some take effect at once', () => {
    const { settings, state, applied } = open();
    settings.change({ 'vision.ignoredApps': ['Bank'] });
    expect(applied.at(-1)?.['vision.ignoredApps']).toEqual(['Bank']);
    expect(state('vision.ignoredApps')).toMatchObject({
      value: ['Bank'],
      needsRestart: false,
      isPending: false,
    });
  });

  test('from the environment or an argument are not ours to change', () => {
    const { settings, state } = open({ HINDCAST_LOG_LEVEL: 'warn' }, ['--port', '5000']);
    expect(state('logLevel')).toMatchObject({ origin: 'environment', isReadOnly: true });
    expect(state('port')).toMatchObject({ originDetail: 'argument --port', isReadOnly: true });
    for (const wanted of [{ logLevel: 'info' }, { port: 1 }, { dataDir: '/x' }]) {
      expect(() => settings.change(wanted)).toThrow(
        expect.objectContaining({ code: 'SETTING_READ_ONLY' }),
      );
    }
  });

  test('are all or none of them changed', () => {
    const { settings, state } = open();
    const refusal = expect.objectContaining({
      code: 'SETTING_UNUSABLE',
      message: expect.stringContaining('vision.enabled must be true or false'),
    });
    expect(() => settings.change({ port: 4000, 'vision.enabled': 'maybe' })).toThrow(refusal);
    expect(state('port')?.value).toBe(3030);
    expect(() => settings.change({ colour: 'red' })).toThrow(
      expect.objectContaining({ code: 'UNKNOWN_SETTING' }),
    );
  });

  test('keep their secrets', () => {
    const { settings, state, written } = open();
    settings.change({ accessToken: 'a-long-secret-token-1' });
    expect(state('accessToken')).toMatchObject({ isSecret: true, value: '********' });
    // A form that sends back what it was shown must not replace the secret by stars.
    expect(() => settings.change({ accessToken: '********' })).toThrow();
    expect(() => settings.change({ accessToken: 'short' })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('short') }),
    );
    expect(written()).toEqual({ accessToken: 'a-long-secret-token-1' });
  });
});
