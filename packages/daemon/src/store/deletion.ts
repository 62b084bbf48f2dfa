/**
 * What a person wants forgotten: everything of a range of time, of an app, of a site, of another machine, or single frames.
 * It is counted first and then deleted piece by piece, so that capture never waits long for the writer. Runs in a reader thread.
 */
import type { Context, contextReader } from './contexts.ts';
import type { Connection } from './database.ts';
import {
  type DocumentKind,
  firstKeyOfHour,
  HOUR_MS,
  hourOf,
  kindOfKey,
  lastKeyOfHour,
} from './keys.ts';
import type {
  DeletionCounts,
  DeletionFilter,
  DeletionPiece,
  MachineStorage,
} from './overview-records.ts';
import { siteOf } from './site.ts';

const SAMPLES = 3;

type Row = [key: number, ref: number, length: number];

export function deletionReader(
  db: Connection,
  parts: { contexts: ReturnType<typeof contextReader>; assertWanted: () => void },
) {
  const { contexts, assertWanted } = parts;
  const sql = {
    hours: db
      .prepare(
        'SELECT hour FROM hour WHERE hour BETWEEN ? AND ? AND ocr + audio + ui > 0 ORDER BY hour',
      )
      .pluck(),
    hoursOf: db
      .prepare(
        `SELECT DISTINCT hour FROM context_hour WHERE context_id IN (SELECT value FROM json_each(?))
         AND hour BETWEEN ? AND ? ORDER BY hour`,
      )
      .pluck(),
    rows: db
      .prepare(
        'SELECT key, ref, length, context_id FROM document WHERE key BETWEEN ? AND ? AND at_ms BETWEEN ? AND ?',
      )
      .raw(),
    frames: db
      .prepare(
        `SELECT d.key, d.ref, d.length FROM json_each(?) j JOIN frame f ON f.id = j.value
         JOIN document d ON d.key = f.key`,
      )
      .raw(),
    events: db.prepare('SELECT id, browser_url FROM input_event WHERE at_ms BETWEEN ? AND ?').raw(),
    eventsOfApp: db
      .prepare(
        'SELECT id, browser_url FROM input_event WHERE at_ms BETWEEN ? AND ? AND app_name = ?',
      )
      .raw(),
    chunkOf: db.prepare('SELECT audio_chunk_id FROM transcription WHERE id = ?').pluck(),
    perContext: db
      .prepare('SELECT context_id, sum(documents) FROM context_hour GROUP BY context_id')
      .raw(),
    perMachine: db
      .prepare('SELECT machine_id, count(*) FROM audio_chunk GROUP BY machine_id')
      .raw(),
    // Those whose text is still to come have no document.
    waiting: db
      .prepare(
        `SELECT k.id FROM audio_chunk k WHERE k.at_ms BETWEEN ? AND ?
         AND NOT EXISTS (SELECT 1 FROM transcription a WHERE a.audio_chunk_id = k.id)`,
      )
      .pluck(),
  };

  /** Undefined: all of them. An app, a site and a machine are asked for by their exact names. */
  function selectContexts(filter: DeletionFilter): Set<number> | undefined {
    const { appName, site, machineId } = filter;
    if (appName === undefined && site === undefined && machineId === undefined) return undefined;
    const isMeant = (one: Context) =>
      (appName === undefined || (one.kind !== 'audio' && one.appName === appName)) &&
      (site === undefined || siteOf(one.browserUrl) === site) &&
      (machineId === undefined || one.machineId === machineId);
    const all = contexts.select(new Set(['ocr', 'audio', 'ui']), {});
    return new Set(all.filter(isMeant).map(({ id }) => id));
  }

  function* documents(filter: DeletionFilter): Generator<Row> {
    if (filter.frameIds) {
      yield* sql.frames.all(JSON.stringify(filter.frameIds)) as Row[];
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
      const rows = sql.rows.all(...keys, startMs, endMs) as [...Row, number][];
      for (const [key, ref, length, contextId] of rows) {
        if (!wanted || wanted.has(contextId)) yield [key, ref, length];
      }
    }
  }

  function* events(filter: DeletionFilter): Generator<number> {
    if (filter.frameIds || filter.machineId !== undefined) return;
    const { appName, site } = filter;
    const rows =
      appName === undefined
        ? sql.events.iterate(...timesOf(filter))
        : sql.eventsOfApp.iterate(...timesOf(filter), appName);
    for (const [id, url] of rows as Iterable<[id: number, url: string | null]>) {
      if (site === undefined || siteOf(url) === site) yield id;
    }
  }

  /** Recordings without text: only a range of time can mean them. */
  function waitingChunks(filter: DeletionFilter): number[] {
    const { frameIds, appName, site, machineId } = filter;
    const isNarrowed = [frameIds, appName, site, machineId].some((value) => value !== undefined);
    return isNarrowed ? [] : (sql.waiting.all(...timesOf(filter)) as number[]);
  }

  return {
    listMachines(): MachineStorage[] {
      const machines = new Map<string, MachineStorage>();
      const entryOf = (machineId: string | null) => {
        const name = machineId ?? '';
        const entry = machines.get(name) ?? { machineId, frames: 0, audioChunks: 0 };
        machines.set(name, entry);
        return entry;
      };
      entryOf(null);
      for (const [id, frames] of sql.perContext.all() as [number, number][]) {
        const { kind, machineId } = contexts.get(id);
        if (kind === 'ocr') entryOf(machineId).frames += frames;
      }
      for (const [machineId, chunks] of sql.perMachine.all() as [string | null, number][]) {
        entryOf(machineId || null).audioChunks += chunks;
      }
      return [...machines.values()];
    },
    countDeletion(filter: DeletionFilter): DeletionCounts {
      const counts = { frames: 0, texts: 0, transcriptions: 0, uiTexts: 0 };
      const frameIds: number[] = [];
      const chunks = new Set<number>(waitingChunks(filter));
      for (const [key, ref, length] of documents(filter)) {
        const kind = kindOfKey(key);
        if (kind === 'ocr') {
          counts.frames += 1;
          counts.texts += Number(length > 0);
          frameIds.push(ref);
        } else if (kind === 'audio') {
          counts.transcriptions += 1;
          chunks.add(sql.chunkOf.get(ref) as number);
        } else counts.uiTexts += 1;
      }
      const inputEvents = [...events(filter)].length;
      const samples = Array.from({ length: Math.min(SAMPLES, frameIds.length) }, (_, i) => {
        const last = frameIds.length - 1;
        return frameIds[Math.round((i * last) / (SAMPLES - 1))] as number;
      });
      return {
        ...counts,
        audioChunks: chunks.size,
        inputEvents,
        sampleFrameIds: [...new Set(samples)],
      };
    },
    /** The next things to delete, at most `limit`; empty when there are none left. */
    listDeletion(filter: DeletionFilter, limit: number): DeletionPiece {
      const piece: DeletionPiece = { ocr: [], audio: [], ui: [], input: [], chunks: [], texts: 0 };
      for (const [key, ref, length] of firstOf(documents(filter), limit)) {
        const kind: DocumentKind = kindOfKey(key);
        piece[kind].push(ref);
        if (kind === 'ocr') piece.texts += Number(length > 0);
        if (kind === 'audio') piece.chunks.push(sql.chunkOf.get(ref) as number);
      }
      const isDone = [piece.ocr, piece.audio, piece.ui].every((ids) => ids.length === 0);
      if (!isDone) return piece;
      piece.input = [...firstOf(events(filter), limit)];
      piece.chunks = waitingChunks(filter).slice(0, limit);
      return piece;
    },
  };
}

function timesOf({ startMs, endMs }: DeletionFilter): [number, number] {
  return [startMs ?? 0, endMs ?? Date.UTC(9999, 11, 31) - HOUR_MS];
}

function* firstOf<T>(items: Iterable<T>, count: number): Generator<T> {
  let left = count;
  for (const item of items) {
    if (left === 0) return;
    left -= 1;
    yield item;
  }
}
