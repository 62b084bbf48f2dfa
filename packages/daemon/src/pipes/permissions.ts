/**
 * What a pipe may do. Its manifest asks; reading captured data is given as asked, because whoever installs a pipe wants that, and
 * everything that reaches beyond it (the network, raw SQL, folders) counts only when a person has granted it. What was granted is
 * kept as it was, so an update that asks for more does not get more by itself.
 */
import { type Static, Type } from 'typebox';
import type { Scope } from '#store/records.ts';
import { type ConfigSchema, isPlainAbsolutePath } from './config.ts';

const Names = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 200 });

/** What belongs to an app and a window. */
const WITH_APP = ['ocr', 'ui', 'input'] as const;

/** As in the manifest. */
export const RequestedPermissions = Type.Object({
  /** Parts of names, whatever the case. Speech has no app: whoever is allowed some apps or windows hears it only by `content_types`. */
  allow_apps: Type.Optional(Names),
  deny_apps: Type.Optional(Names),
  allow_windows: Type.Optional(Names),
  deny_windows: Type.Optional(Names),
  content_types: Type.Optional(
    Type.Array(Type.Union(['ocr', 'audio', 'ui', 'input'].map((word) => Type.Literal(word))), {
      maxItems: 10,
    }),
  ),
  time_range: Type.Optional(
    Type.Object({
      from: Type.Optional(Type.String()),
      to: Type.Optional(Type.String()),
      last_hours: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
    }),
  ),
  /** Images of frames; true unless said otherwise. */
  frames: Type.Optional(Type.Boolean()),
  raw_sql: Type.Optional(Type.Boolean()),
  /** Hosts, or `*` for all. */
  network: Type.Optional(Names),
  /** Absolute paths in addition to those of the configuration. */
  read: Type.Optional(Names),
  write: Type.Optional(Names),
});
export type Requested = Static<typeof RequestedPermissions>;

/** The ones that need a person. */
export const SENSITIVE = ['network', 'raw_sql', 'read', 'write'] as const;
export type Sensitive = (typeof SENSITIVE)[number];
export type Granted = Pick<Requested, Sensitive>;

/** What a run may do. */
export interface Grant {
  readonly scope: Scope;
  readonly frames: boolean;
  readonly rawSql: boolean;
  readonly hosts: readonly string[];
  readonly readFolders: readonly string[];
  readonly writeFolders: readonly string[];
}

/** What is asked for and not granted yet. */
export function missing(requested: Requested, granted: Granted): Sensitive[] {
  return SENSITIVE.filter((name) => {
    const wanted = requested[name];
    if (wanted === undefined || wanted === false) return false;
    if (wanted === true) return granted.raw_sql !== true;
    const given = granted[name] as readonly string[] | undefined;
    return wanted.some((part) => !given?.includes(part));
  });
}

export function grantOf(options: {
  requested: Requested;
  granted: Granted;
  schema: ConfigSchema;
  config: Readonly<Record<string, unknown>>;
  outputFolder: string;
  nowMs: number;
}): Grant {
  const { requested, granted, schema, config } = options;
  const both = (name: 'network' | 'read' | 'write') =>
    (requested[name] ?? []).filter((part) => granted[name]?.includes(part));
  const chosen = (access: 'read' | 'write') =>
    [...(schema ?? [])].flatMap(([key, property]) => {
      const value = config[key];
      const isChosen = property.format === 'folder' && (property.access ?? 'read') === access;
      return isChosen && typeof value === 'string' && value !== '' ? [value] : [];
    });
  const writeFolders = [options.outputFolder, ...both('write'), ...chosen('write')];
  return {
    scope: scopeOf(requested, options.nowMs),
    frames: requested.frames ?? true,
    rawSql: requested.raw_sql === true && granted.raw_sql === true,
    hosts: both('network'),
    readFolders: [...both('read'), ...chosen('read'), ...writeFolders].filter(isPlainAbsolutePath),
    writeFolders: writeFolders.filter(isPlainAbsolutePath),
  };
}

/** What the data permissions show. */
export function scopeOf(requested: Requested, nowMs: number): Scope {
  const { allow_apps, deny_apps, allow_windows, deny_windows } = requested;
  const isNamed = allow_apps !== undefined || allow_windows !== undefined;
  const kinds = requested.content_types ?? (isNamed ? WITH_APP : undefined);
  const { from, to, last_hours } = requested.time_range ?? {};
  const starts = [
    instant(from, Number.MAX_SAFE_INTEGER),
    last_hours === undefined ? undefined : nowMs - last_hours * 3_600_000,
  ].filter((startMs) => startMs !== undefined);
  return {
    kinds: kinds as Scope['kinds'],
    allowApps: allow_apps,
    denyApps: deny_apps,
    allowWindows: allow_windows,
    denyWindows: deny_windows,
    startMs: starts.length === 0 ? undefined : Math.max(...starts),
    endMs: instant(to, 0),
  };
}

/** A time that cannot be read closes the range rather than opens it. */
function instant(text: string | undefined, closed: number): number | undefined {
  if (text === undefined) return undefined;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? closed : atMs;
}
