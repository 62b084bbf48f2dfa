/** Shows the settings in force, for `--print-config` and so for `hindcast config`. Secrets are masked in both forms. */
import type { LoadedConfig } from './load.ts';
import { type Setting, type SettingKey, schema, settingKeys } from './schema.ts';

export const MASK = '********';

/** Secrets are masked. */
export function shownValue(loaded: LoadedConfig, key: SettingKey): unknown {
  const value = loaded.config[key];
  const { secret } = schema[key] as Setting<unknown>;
  return secret && value !== '' ? MASK : value;
}

/** One JSON document; its shape is what the command-line program reads. `owner` is the service that runs now, if any. */
export function configJson(
  loaded: LoadedConfig,
  owner: { readonly pid: number; readonly url?: string | undefined } | undefined,
  install: { readonly kind: string; readonly root: string },
): string {
  const settings = settingKeys.map((key) => ({
    key,
    value: shownValue(loaded, key),
    origin: loaded.origins[key],
    environment: schema[key].env,
    flags: schema[key].flags.map((flag) => flag.name),
    meaning: schema[key].meaning,
  }));
  const { file, mode } = loaded;
  const about = { file, mode: mode.kind, owner: owner ?? null, install };
  return JSON.stringify({ ...about, settings }, undefined, 2);
}

export function configText(loaded: LoadedConfig): string {
  const rows = settingKeys.map((key) => ({
    key: String(key),
    value: inWords(shownValue(loaded, key)),
    origin: loaded.origins[key],
  }));
  const keyWidth = Math.max(...rows.map((row) => row.key.length));
  const valueWidth = Math.max(...rows.map((row) => row.value.length));
  const lines = rows.map(
    (row) => `${row.key.padEnd(keyWidth)}  ${row.value.padEnd(valueWidth)}  (${row.origin})`,
  );
  return [...lines, '', `File: ${loaded.file}`].join('\n');
}

function inWords(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.join(', ');
  return value === '' ? '-' : String(value);
}
