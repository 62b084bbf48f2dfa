/**
 * Reads the `package.json` of a pipe. Whatever it says is a request of its author: what a pipe may really do is decided by
 * `permissions.ts`, and a manifest that cannot be understood makes a pipe that is listed but never run.
 */
import { isAbsolute, join, normalize } from 'node:path';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { type ConfigSchema, configSchema } from './config.ts';
import { RequestedPermissions } from './permissions.ts';
import { parseTrigger, type Trigger, TriggerWish } from './schedule/trigger.ts';

/** Ids stand in paths and addresses; the reserved ones are routes. */
const ID = /^[a-z0-9][a-z0-9._-]{0,63}$/;
const RESERVED = new Set([
  'list',
  'info',
  'install',
  'store',
  'download',
  'download-private',
  'enable',
  'disable',
  'update',
  'update-version',
  'delete',
  'purge',
  'build-status',
  'sandbox',
]);

/** Windows takes these for devices, with any ending, and drops dots at the end of a name. */
export function isDeviceName(name: string): boolean {
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name);
}

export function isPipeId(name: string): boolean {
  return ID.test(name) && !RESERVED.has(name) && !isDeviceName(name) && !name.endsWith('.');
}

const Manifest = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  description: Type.Optional(Type.String({ maxLength: 4_000 })),
  version: Type.Optional(Type.String({ maxLength: 100 })),
  author: Type.Optional(
    Type.Union([
      Type.String({ maxLength: 400 }),
      Type.Object({ name: Type.String({ maxLength: 400 }) }),
    ]),
  ),
  main: Type.Optional(Type.String({ maxLength: 400 })),
  dependencies: Type.Optional(Type.Record(Type.String(), Type.String())),
  hindcast: Type.Object({
    ...TriggerWish,
    /** A friendlier name than that of the package. */
    title: Type.Optional(Type.String({ maxLength: 200 })),
    config: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    permissions: Type.Optional(RequestedPermissions),
    timeout: Type.Optional(Type.Number({ minimum: 1, maximum: 3_600 })),
    memory: Type.Optional(Type.Number({ minimum: 32, maximum: 2_048 })),
  }),
});

const check = Compile(Manifest);

export interface PipeManifest {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly version: string;
  readonly author: string;
  /** Relative to the folder of the pipe. */
  readonly entry: string;
  readonly trigger: Trigger;
  readonly config: ConfigSchema;
  readonly permissions: Static<typeof RequestedPermissions>;
  readonly timeoutMs: number;
  readonly memoryMb: number;
}

const DEFAULT_TIMEOUT_SECS = 300;
const DEFAULT_MEMORY_MB = 256;

/** A manifest, or the sentence that says what is wrong with it. */
export function parseManifest(text: string): PipeManifest | string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return 'its package.json is not JSON';
  }
  if ((json as { hindcast?: unknown } | null)?.hindcast === undefined) {
    return 'its package.json has no "hindcast" key, so it is no pipe';
  }
  if (!check.Check(json)) {
    const [fault] = check.Errors(json);
    return `its package.json: ${fault?.instancePath || '/'} ${fault?.message ?? 'is not as expected'}`;
  }
  return toManifest(json);
}

function faultOfNames(name: string, id: string, entry: string): string | undefined {
  if (!ID.test(id)) return `"${name}" cannot be the name of a pipe`;
  if (!isPipeId(id)) return `"${id}" is a reserved name`;
  const isInside = !isAbsolute(entry) && !entry.startsWith('..') && !entry.includes('\0');
  return isInside ? undefined : 'main must be a file inside the pipe';
}

function toManifest(json: Static<typeof Manifest>): PipeManifest | string {
  const id = json.name.split('/').at(-1) ?? '';
  const entry = normalize(json.main ?? 'index.js');
  const nameFault = faultOfNames(json.name, id, entry);
  if (nameFault !== undefined) return nameFault;
  const { hindcast } = json;
  const trigger = parseTrigger(hindcast);
  if (typeof trigger === 'string') return `hindcast.${trigger}`;
  const config = configSchema(hindcast.config ?? {});
  if (typeof config === 'string') return `hindcast.config.${config}`;
  return {
    id,
    title: hindcast.title ?? json.name,
    description: json.description ?? '',
    version: json.version ?? '0.0.0',
    author: typeof json.author === 'object' ? json.author.name : (json.author ?? ''),
    entry: join('.', entry),
    trigger,
    config,
    permissions: hindcast.permissions ?? {},
    timeoutMs: (hindcast.timeout ?? DEFAULT_TIMEOUT_SECS) * 1_000,
    memoryMb: hindcast.memory ?? DEFAULT_MEMORY_MB,
  };
}
