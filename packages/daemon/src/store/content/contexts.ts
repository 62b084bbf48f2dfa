/**
 * The dictionary of everything that repeats and that filters look at: app, window, URL, device,
 * speaker … A document has one context. Rows are added, and removed only by deletions (deletion/purge.ts), so readers keep the
 * whole dictionary in memory and a filter is decided once per context instead of once per document.
 */
import type { Connection } from '../kernel/connection.ts';
import type { ReadKernel } from '../kernel/kernel.ts';
import type { NamePart, Scope } from '../records.ts';
import { foldCase } from '../search/words/tokens.ts';
import { DOCUMENT_KINDS, type DocumentKind } from './keys.ts';
import { hasNames, namePredicate } from './scope.ts';

export interface ContextValues {
  kind: DocumentKind;
  appName?: string | undefined;
  windowName?: string | undefined;
  browserUrl?: string | undefined;
  frameName?: string | undefined;
  deviceName?: string | undefined;
  isInput?: boolean | undefined;
  focused?: boolean | undefined;
  speakerId?: number | undefined;
  machineId?: string | undefined;
  /** What else heard the same; in any order. */
  otherDevices?: readonly string[] | undefined;
}

export interface Context {
  id: number;
  kind: DocumentKind;
  appId: number;
  appName: string;
  windowName: string;
  browserUrl: string | null;
  frameName: string | null;
  deviceName: string;
  isInput: boolean;
  focused: boolean | null;
  speakerId: number | null;
  machineId: string | null;
  otherDevices: readonly string[];
}

const UNKNOWN_FOCUS = -1;
/** A person's day has some hundred contexts; more than this are looked up again. */
const MAX_CACHED_IDS = 20_000;

