/**
 * Joins the sources of settings: defaults < file < environment < arguments. The result is frozen and read once, in `main.ts`;
 * every other part gets the values it needs as arguments. No other module reads the environment.
 */
import { isAbsolute, join, resolve } from 'node:path';
import { holdsOwnData } from '#core/folders/sample-folder.ts';
import type { FoundFlag } from './arguments.ts';
import { ConfigError } from './errors.ts';
import { readConfigFile } from './file.ts';
import { chooseMode, type Machine, type RunMode } from './mode.ts';
import { type Config, type Setting, type SettingKey, schema, settingKeys } from './schema.ts';

export interface LoadedConfig {
  readonly config: Config;
  /** For each setting, in words, where its value came from. */
  readonly origins: Readonly<Record<SettingKey, string>>;
  readonly mode: RunMode;
  /** Where the file is or would be. */
  readonly file: string;
}

interface Found {
  readonly value: unknown;
  readonly origin: string;
}

// Its own folder, so that nobody's real memory is ever mixed with the sample day.
const SAMPLE_DATA_DIR = '~/.hindcast-sample';

/** Throws ConfigError, naming the setting and its source, for the first value that cannot be used. */
export function loadConfig(sources: {
  flags: readonly FoundFlag[];
  machine: Machine;
  home: string;
}): LoadedConfig {
  const { flags, machine, home } = sources;
  const folder = (path: string) => absolute(path, home);
  const found = new Map<SettingKey, Found>(
    settingKeys.map((key) => [key, { value: schema[key].fallback, origin: 'default' }]),
  );

  const fromEnvironment = readEnvironment(machine.env);
  const fromArguments = readFlags(flags);
  const dataDir = (fromArguments.get('dataDir') ?? fromEnvironment.get('dataDir'))?.value;
  const file = join(folder(String(dataDir ?? schema.dataDir.fallback)), 'config.json');
  for (const source of [readFile(file), fromEnvironment, fromArguments]) {
    for (const [key, value] of source) found.set(key, value);
  }

  const wished = chooseMode(
    found.get('replay')?.value as Config['replay'],
    found.get('sync.role')?.value as Config['sync.role'],
    machine,
  );
  if (wished.kind === 'replay' && dataDir === undefined) {
    found.set('dataDir', { value: SAMPLE_DATA_DIR, origin: 'default for the sample day' });
  }
  const mode =
    dataDir === undefined ? wished : withoutMixing(wished, folder(String(dataDir)), machine);
  const values = settingKeys.map((key) => {
    const value = found.get(key)?.value;
    return [key, key === 'dataDir' ? folder(String(value)) : value] as const;
  });
  const origins = settingKeys.map((key) => [key, found.get(key)?.origin] as const);
  return {
    config: Object.freeze(Object.fromEntries(values)) as Config,
    origins: Object.freeze(Object.fromEntries(origins)) as Record<SettingKey, string>,
    mode,
    file,
  };
}

/** It would have nothing to hold, and would look healthy. */
export function isKeeperWithoutSync(config: Pick<Config, 'sync.role' | 'sync.url'>): boolean {
  return config['sync.role'] === 'keeper' && (config['sync.url'] ?? '') === '';
}

/** A folder that was asked for may be somebody's own: the sample day stays out of it. */
function withoutMixing(mode: RunMode, dataDir: string, machine: Machine): RunMode {
  if (mode.kind === 'live' || !holdsOwnData(dataDir, machine.exists)) return mode;
  if (mode.because === 'nothing-to-capture') return { kind: 'live' };
  throw new ConfigError(
    `the data folder ${dataDir} holds its own data, which the sample day must not be mixed with`,
    'Leave --data-dir out, or name an empty folder, to see the sample day.',
  );
}

function readFile(file: string): Map<SettingKey, Found> {
  const found = new Map<SettingKey, Found>();
  for (const [key, json] of readConfigFile(file)) {
    const { kind } = schema[key] as Setting<unknown>;
    const value = kind.fromJson(json);
    if (value === undefined) throw unusable(key, JSON.stringify(json), `the file ${file}`);
    found.set(key, { value, origin: `file ${file}` });
  }
  return found;
}

function readEnvironment(env: Machine['env']): Map<SettingKey, Found> {
  const found = new Map<SettingKey, Found>();
  for (const key of settingKeys) {
    const { env: name } = schema[key];
    const text = env[name];
    // An empty variable is how a script says "not set".
    if (text === undefined || text === '') continue;
    found.set(key, { value: fromText(key, text, name), origin: `environment ${name}` });
  }
  return found;
}

function readFlags(flags: readonly FoundFlag[]): Map<SettingKey, Found> {
  return new Map(
    flags.map(({ key, name, text, means }) => [
      key,
      { value: text === undefined ? means : fromText(key, text, name), origin: `argument ${name}` },
    ]),
  );
}

function fromText(key: SettingKey, text: string, source: string): unknown {
  const value = (schema[key] as Setting<unknown>).kind.fromText(text);
  if (value === undefined) throw unusable(key, JSON.stringify(text), source);
  return value;
}

function unusable(key: SettingKey, value: string, source: string): ConfigError {
  const { kind, secret } = schema[key] as Setting<unknown>;
  const got = secret ? '' : `, got ${value}`;
  return new ConfigError(`${key} must be ${kind.expects}${got} (from ${source})`);
}

function absolute(path: string, home: string): string {
  const expanded = path.replace(/^~(?=$|[/\\])/, home);
  return isAbsolute(expanded) ? expanded : resolve(expanded);
}
