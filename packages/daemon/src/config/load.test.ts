import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { helpText, readArguments } from './arguments.ts';
import { type LoadedConfig, loadConfig } from './load.ts';
import { captureSides } from './mode.ts';
import { configJson, configText } from './print.ts';
import { schema, settingKeys } from './schema.ts';

const INSTALL = { kind: 'source', root: '/hindcast' };

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hindcast-home-'));
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

/** A Linux machine with a display, so that nothing depends on where the test runs. */
function load(
  args: string[] = [],
  env: Record<string, string> = {},
  platform: NodeJS.Platform = 'linux',
): LoadedConfig {
  return loadConfig({
    flags: readArguments(args).flags,
    machine: { platform, env: { DISPLAY: ':0', ...env }, exists: () => false },
    home,
  });
}

function writeConfigFile(text: string, folder = '.hindcast'): string {
  mkdirSync(join(home, folder), { recursive: true });
  const file = join(home, folder, 'config.json');
  writeFileSync(file, text);
  return file;
}

describe('precedence', () => {
  test('defaults hold when nothing is said', () => {
    const { config, origins } = load();
    const fallbacks = settingKeys.map((key) => [key, schema[key].fallback]);
    expect(config).toEqual({ ...Object.fromEntries(fallbacks), dataDir: join(home, '.hindcast') });
    // What the documents promise.
    expect(config).toMatchObject({ port: 3030, host: '127.0.0.1', accessToken: '' });
    expect(new Set(Object.values(origins))).toEqual(new Set(['default']));
  });

  test('the file beats the default, the environment beats the file, an argument beats them all', () => {
    const file = writeConfigFile('{"port": 1, "logLevel": "debug", "vision": {"enabled": false}}');
    const { config, origins } = load(['--port', '3'], {
      HINDCAST_PORT: '2',
      HINDCAST_LOG_LEVEL: 'error',
    });
    expect([config.port, origins.port]).toEqual([3, 'argument --port']);
    expect([config.logLevel, origins.logLevel]).toEqual([
      'error',
      'environment HINDCAST_LOG_LEVEL',
    ]);
    expect([config['vision.enabled'], origins['vision.enabled']]).toEqual([false, `file ${file}`]);
    expect(origins.host).toBe('default');
  });

  test('the file is read from the data folder that was asked for', () => {
    writeConfigFile('{"port": 4040}', 'elsewhere');
    expect(load(['--data-dir', join(home, 'elsewhere')]).config.port).toBe(4040);
    expect(load([], { HINDCAST_DATA_DIR: '~/elsewhere' }).config.port).toBe(4040);
  });

  test('the last of two equal flags counts', () => {
    expect(load(['--port', '1', '--port=2']).config.port).toBe(2);
  });

  test('an empty variable counts as absent', () => {
    expect(load([], { HINDCAST_PORT: '' }).config.port).toBe(3030);
  });

  test('flags without a value set what they stand for', () => {
    const { config } = load(['--disable-vision', '--disable-audio', '--replay']);
    expect([config['vision.enabled'], config['audio.enabled'], config.replay]).toEqual([
      false,
      false,
      'on',
    ]);
  });

  test('lists are separated by commas in the environment and are arrays in the file', () => {
    writeConfigFile('{"allowedOrigins": ["https://a.example"]}');
    expect(load().config.allowedOrigins).toEqual(['https://a.example']);
    expect(
      load([], { HINDCAST_ALLOWED_ORIGINS: 'https://b.example, chrome-extension://abcdef' }).config
        .allowedOrigins,
    ).toEqual(['https://b.example', 'chrome-extension://abcdef']);
  });

  test('nobody can change the result', () => {
    const { config } = load([], { HINDCAST_ALLOWED_ORIGINS: 'https://b.example' });
    expect(Object.isFrozen(config)).toBe(true);
    expect(Object.isFrozen(config.allowedOrigins)).toBe(true);
  });
});

