/**
 * How long things are kept: rules by age for each kind, and one for the size of everything. Says what a rule would take now and when it
 * takes something next; `upkeep/retention.ts` decides when that is done. What has a tag, or a note about it, stays.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Media } from '../media/media.ts';
import type { Store } from '../store.ts';
import type { DeletionCounts, DeletionFilter, DeletionPart, RetentionKind } from './records.ts';

const DAY_MS = 24 * 3_600_000;

/** Days; undefined: for ever. */
export interface RetentionRules {
  /** Everything that was read, heard or said: with it go its pictures and its sound. */
  text?: number | undefined;
  pixels?: number | undefined;
  audio?: number | undefined;
  input?: number | undefined;
  /** Of the database and the media files, without copies of offloaded ones. The oldest pictures and sound go first; text stays. */
  maxBytes?: number | undefined;
}

const RETENTION_KINDS = ['text', 'pixels', 'audio', 'input'] as const;

const PARTS: Record<RetentionKind | 'size', readonly DeletionPart[]> = {
  text: ['screen', 'speech'],
  pixels: ['pictures'],
  audio: ['sound'],
  input: ['input'],
  size: ['pictures', 'sound'],
};

export interface RuleForecast {
  rule: RetentionKind | 'size';
  /** What is not newer goes; undefined: nothing does. */
  endMs: number | undefined;
  counts: DeletionCounts | undefined;
  /** When this rule takes something next; undefined when there is nothing it could take. */
  nextAtMs: number | undefined;
}

export interface RetentionForecast {
  totalBytes: number;
  rules: RuleForecast[];
}

interface Deps {
  dataDir: string;
  store: Store;
  media: Pick<Media, 'listDaySizes'>;
  /** Whether nothing goes before a keeper holds it. */
  awaitsKeeper: () => Promise<boolean>;
}

/** What the rules mean at this moment, without those that mean nothing. */
export async function retentionFilters(
  deps: Deps,
  rules: RetentionRules,
  nowMs: number,
): Promise<DeletionFilter[]> {
  const exceptUnheld = await deps.awaitsKeeper();
  const bySize =
    rules.maxBytes === undefined ? undefined : await sizeEnd(deps, rules, { nowMs, exceptUnheld });
  return [
    ...RETENTION_KINDS.flatMap((kind) => filterOf(kind, ageEnd(rules[kind], nowMs), exceptUnheld)),
    ...filterOf('size', bySize?.endMs, exceptUnheld),
  ];
}

export async function forecastRetention(
  deps: Deps,
  rules: RetentionRules,
  nowMs: number,
  signal: AbortSignal,
): Promise<RetentionForecast> {
  const oldest = await deps.store.deletion.oldestTimes(signal);
  const exceptUnheld = await deps.awaitsKeeper();
  const size = await sizeEnd(deps, rules, { nowMs, exceptUnheld }, signal);
  const forecasts: RuleForecast[] = [];
  const count = async (rule: RuleForecast['rule'], endMs: number | undefined) => {
    const [filter] = filterOf(rule, endMs, exceptUnheld);
    return filter && deps.store.deletion.count(filter, signal);
  };
  for (const rule of RETENTION_KINDS) {
    const days = rules[rule];
    if (days === undefined) continue;
    const endMs = ageEnd(days, nowMs);
    const first = oldest[rule];
    const nextAtMs = first === null ? undefined : Math.max(nowMs, first + days * DAY_MS);
    forecasts.push({ rule, endMs, counts: await count(rule, endMs), nextAtMs });
  }
  if (rules.maxBytes !== undefined) {
    const nextAtMs = size.endMs === undefined ? undefined : nowMs;
    const counts = await count('size', size.endMs);
    forecasts.push({ rule: 'size', endMs: size.endMs, counts, nextAtMs });
  }
  return { totalBytes: size.totalBytes, rules: forecasts };
}

function filterOf(
  rule: RuleForecast['rule'],
  endMs: number | undefined,
  exceptUnheld: boolean,
): DeletionFilter[] {
  if (endMs === undefined) return [];
  const filter = { endMs, parts: PARTS[rule], exceptTagged: true, exceptUnheld };
  return [rule === 'size' ? { ...filter, exceptOffloaded: true } : filter];
}

function ageEnd(days: number | undefined, nowMs: number): number | undefined {
  return days === undefined ? undefined : nowMs - days * DAY_MS;
}

/**
 * Up to which time pictures and sound have to go. Whole days, the oldest first; the last day always stays. A day counts for what would
 * go of it: tagged things, and files that no row names, make no room, and so do not spare later days.
 */
async function sizeEnd(
  { dataDir, store, media }: Deps,
  { maxBytes }: RetentionRules,
  { nowMs, exceptUnheld }: { nowMs: number; exceptUnheld: boolean },
  signal?: AbortSignal,
): Promise<{ totalBytes: number; endMs: number | undefined }> {
  const days = await media.listDaySizes();
  const databaseBytes = await Promise.all(
    ['db.sqlite', 'db.sqlite-wal'].map((name) => sizeOf(join(dataDir, name))),
  );
  const sizes = [...databaseBytes, ...days.map(({ bytes }) => bytes)];
  // They are in the folders of their days, have a limit themselves, and go by that one only.
  const copies = (await store.offload.listCached(signal)).map(({ bytes }) => bytes);
  const totalBytes = Math.max(0, sumOf(sizes) - sumOf(copies));
  let excess = totalBytes - (maxBytes ?? Number.POSITIVE_INFINITY);
  let endMs: number | undefined;
  let startMs = 0;
  for (const { dayMs, bytes } of days) {
    if (excess <= 0 || dayMs + DAY_MS > nowMs - DAY_MS) break;
    if (bytes === 0) continue;
    const range = { startMs, endMs: dayMs + DAY_MS - 1 };
    const except = { exceptTagged: true, exceptOffloaded: true, exceptUnheld };
    const day = { ...range, parts: PARTS.size, ...except };
    const going = await store.deletion.count(day, signal);
    startMs = day.endMs + 1;
    if (going.bytes === 0) continue;
    excess -= going.bytes;
    endMs = day.endMs;
  }
  return { totalBytes, endMs };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** How many pictures and recordings the rules would take, were it not for the keeper. */
export async function countUnheld(
  { store }: Pick<Deps, 'store'>,
  filters: readonly DeletionFilter[],
  signal?: AbortSignal,
): Promise<number> {
  let [pictures, recordings] = [0, 0];
  for (const filter of filters.filter(({ exceptUnheld }) => exceptUnheld)) {
    const all = await store.deletion.count({ ...filter, exceptUnheld: false }, signal);
    const going = await store.deletion.count(filter, signal);
    const more = (kinds: readonly (keyof DeletionCounts)[]) =>
      sumOf(kinds.map((kind) => Number(all[kind]) - Number(going[kind])));
    // Two rules may mean the same ones.
    pictures = Math.max(pictures, more(['frames', 'pictures']));
    recordings = Math.max(recordings, more(['audioChunks', 'sounds']));
  }
  return pictures + recordings;
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found?.size ?? 0;
}