/** For the writer: finds or creates the row for a combination of values. */
export function contextWriter(db: Connection) {
  const find = db.tuples<[number, number]>(
    `SELECT id, app_id FROM context WHERE kind = ? AND app_name = ? AND window_name = ? AND browser_url = ?
       AND frame_name = ? AND device_name = ? AND is_input = ? AND focused = ? AND speaker_id = ? AND machine_id = ?
       AND other_devices = ?`,
  );
  const findApp = db.values<number>('SELECT app_id FROM context WHERE app_name = ? LIMIT 1');
  const insert = db.prepare(
    `INSERT INTO context (kind, app_name, window_name, browser_url, frame_name, device_name, is_input, focused,
     speaker_id, machine_id, other_devices, app_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const claimApp = db.prepare('UPDATE context SET app_id = id WHERE id = ?');
  const cache = new Map<string, { id: number; appId: number }>();

  function create(row: (string | number)[]): { id: number; appId: number } {
    const known = findApp.get(row[1]);
    const id = Number(insert.run(...row, known ?? 0).lastInsertRowid);
    if (known === undefined) claimApp.run(id);
    return { id, appId: known ?? id };
  }

  return {
    idFor(values: ContextValues): { id: number; appId: number } {
      const row = toRow(values);
      const identity = JSON.stringify(row);
      const cached = cache.get(identity);
      if (cached) return cached;
      const stored = find.get(...row);
      const context = stored ? { id: stored[0], appId: stored[1] } : create(row);
      if (cache.size >= MAX_CACHED_IDS) cache.clear();
      cache.set(identity, context);
      return context;
    },
    /** After a roll-back the cached rows may not exist. */
    forget(): void {
      cache.clear();
    },
  };
}

function toRow(values: ContextValues): (string | number)[] {
  return [
    DOCUMENT_KINDS.indexOf(values.kind),
    values.appName ?? '',
    values.windowName ?? '',
    values.browserUrl ?? '',
    values.frameName ?? '',
    values.deviceName ?? '',
    Number(values.isInput ?? false),
    values.focused === undefined ? UNKNOWN_FOCUS : Number(values.focused),
    values.speakerId ?? 0,
    values.machineId ?? '',
    packDevices(values.otherDevices ?? []),
  ];
}

/** In one order, so that the same devices are the same context. */
export function packDevices(names: readonly string[]): string {
  return names.length === 0 ? '' : JSON.stringify([...new Set(names)].sort());
}

export function unpackDevices(packed: string): string[] {
  return packed === '' ? [] : (JSON.parse(packed) as string[]);
}

export interface ContextFilter {
  appName?: NamePart | undefined;
  windowName?: NamePart | undefined;
  browserUrl?: NamePart | undefined;
  deviceName?: string | undefined;
  frameName?: string | undefined;
  focused?: boolean | undefined;
  speakerIds?: ReadonlySet<number> | undefined;
  machineId?: string | undefined;
  scope?: Scope | undefined;
}

interface Entry {
  context: Context;
  /** Folded app, window, URL, device and frame name, made when first filtered by. */
  folded: [string, string, string, string, string] | undefined;
}

/** The name of this machine among synced devices; null until sync is set up. */
export const OWN_MACHINE = "SELECT nullif(value, '') FROM meta WHERE name = 'sync_machine'";

/** For readers: the whole dictionary in memory, refreshed in the snapshot of every call. */
export function contextReader({ db, beforeEach }: ReadKernel) {
  const added = db.rows<ContextRow>('SELECT * FROM context WHERE id > ? ORDER BY id');
  const revision = db.values("SELECT value FROM meta WHERE name = 'contexts_revision'");
  const entries = new Map<number, Entry>();
  const perApp = new Map<number, number>();
  const machine = db.values<string | null>(OWN_MACHINE);
  const forgetting: (() => void)[] = [];
  let lastId = 0;
  let knownRevision: unknown;
  let ownMachineId: string | null = null;

  beforeEach(() => {
    ownMachineId = machine.get() as string | null;
    const found = revision.get();
    if (found !== knownRevision) {
      // Some were removed: nothing of them stays in memory either.
      entries.clear();
      perApp.clear();
      for (const forget of forgetting) forget();
      lastId = 0;
      knownRevision = found;
    }
    for (const row of added.iterate(lastId)) {
      entries.set(row.id, { context: toContext(row), folded: undefined });
      perApp.set(row.app_id, (perApp.get(row.app_id) ?? 0) + 1);
      lastId = row.id;
    }
  });

  return {
    get(id: number): Context {
      const entry = entries.get(id);
      if (!entry) throw new Error(`context ${id} is missing`);
      return entry.context;
    },
    /** How many an app has, of every kind. */
    countOfApp: (appId: number): number => perApp.get(appId) ?? 0,
    /** For what others derive from contexts and keep: called when some of these were removed. */
    onForget: (forget: () => void): void => void forgetting.push(forget),
    /** Rows of this machine do not name it, for it can be renamed; null until sync is set up. */
    machineIdOf: (context: Context): string | null => context.machineId ?? ownMachineId,
    /** The contexts of these kinds that pass the filter. */
    select(kinds: ReadonlySet<DocumentKind>, filter: ContextFilter): Context[] {
      const passes = predicateOf(filter, ownMachineId);
      const selected: Context[] = [];
      for (const entry of entries.values()) {
        if (kinds.has(entry.context.kind) && passes(entry)) selected.push(entry.context);
      }
      return selected;
    },
  };
}

function predicateOf(
  filter: ContextFilter,
  ownMachineId: string | null,
): (entry: Entry) => boolean {
  const parts = [
    filter.appName,
    filter.windowName,
    filter.browserUrl,
    filter.deviceName,
    filter.frameName,
  ].map((part) => (part === undefined ? undefined : [part].flat().map(foldCase)));
  const wantsParts = parts.some((part) => part !== undefined);
  // Audio has no app, window, URL or frame: such a filter leaves it out even when it is empty text.
  const leavesAudioOut = [0, 1, 2, 4].some((i) => parts[i] !== undefined);
  const isSeen = scopeOf(filter);
  return (entry) => {
    const { context } = entry;
    if (!isSeen(context)) return false;
    if (leavesAudioOut && context.kind === 'audio') return false;
    if (!hasValues(context, filter, ownMachineId)) return false;
    if (!wantsParts) return true;
    entry.folded ??= foldedOf(context);
    return parts.every(
      (some, i) => !some || some.some((part) => entry.folded?.[i]?.includes(part)),
    );
  };
}

function scopeOf({ scope }: ContextFilter): (context: Context) => boolean {
  if (scope === undefined || !hasNames(scope)) return () => true;
  const areNamesSeen = namePredicate(scope);
  return ({ kind, appName, windowName }) => kind === 'audio' || areNamesSeen(appName, windowName);
}

function hasValues(
  context: Context,
  { focused, machineId, speakerIds }: ContextFilter,
  ownMachineId: string | null,
): boolean {
  if (focused !== undefined && context.focused !== focused) return false;
  if (machineId !== undefined && (context.machineId ?? ownMachineId) !== machineId) return false;
  return speakerIds === undefined || isSpokenBy(context, speakerIds);
}

function isSpokenBy({ speakerId }: Context, ids: ReadonlySet<number>): boolean {
  return speakerId !== null && ids.has(speakerId);
}

function foldedOf(context: Context): [string, string, string, string, string] {
  return [
    foldCase(context.appName),
    foldCase(context.windowName),
    foldCase(context.browserUrl ?? ''),
    foldCase([context.deviceName, ...context.otherDevices].join('\n')),
    foldCase(context.frameName ?? ''),
  ];
}

interface ContextRow {
  id: number;
  kind: number;
  app_id: number;
  app_name: string;
  window_name: string;
  browser_url: string;
  frame_name: string;
  device_name: string;
  is_input: number;
  focused: number;
  speaker_id: number;
  machine_id: string;
  other_devices: string;
}

function toContext(row: ContextRow): Context {
  return {
    id: row.id,
    kind: DOCUMENT_KINDS[row.kind] as DocumentKind,
    appId: row.app_id,
    appName: row.app_name,
    windowName: row.window_name,
    browserUrl: row.browser_url || null,
    frameName: row.frame_name || null,
    deviceName: row.device_name,
    isInput: row.is_input === 1,
    focused: row.focused === UNKNOWN_FOCUS ? null : row.focused === 1,
    speakerId: row.speaker_id || null,
    machineId: row.machine_id || null,
    otherDevices: unpackDevices(row.other_devices),
  };
}
