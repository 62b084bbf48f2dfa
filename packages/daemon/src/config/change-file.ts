/** Changes settings in `config.json` for a person who would otherwise have to edit it. Everything else in the file stays. */
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeFileAtomically } from '#core/folders/atomic-file.ts';
import type { SettingKey } from './schema.ts';

type JsonObject = Record<string, unknown>;

/** The file must be one that `loadConfig` can read, or be missing. */
export function changeConfigFile(file: string, key: SettingKey, value: unknown): void {
  changeSettings(file, [[key, value]]);
}

/** All at once; undefined takes a setting out. */
export function changeSettings(
  file: string,
  changes: readonly (readonly [key: SettingKey, value: unknown])[],
): void {
  const settings = read(file);
  for (const [key, value] of changes) place(settings, key, value);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileAtomically(file, `${JSON.stringify(settings, undefined, 2)}\n`);
}

function read(file: string): JsonObject {
  try {
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')) as JsonObject;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

/** Into the innermost object that is there: `audio.model` may be written in one word or as an object in another. */
function place(object: JsonObject, path: string, value: unknown): void {
  const [first = '', ...rest] = path.split('.');
  if (path in object || rest.length === 0) {
    object[path] = value;
    return;
  }
  const inner = object[first];
  if (typeof inner !== 'object' || inner === null) object[first] = {};
  place(object[first] as JsonObject, rest.join('.'), value);
}
