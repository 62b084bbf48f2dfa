/**
 * What a filter means: everything of a range of time, of an app, of a site, of a speaker, of another machine, or single frames. It is
 * counted first and then deleted piece by piece, so that capture never waits long for the writer. Runs in a reader thread.
 */
import { type Context, contextReader } from '../content/contexts.ts';
import {
  type DocumentKind,
  firstKeyOfHour,
  HOUR_MS,
  hourOf,
  hourOfKey,
  kindOfKey,
  lastKeyOfHour,
} from '../content/keys.ts';
import { siteOf } from '../content/site.ts';
import type { ReadKernel } from '../kernel/kernel.ts';
import { NOT_HELD, SOUND_AT_KEEPER } from '../sync/keepers.ts';
import type { DeletionFilter, DeletionPart, DeletionPiece, InputPlace } from './records.ts';

export type Row = [key: number, ref: number, length: number];

const NOT_TAGGED = {
  frame: `NOT EXISTS (SELECT 1 FROM vision_tags g WHERE g.vision_id = f.id)
    AND NOT EXISTS (SELECT 1 FROM memories m WHERE m.frame_id = f.id)`,
  chunk: 'NOT EXISTS (SELECT 1 FROM audio_tags g WHERE g.audio_chunk_id = k.id)',
};
const NOT_OFFLOADED = {
  frame: `NOT EXISTS (SELECT 1 FROM offloaded_file o WHERE o.path = coalesce(f.snapshot_path,
    (SELECT v.file_path FROM video_chunk v WHERE v.id = f.video_chunk_id)))`,
  chunk: 'NOT EXISTS (SELECT 1 FROM offloaded_file o WHERE o.path = k.file_path)',
};
/** A recording is cut after half a minute of speech; those that were handed in may be longer. */
const LONGEST_RECORDING_MS = HOUR_MS;
/** No limit, to SQLite. */
const ALL = -1;
const SPAN_END = `k.at_ms + max(
  coalesce((SELECT s.duration_ms FROM audio_segment s WHERE s.audio_chunk_id = k.id), 0),
  coalesce((SELECT max(a.end_secs) * 1000 FROM transcription a WHERE a.audio_chunk_id = k.id), 0))`;