describe('faults', () => {
  test('an unknown key of the file is named together with the nearest known one', () => {
    const file = writeConfigFile('{"audio": {"enbled": true}}');
    expect(() => load()).toThrow(
      `there is no setting "audio.enbled" (in the file ${file}); the nearest is "audio.enabled"`,
    );
  });

  test('an unknown group and an unknown plain key are both refused', () => {
    writeConfigFile('{"vison": {"enabled": false}}');
    expect(() => load()).toThrow('there is no setting "vison"');
    writeConfigFile('{"prot": 1}');
    expect(() => load()).toThrow('the nearest is "port"');
  });

  test('the data folder cannot be moved by the file inside it', () => {
    writeConfigFile('{"dataDir": "/elsewhere"}');
    expect(() => load()).toThrow('dataDir cannot be set in the file');
  });

  test.each([
    [
      ['--port', '70000'],
      {},
      'port must be a whole number from 0 to 65535, got "70000" (from --port)',
    ],
    [[], { HINDCAST_PORT: '1m' }, 'got "1m" (from HINDCAST_PORT)'],
    [[], { HINDCAST_AUDIO_ENABLED: 'maybe' }, 'audio.enabled must be true or false, got "maybe"'],
    [['--log-level', 'loud'], {}, 'logLevel must be one of debug, info, warn, error, silent'],
    [['--host', 'a b'], {}, 'host must be an IP address or "localhost"'],
    [[], { HINDCAST_ALLOWED_ORIGINS: 'https://a.example/path' }, 'allowedOrigins must be a list'],
  ])('%j with %j is refused: %s', (args, env, message) => {
    expect(() => load(args, env as unknown as Record<string, string>)).toThrow(message);
  });

  test('a bad value of the file names the file', () => {
    const file = writeConfigFile('{"port": "3030"}');
    expect(() => load()).toThrow(`got "3030" (from the file ${file})`);
  });

  test('a secret is not repeated in the message about it', () => {
    expect(() => load([], { HINDCAST_ACCESS_TOKEN: 'short' })).toThrow(
      /^accessToken must be a text of at least 16 characters without spaces \(from HINDCAST_ACCESS_TOKEN\)$/,
    );
  });

  test('a file that is not JSON is named with the place, without quoting it', () => {
    writeConfigFile('{\n  "accessToken": "hush-hush-hush-hush" oops\n}');
    expect(() => load()).toThrow(/config\.json is not JSON \(line 2 column \d+\)$/);
  });

  test.each(['[]', '3', 'null'])('a file that holds %s is refused', (text) => {
    writeConfigFile(text);
    expect(() => load()).toThrow('must hold one JSON object');
  });

  test.each([
    [['--prot', '1'], 'there is no flag --prot; the nearest is --port'],
    [['--port'], '--port needs a value'],
    [['--port', '--replay'], '--port needs a value'],
    [['--replay=yes'], '--replay takes no value, got "yes"'],
    [['serve'], '"serve" was not expected'],
    [['-x'], 'there is no flag -x'],
  ])('the command line %j is refused: %s', (args, message) => {
    expect(() => readArguments(args)).toThrow(message);
  });
});

