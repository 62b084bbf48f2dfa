/**
 * Reads `config.json` of the data folder into flat keys (`{"vision": {"enabled": false}}` is `vision.enabled`). A missing file
 * is no settings; anything in it that is not a setting is an error, because a misspelt setting would silently do nothing.
 */
import { readFileSync } from 'node:fs';
import { findNearest } from '#core/nearest.ts';
import { ConfigError } from './errors.ts';
import { type SettingKey, schema, settingKeys } from './schema.ts';

type JsonObject = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function readConfigFile(file: string): ReadonlyMap<SettingKey, unknown> {
  const found = new Map<SettingKey, unknown>();
  collect(parse(file), '', found, file);
  return found;
}

function parse(file: string): JsonObject {
  let source: string;
  try {
    source = readFileSync(file, 'utf8');
  } catch (cause) {
    // ENOTDIR: the data folder is a file; that is for whoever opens the folder to say.
    if (['ENOENT', 'ENOTDIR'].includes((cause as NodeJS.ErrnoException).code ?? '')) return {};
    throw new ConfigError(`the file ${file} cannot be read`, undefined, cause);
  }
  let value: unknown;
  try {
    // Editors of some platforms put a byte order mark first, which JSON does not know.
    value = JSON.parse(source.replace(/^\uFEFF/, ''));
  } catch (cause) {
    // The parser's message quotes the file, which may hold a secret: only the place is reported.
    const place = /line \d+ column \d+/.exec((cause as Error).message)?.[0];
    throw new ConfigError(
      `the file ${file} is not JSON${place === undefined ? '' : ` (${place})`}`,
    );
  }
  if (!isObject(value)) throw new ConfigError(`the file ${file} must hold one JSON object`);
  return value;
}

function collect(
  object: JsonObject,
  prefix: string,
  found: Map<SettingKey, unknown>,
  file: string,
): void {
  for (const [name, value] of Object.entries(object)) {
    const path = prefix + name;
    const key = settingKeys.find((known) => known === path);
    if (key !== undefined && schema[key].inFile !== false) {
      found.set(key, value);
    } else if (isObject(value) && settingKeys.some((known) => known.startsWith(`${path}.`))) {
      collect(value, `${path}.`, found, file);
    } else {
      throw unknownKey(path, key, file);
    }
  }
}

function unknownKey(path: string, key: SettingKey | undefined, file: string): ConfigError {
  if (key !== undefined) {
    const { env, flags } = schema[key];
    return new ConfigError(
      `${key} cannot be set in the file ${file}, because it says where that file is`,
      `Use ${flags[0]?.name} or ${env}.`,
    );
  }
  const known = settingKeys.filter((candidate) => schema[candidate].inFile !== false);
  return new ConfigError(
    `there is no setting "${path}" (in the file ${file}); the nearest is "${findNearest(path, known)}"`,
    'Run "hindcast config" to see every setting.',
  );
}