export function deletionSelection({ db, part, assertWanted }: ReadKernel) {
  const contexts = part(contextReader);
  const sql = selectionSql(db);

  /** Undefined: all of them. An app, a site and a machine are asked for by their exact names. */
  function selectContexts(filter: DeletionFilter): Set<number> | undefined {
    const kinds = kindsOf(filter);
    const { appName, site, machineId, speakerId, contextIds } = filter;
    const narrowing = [appName, site, machineId, speakerId, contextIds];
    const isNarrowed = narrowing.some((value) => value !== undefined);
    const ids = contextIds && new Set(contextIds);
    if (!isNarrowed && kinds.size === 3) return undefined;
    const isMeant = (one: Context) =>
      (ids?.has(one.id) ?? true) &&
      (appName === undefined || (one.kind !== 'audio' && one.appName === appName)) &&
      (site === undefined || isOfSite(one.browserUrl, site)) &&
      (speakerId === undefined || one.speakerId === speakerId) &&
      (machineId === undefined || one.machineId === machineId);
    const all = contexts.select(kinds, {});
    return new Set(all.filter(isMeant).map(({ id }) => id));
  }

  function* documents(filter: DeletionFilter): Generator<Row> {
    if (filter.frameIds) {
      yield* sql.frames.all(JSON.stringify(filter.frameIds));
      return;
    }
    const wanted = selectContexts(filter);
    const [startMs, endMs] = timesOf(filter);
    const range = [hourOf(startMs), hourOf(endMs)];
    const hours = wanted
      ? sql.hoursOf.all(JSON.stringify([...wanted]), ...range)
      : sql.hours.all(...range);
    for (const hour of hours as number[]) {
      assertWanted();
      const keys = [firstKeyOfHour(hour), lastKeyOfHour(hour)];
      const rows = sql.rows.all(...keys, startMs, endMs);
      for (const [key, ref, length, contextId] of rows) {
        const isMeant = wanted?.has(contextId) ?? true;
        if (isMeant && !isKept(filter, key, ref)) yield [key, ref, length];
      }
    }
  }

  function isKept(filter: DeletionFilter, key: number, ref: number): boolean {
    const kind = kindOfKey(key);
    if (filter.exceptUnheld && sql.isUnheld[kind].get(ref) !== undefined) return true;
    if (filter.exceptTagged !== true) return false;
    if (kind === 'ocr') return sql.isFrameKept.get(ref) !== undefined;
    return kind === 'audio' && sql.isSaidKept.get(ref) !== undefined;
  }
  const { hidden, events } = eventSelection(sql);

  function* pictures(filter: DeletionFilter): Generator<number> {
    if (filter.parts?.includes('pictures') !== true) return;
    const wanted = selectContexts({ ...filter, parts: ['screen'] });
    const [startMs, endMs] = timesOf(filter);
    const range = [hourOf(startMs), hourOf(endMs)] as const;
    const spans = wanted
      ? sql.hoursOf.all(JSON.stringify([...wanted]), ...range).map((h) => [h, h])
      : [range];
    for (const [from = 0, to = 0] of spans) {
      assertWanted();
      const keys = [firstKeyOfHour(from), lastKeyOfHour(to)];
      const rows = sql.pictures.iterate(...keys, ...exceptionsOf(filter));
      for (const [id, atMs, context] of rows as Iterable<[number, number, number]>) {
        if (atMs >= startMs && atMs <= endMs && (!wanted || wanted.has(context))) yield id;
      }
    }
  }

  /** Recordings without text, and those that only reach into the range: none but a range of time can mean them. */
  function recordings(
    filter: DeletionFilter,
    which: 'waiting' | 'sounding',
    limit = ALL,
  ): number[] {
    const { frameIds, appName, site, machineId, speakerId, contextIds } = filter;
    const narrowing = [frameIds, appName, site, machineId, speakerId, contextIds];
    if (narrowing.some((value) => value !== undefined)) return [];
    const isWanted = hasPart(filter, 'speech') || filter.parts?.includes('sound') === true;
    if (!isWanted || (which === 'waiting' && !hasPart(filter, 'speech'))) return [];
    const [startMs, endMs] = timesOf(filter);
    const except = exceptionsOf(filter);
    return sql[which].all(startMs, endMs, startMs, ...except, limit);
  }

  /**
   * Recordings whose older text says something of it. A line that a second reading removed is there alone: no row of it can go, so no
   * trigger deletes it.
   */
  function olderTexts(filter: DeletionFilter, limit: number): number[] {
    const { frameIds, appName, site, contextIds, speakerId = null, machineId = null } = filter;
    // Sound has none of these.
    if ([frameIds, appName, site, contextIds].some((value) => value !== undefined)) return [];
    if (!hasPart(filter, 'speech')) return [];
    const [startMs, endMs] = timesOf(filter);
    const isExact = Number(filter.exceptTagged === true);
    const meant = { startMs, endMs, speakerId, machineId, isExact, limit };
    return sql.olderTexts.all(meant);
  }

  /** The next things to delete, at most `limit` of a kind; empty when there are none left. */
  function listDeletion(filter: DeletionFilter, limit: number): DeletionPiece {
    const piece: DeletionPiece = {
      ocr: [],
      audio: [],
      ui: [],
      input: [],
      chunks: [],
      sounds: [],
      older: [],
      pictures: [],
      texts: 0,
      indexed: 0,
      hours: [],
    };
    for (const [key, ref, length] of firstOf(documents(filter), limit)) {
      const kind: DocumentKind = kindOfKey(key);
      const hour = hourOfKey(key);
      if (piece.hours.at(-1) !== hour) piece.hours.push(hour);
      piece[kind].push(ref);
      piece.indexed += Number(length > 0);
      if (kind === 'ocr') piece.texts += Number(length > 0);
    }
    const isBeginning = [piece.ocr, piece.audio, piece.ui].some((ids) => ids.length > 0);
    if (!isBeginning) {
      piece.audio = [...firstOf(hidden(filter), limit)];
      piece.input = [...firstOf(events(filter), limit)];
      piece.pictures = [...firstOf(pictures(filter), limit)];
      piece.chunks = recordings(filter, 'waiting', limit);
      piece.sounds = recordings(filter, 'sounding', limit);
      piece.older = olderTexts(filter, limit);
    }
    piece.chunks.push(...piece.audio.map((id) => sql.chunkOf.get(id) as number));
    return piece;
  }

  return { documents, hidden, events, pictures, recordings, listDeletion };
}

