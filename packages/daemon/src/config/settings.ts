/**
 * The settings while the service runs: every one with its value, where that came from and what it may be; and changes, which are
 * checked as at start and written into the file. A value from the environment or the command line stands above the file, so it
 * cannot be changed here. What the service reads only once needs a restart, which the reply says.
 */
import { serviceError } from '#core/errors.ts';
import type { SettingState, Settings } from '#core/settings.ts';
import { changeSettings } from './change-file.ts';
import { UnknownSettingError } from './errors.ts';
import { isKeeperWithoutSync, type LoadedConfig } from './load.ts';
import { MASK, shownValue } from './print.ts';
import { type Config, type Setting, type SettingKey, schema, settingKeys } from './schema.ts';

export function settingsOf(deps: {
  /** Reads all sources again, as a start would. */
  load: () => LoadedConfig;
  running: Config;
  /** Those that take effect without a restart, and what makes them. */
  live: { keys: readonly SettingKey[]; apply: (config: Config) => void };
}): Settings {
  const { live } = deps;
  let { running } = deps;
  let loaded = deps.load();

  function stateOf(key: SettingKey): SettingState {
    const { kind, fallback, meaning, env, secret } = schema[key] as Setting<unknown>;
    const originDetail = loaded.origins[key];
    const origin = originOf(originDetail);
    return {
      key,
      value: shownValue(loaded, key),
      fallback,
      origin,
      originDetail,
      meaning,
      type: kind.type,
      expects: kind.expects,
      choices: kind.choices,
      min: kind.min,
      max: kind.max,
      isSecret: secret === true,
      isReadOnly: isReadOnly(key, origin),
      environment: env,
      needsRestart: !live.keys.includes(key),
      isPending: !isSame(loaded.config[key], running[key]),
    };
  }

  /** The value to write, or undefined to take it out. Throws when it cannot be used. */
  function checked(key: SettingKey, wanted: unknown): unknown {
    if (isReadOnly(key, originOf(loaded.origins[key]))) {
      throw serviceError('SETTING_READ_ONLY', { key, origin: loaded.origins[key] });
    }
    if (wanted === null) return undefined;
    const { kind, secret } = schema[key] as Setting<unknown>;
    const value = secret && wanted === MASK ? undefined : kind.fromJson(wanted);
    if (value === undefined) throw serviceError('SETTING_UNUSABLE', { key, expects: kind.expects });
    return value;
  }

  return {
    file: loaded.file,
    list: () => settingKeys.map(stateOf),
    change(requested) {
      const changes = Object.entries(requested).map(([name, wanted]) => {
        const key = settingKeys.find((known) => known === name);
        if (key === undefined) throw new UnknownSettingError(name, settingKeys);
        return [key, checked(key, wanted)] as const;
      });
      const next = { ...loaded.config, ...Object.fromEntries(changes) };
      if (isKeeperWithoutSync(next)) {
        throw serviceError('SETTING_UNUSABLE', {
          key: 'sync.role',
          expects: '"device" while sync.url is empty',
        });
      }
      changeSettings(loaded.file, changes);
      loaded = deps.load();
      live.apply(loaded.config);
      const applied = live.keys.map((key) => [key, loaded.config[key]] as const);
      running = { ...running, ...Object.fromEntries(applied) };
    },
  };
}

function isReadOnly(key: SettingKey, origin: SettingState['origin']): boolean {
  const { inFile } = schema[key] as Setting<unknown>;
  return inFile === false || origin === 'environment' || origin === 'argument';
}

function originOf(detail: string): SettingState['origin'] {
  const [word = ''] = detail.split(' ');
  return word === 'file' || word === 'environment' || word === 'argument' ? word : 'default';
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