describe('mode', () => {
  const nothing = { DISPLAY: '' };

  test('a Linux machine with neither display nor sound plays the sample day in its own folder', () => {
    const { mode, config, origins } = load([], nothing);
    expect(mode).toEqual({ kind: 'replay', because: 'nothing-to-capture' });
    expect(config.dataDir).toBe(join(home, '.hindcast-sample'));
    expect(origins.dataDir).toBe('default for the sample day');
  });

  test.each([
    [{ WAYLAND_DISPLAY: 'wayland-0', DISPLAY: '' }],
    [{ PULSE_SERVER: 'unix:/tmp/pulse', DISPLAY: '' }],
    [{ DISPLAY: ':0' }],
  ])('a machine with %j is captured', (env) => {
    expect(load([], env as unknown as Record<string, string>).mode).toEqual({ kind: 'live' });
  });

  test('a keeper without display and sound does not play the sample day, and captures nothing', () => {
    const { mode, config } = load([], { ...nothing, HINDCAST_SYNC_ROLE: 'keeper' });
    expect(mode).toEqual({ kind: 'live' });
    const sides = (env: Record<string, string>) =>
      captureSides(config, { platform: 'linux', env, exists: () => false });
    expect(sides({})).toEqual({ vision: false, audio: false });
    expect(sides({ DISPLAY: ':0' })).toEqual({ vision: true, audio: false });
  });

  test.each(['pulse/native', 'pipewire-0'])('the sound server socket %s counts', (socket) => {
    const { mode } = loadConfig({
      flags: [],
      machine: {
        platform: 'linux',
        env: { XDG_RUNTIME_DIR: '/run/user/1000' },
        exists: (path) => path === `/run/user/1000/${socket}`,
      },
      home,
    });
    expect(mode).toEqual({ kind: 'live' });
  });

  test.each(['darwin', 'win32'] as const)('%s is taken to have a display', (platform) => {
    expect(load([], nothing, platform).mode).toEqual({ kind: 'live' });
  });

  test('--replay plays the sample day anywhere, --no-replay nowhere', () => {
    expect(load(['--replay']).mode).toEqual({ kind: 'replay', because: 'asked' });
    expect(load(['--no-replay'], nothing).mode).toEqual({ kind: 'live' });
  });

  test('a data folder that was asked for is used for the sample day too', () => {
    const { config } = load(['--replay', '--data-dir', join(home, 'mine')]);
    expect(config.dataDir).toBe(join(home, 'mine'));
  });

  describe('a data folder that was asked for and holds its own data', () => {
    const own = join('/own', 'owner.lock');
    const loadOwn = (args: string[], files: string[]) =>
      loadConfig({
        flags: readArguments([...args, '--data-dir', '/own']).flags,
        machine: { platform: 'linux', env: {}, exists: (file) => files.includes(file) },
        home,
      });

    test('is served as it is where there is nothing to capture', () => {
      expect(loadOwn([], [own]).mode).toEqual({ kind: 'live' });
    });

    test('is refused when the sample day is asked for', () => {
      expect(() => loadOwn(['--replay'], [own])).toThrow('the data folder /own holds its own data');
    });

    test('is the sample day, and goes on with it, when it carries its mark', () => {
      const files = [own, join('/own', 'sample-day.txt')];
      expect(loadOwn([], files).mode.kind).toBe('replay');
      expect(loadOwn(['--replay'], files).mode.kind).toBe('replay');
    });
  });
});

describe('printing', () => {
  test('shows every setting with its value and origin, and masks secrets', () => {
    const loaded = load(['--port', '4000'], { HINDCAST_ACCESS_TOKEN: 'hush-hush-hush-hush' });
    const printed = JSON.parse(configJson(loaded, undefined, INSTALL));
    expect(printed.settings.map((setting: { key: string }) => setting.key)).toEqual(settingKeys);
    expect(printed.settings).toContainEqual({
      key: 'port',
      value: 4000,
      origin: 'argument --port',
      environment: 'HINDCAST_PORT',
      flags: ['--port'],
      meaning: schema.port.meaning,
    });
    expect(configText(loaded)).toMatch(/^port +4000 +\(argument --port\)$/m);
    expect(configText(loaded)).toMatch(
      /^accessToken +\*{8} +\(environment HINDCAST_ACCESS_TOKEN\)$/m,
    );
    expect(configText(loaded) + configJson(loaded, undefined, INSTALL)).not.toContain('hush');
  });

  test('a secret that is not set is not shown as one', () => {
    expect(configText(load())).toMatch(/^accessToken +- +\(default\)$/m);
  });

  test('the help names every flag', () => {
    for (const key of settingKeys) {
      for (const flag of schema[key].flags)
        expect(helpText('npm start --')).toContain(`  ${flag.name}`);
    }
  });
});