/** Selects input events and hidden speech, which have no documents. */
function eventSelection(sql: ReturnType<typeof selectionSql>) {
  /** What speakers that are none have said: kept apart from all documents. */
  function* hidden(filter: DeletionFilter): Generator<number> {
    const { frameIds, appName, site, speakerId, machineId, contextIds } = filter;
    if ([frameIds, appName, site, contextIds].some((value) => value !== undefined)) return;
    if (!hasPart(filter, 'speech')) return;
    const rows = sql.hidden.all(...timesOf(filter));
    for (const [id, speaker, machine] of rows) {
      if (speakerId !== undefined && speaker !== speakerId) continue;
      if (machineId === undefined || machine === machineId) yield id;
    }
  }

  function* events(filter: DeletionFilter): Generator<number> {
    const { frameIds, speakerId, contextIds, inputPlaces = [] } = filter;
    if (frameIds || speakerId !== undefined || !hasPart(filter, 'input')) return;
    yield* contextIds ? eventsAt(inputPlaces) : eventsOf(filter);
  }

  function* eventsOf(filter: DeletionFilter): Generator<number> {
    const { machineId, appName, site } = filter;
    const rows =
      appName === undefined
        ? sql.events.iterate(...timesOf(filter))
        : sql.eventsOfApp.iterate(...timesOf(filter), appName);
    for (const [id, url, machine] of rows as Iterable<[number, string | null, string | null]>) {
      if (site !== undefined && !isOfSite(url, site)) continue;
      if (machineId === undefined || machine === machineId) yield id;
    }
  }

  function eventsAt(places: readonly InputPlace[]): Iterable<number> {
    const names = places.map(({ appName, windowName, browserUrl }) => [
      appName,
      windowName,
      browserUrl,
    ]);
    return sql.eventsAt.iterate(JSON.stringify(names));
  }

  /** Without what a keeper is still to get. */
  function* held(
    { exceptUnheld }: DeletionFilter,
    ids: Iterable<number>,
    isUnheld: typeof sql.isEventUnsent,
  ): Generator<number> {
    for (const id of ids) if (!exceptUnheld || isUnheld.get(id) === undefined) yield id;
  }

  return {
    hidden: (filter: DeletionFilter) => held(filter, hidden(filter), sql.isUnheld.audio),
    events: (filter: DeletionFilter) => held(filter, events(filter), sql.isEventUnsent),
  };
}

