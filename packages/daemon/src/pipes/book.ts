/**
 * What is known about every pipe: its folder as the last scan found it and its row in the store, kept together in memory. The host
 * is the only one that writes the rows, so the copies here are true.
 */
import { serviceError } from '#core/errors.ts';
import type { PipeRow } from '#store/pipes/pipe-records.ts';
import type { Store } from '#store/store.ts';
import { type InstalledPipe, listInstalled } from './catalog.ts';
import { changedConfig, defaultsOf } from './config.ts';
import { InvalidPipeConfigError } from './errors.ts';
import type { PipeManifest } from './manifest.ts';
import type { Granted } from './permissions.ts';
import { parseTrigger, TRIGGER_KEYS, type Trigger } from './schedule/trigger.ts';

export interface KnownPipe {
  readonly installed: InstalledPipe;
  readonly row: PipeRow;
}

export interface PipeBook {
  /** Looks at the disk; true when something came or went. */
  rescan(): Promise<boolean>;
  list(): KnownPipe[];
  /** Throws PIPE_NOT_FOUND. */
  get(id: string): KnownPipe;
  /** Throws PIPE_BROKEN too, when its manifest cannot be used. */
  getManifest(id: string): PipeManifest;
  change(id: string, change: Partial<Omit<PipeRow, 'id'>>): Promise<void>;
  forget(id: string): Promise<void>;
}

export async function pipeBook(deps: {
  store: Pick<Store, 'pipes'>;
  pipesFolder: string;
}): Promise<PipeBook> {
  const { store, pipesFolder } = deps;
  const rows = new Map((await store.pipes.list()).map((row) => [row.id, row]));
  let known = new Map<string, KnownPipe>();

  async function rowOf(id: string): Promise<PipeRow> {
    const row = rows.get(id);
    if (row !== undefined) return row;
    // A new pipe begins with what comes from now on.
    const cursor = await store.pipes.getContentCursor();
    const fresh = { id, enabled: false, config: {}, granted: {}, source: '', cursor };
    await store.pipes.save(fresh);
    rows.set(id, fresh);
    return fresh;
  }

  async function rescan(): Promise<boolean> {
    const next = new Map<string, KnownPipe>();
    for (const installed of await listInstalled(pipesFolder)) {
      next.set(installed.id, { installed, row: await rowOf(installed.id) });
    }
    const facts = (pipes: Map<string, KnownPipe>) =>
      JSON.stringify(
        [...pipes.values()].map(({ installed }) => [installed.id, installed.manifest]),
      );
    const isChanged = facts(next) !== facts(known);
    known = next;
    return isChanged;
  }

  function get(id: string): KnownPipe {
    const pipe = known.get(id);
    if (pipe === undefined) throw serviceError('PIPE_NOT_FOUND', { id });
    return pipe;
  }

  await rescan();
  return {
    rescan,
    list: () => [...known.values()],
    get,
    getManifest(id) {
      const { manifest } = get(id).installed;
      if (typeof manifest === 'string') throw serviceError('PIPE_BROKEN', { id, fault: manifest });
      return manifest;
    },
    async change(id, change) {
      const pipe = get(id);
      const row = { ...pipe.row, ...change };
      await store.pipes.save(row);
      rows.set(id, row);
      known.set(id, { ...pipe, row });
    },
    async forget(id) {
      await store.pipes.delete(id);
      rows.delete(id);
      known.delete(id);
    },
  };
}

/** The keys that speak of the trigger are kept next to those of the pipe. */
export function triggerOf(manifest: PipeManifest, row: PipeRow): Trigger {
  const chosen = TRIGGER_KEYS.filter((key) => row.config[key] !== undefined);
  if (chosen.length === 0) return manifest.trigger;
  const trigger = parseTrigger(Object.fromEntries(chosen.map((key) => [key, row.config[key]])));
  // The manifest says what new content means for it.
  if (typeof trigger === 'object' && trigger.kind === 'data' && manifest.trigger.kind === 'data') {
    return manifest.trigger;
  }
  return typeof trigger === 'string' ? manifest.trigger : trigger;
}

/** What the pipe is given as its configuration. */
export function ownConfigOf(manifest: PipeManifest, row: PipeRow): Record<string, unknown> {
  const isOwn = ([key]: [string, unknown]) => !(TRIGGER_KEYS as readonly string[]).includes(key);
  return {
    ...defaultsOf(manifest.config),
    ...Object.fromEntries(Object.entries(row.config).filter(isOwn)),
  };
}

/** Throws INVALID_PIPE_CONFIG. */
export function configAfter(
  manifest: PipeManifest,
  row: PipeRow,
  change: Record<string, unknown>,
): Record<string, unknown> {
  const isTrigger = (key: string) => (TRIGGER_KEYS as readonly string[]).includes(key);
  // A key that the pipe declares itself is its own, whatever it is called.
  const isOwn = (key: string) => !isTrigger(key) || manifest.config?.has(key) === true;
  const part = (source: Record<string, unknown>, isWanted: (key: string) => boolean) =>
    Object.fromEntries(Object.entries(source).filter(([key]) => isWanted(key)));
  const own = changedConfig(
    manifest.id,
    manifest.config,
    part(row.config, isOwn),
    part(change, isOwn),
  );
  const schedule = triggerAfter(
    manifest,
    part(row.config, (key) => !isOwn(key)),
    part(change, (key) => !isOwn(key)),
  );
  return { ...own, ...schedule };
}

/** What a person set as a plain value, or as a folder to read, is not turned into more by another version: then it is to be set again. */
export function configAfterUpdate(
  before: InstalledPipe,
  after: KnownPipe,
): Record<string, unknown> {
  const reach = ({ manifest }: InstalledPipe, key: string) => {
    const property = typeof manifest === 'string' ? undefined : manifest.config?.get(key);
    if (property?.format !== 'folder') return 0;
    return property.access === 'write' ? 2 : 1;
  };
  const isKept = ([key]: [string, unknown]) => reach(after.installed, key) <= reach(before, key);
  return Object.fromEntries(Object.entries(after.row.config).filter(isKept));
}

function triggerAfter(
  manifest: PipeManifest,
  current: Record<string, unknown>,
  change: Record<string, unknown>,
): Record<string, unknown> {
  if (Object.keys(change).length === 0) return current;
  // `schedule` replaces all that was said before, and the other words replace it.
  const base = 'schedule' in change ? {} : { ...current, schedule: undefined };
  const merged = Object.entries({ ...base, ...change }).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  const next = Object.fromEntries(merged);
  // A new interval alone means that it runs by interval.
  if (!('trigger' in change)) delete next.trigger;
  if ('interval' in change) delete next.cron;
  if (merged.length > 0) {
    const fault = parseTrigger(next);
    if (typeof fault === 'string') {
      const [field = '', ...rest] = fault.split(' must be ');
      throw new InvalidPipeConfigError(manifest.id, field, rest.join(' ') || 'as documented');
    }
  }
  return next;
}

export function grantedOf(row: PipeRow): Granted {
  return row.granted as Granted;
}