function selectionSql(db: ReadKernel['db']) {
  return {
    hours: db.values(
      'SELECT hour FROM hour WHERE hour BETWEEN ? AND ? AND ocr + audio + ui > 0 ORDER BY hour',
    ),
    hoursOf: db.values<number>(
      `SELECT DISTINCT hour FROM context_hour WHERE context_id IN (SELECT value FROM json_each(?))
         AND hour BETWEEN ? AND ? ORDER BY hour`,
    ),
    rows: db.tuples<[...Row, number]>(
      'SELECT key, ref, length, context_id FROM document WHERE key BETWEEN ? AND ? AND at_ms BETWEEN ? AND ?',
    ),
    frames: db.tuples<Row>(
      `SELECT d.key, d.ref, d.length FROM json_each(?) j JOIN frame f ON f.id = j.value
         JOIN document d ON d.key = f.key`,
    ),
    isFrameKept: db.prepare(`SELECT 1 FROM frame f WHERE f.id = ? AND NOT (${NOT_TAGGED.frame})`),
    isSaidKept: db.prepare(
      `SELECT 1 FROM transcription a JOIN audio_chunk k ON k.id = a.audio_chunk_id
       WHERE a.id = ? AND NOT (${NOT_TAGGED.chunk})`,
    ),
    isUnheld: {
      ocr: db.prepare(`SELECT 1 FROM frame f WHERE f.id = ? AND ${NOT_HELD.frame}`),
      audio: db.prepare(`SELECT 1 FROM transcription a WHERE a.id = ? AND ${NOT_HELD.said}`),
      ui: db.prepare('SELECT 1 FROM ui_text WHERE id = ? AND synced_at IS NULL'),
    },
    isEventUnsent: db.prepare('SELECT 1 FROM input_event WHERE id = ? AND synced_at IS NULL'),
    // In no index: few, and nobody sees them.
    hidden: db.tuples<[number, number | null, string]>(
      `SELECT h.transcription_id, a.speaker_id, h.machine_id FROM hidden_transcription h
         JOIN transcription a ON a.id = h.transcription_id WHERE h.at_ms BETWEEN ? AND ?`,
    ),
    events: db.tuples(
      'SELECT id, browser_url, machine_id FROM input_event WHERE at_ms BETWEEN ? AND ?',
    ),
    eventsAt: db.values<number>(
      `SELECT id FROM input_event WHERE (coalesce(app_name, ''), coalesce(window_title, ''), coalesce(browser_url, ''))
         IN (SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?))`,
    ),
    eventsOfApp: db.tuples(
      'SELECT id, browser_url, machine_id FROM input_event WHERE at_ms BETWEEN ? AND ? AND app_name = ?',
    ),
    pictures: db.tuples(
      `SELECT f.id, d.at_ms, d.context_id FROM frame f JOIN document d ON d.key = f.key
         WHERE (f.snapshot_path IS NOT NULL OR f.video_chunk_id IS NOT NULL) AND f.key BETWEEN ? AND ?
         AND (? = 0 OR ${NOT_TAGGED.frame}) AND (? = 0 OR ${NOT_OFFLOADED.frame})
         AND (? = 0 OR NOT ${NOT_HELD.picture}) ORDER BY f.key`,
    ),
    waiting: db.values<number>(
      `SELECT k.id FROM audio_chunk k WHERE k.at_ms BETWEEN ? - ${LONGEST_RECORDING_MS} AND ? AND ${SPAN_END} >= ?
         AND NOT EXISTS (SELECT 1 FROM transcription a WHERE a.audio_chunk_id = k.id)
         AND (? = 0 OR ${NOT_TAGGED.chunk}) AND (? = 0 OR ${NOT_OFFLOADED.chunk})
         AND (? = 0 OR NOT ${NOT_HELD.sound}) LIMIT ?`,
    ),
    // What a person deletes, a keeper is to delete too; retention, which spares what has a tag, means what is here.
    sounding: db.values<number>(
      `SELECT k.id FROM audio_chunk k WHERE k.at_ms BETWEEN ? - ${LONGEST_RECORDING_MS} AND ? AND ${SPAN_END} >= ?
         AND iif(? = 0, k.file_path <> '' OR ${SOUND_AT_KEEPER}, k.file_path <> '' AND ${NOT_TAGGED.chunk})
         AND (? = 0 OR ${NOT_OFFLOADED.chunk}) AND (? = 0 OR NOT ${NOT_HELD.sound}) LIMIT ?`,
    ),
    olderTexts: db.values<number>(
      `SELECT k.id FROM older_text o JOIN audio_chunk k ON k.id = o.audio_chunk_id
         WHERE EXISTS (SELECT 1 FROM json_each(o.lines, '$.before') b
           WHERE b.value ->> 'atMs' BETWEEN :startMs AND :endMs
           AND (:speakerId IS NULL OR b.value ->> 'speakerId' = :speakerId))
         AND (:machineId IS NULL OR EXISTS (SELECT 1 FROM transcription a JOIN document d ON d.key = a.key
           JOIN context c ON c.id = d.context_id WHERE a.audio_chunk_id = k.id AND c.machine_id = :machineId))
         AND (:isExact = 0 OR ${NOT_TAGGED.chunk}) LIMIT :limit`,
    ),
    chunkOf: db.values<number>('SELECT audio_chunk_id FROM transcription WHERE id = ?'),
  };
}

/** In the order of the queries. */
function exceptionsOf({ exceptTagged, exceptOffloaded, exceptUnheld }: DeletionFilter): number[] {
  return [exceptTagged, exceptOffloaded, exceptUnheld].map((flag) => Number(flag === true));
}

export function timesOf({ startMs, endMs }: DeletionFilter): [number, number] {
  return [startMs ?? 0, endMs ?? Date.UTC(9999, 11, 31) - HOUR_MS];
}

/** With its subdomains: whoever wants a bank forgotten means its login page too. */
function isOfSite(url: string | null, site: string): boolean {
  const host = siteOf(url);
  return host === site || host?.endsWith(`.${site}`) === true;
}

function hasPart({ parts }: DeletionFilter, part: DeletionPart): boolean {
  return parts === undefined || parts.includes(part);
}

function kindsOf(filter: DeletionFilter): Set<DocumentKind> {
  const kinds = new Set<DocumentKind>();
  if (hasPart(filter, 'screen')) kinds.add('ocr').add('ui');
  if (hasPart(filter, 'speech')) kinds.add('audio');
  return kinds;
}

function* firstOf<T>(items: Iterable<T>, count: number): Generator<T> {
  let left = count;
  for (const item of items) {
    if (left === 0) return;
    left -= 1;
    yield item;
  }
}
