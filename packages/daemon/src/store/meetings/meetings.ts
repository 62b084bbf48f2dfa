/** Meetings: what indicates them, and the list of those found or written down by hand. */
import { contextReader } from '../content/contexts.ts';
import { firstKeyOfHour, HOUR_MS, hourOf, lastKeyOfHour } from '../content/keys.ts';
import { MeetingNotFoundError } from '../errors.ts';
import type { ReadKernel, WriteKernel } from '../kernel/kernel.ts';
import type {
  Meeting,
  MeetingChange,
  MeetingEvidence,
  MeetingTurn,
  NewMeeting,
} from '../timeline/overview-records.ts';
import { isCallWindow } from './call-windows.ts';
import { shownMeetings } from './shown-meetings.ts';

interface Row {
  id: number;
  meeting_start: string;
  meeting_end: string | null;
  meeting_app: string;
  title: string | null;
  attendees: string | null;
  detection_source: string;
  created_at: string;
}

export function meetingReads({ db, part }: ReadKernel) {
  const contexts = part(contextReader);
  const sql = {
    byId: db.rows<Row>('SELECT * FROM meetings WHERE id = ?'),
    // Those that began before the range may reach into it.
    list: db.rows<Row>(
      `SELECT * FROM meetings WHERE meeting_start <= :end AND coalesce(meeting_end, '9999') >= :start
       ORDER BY meeting_start DESC, id DESC LIMIT :limit OFFSET :offset`,
    ),
    hoursOf: db.values<number>(
      `SELECT DISTINCT hour FROM context_hour WHERE context_id IN (SELECT value FROM json_each(?))
         AND hour BETWEEN ? AND ?`,
    ),
    spokenHours: db.values<number>(
      'SELECT hour FROM hour WHERE audio > 0 AND hour BETWEEN ? AND ?',
    ),
    rows: db.tuples<[number, number]>(
      'SELECT at_ms, context_id FROM document WHERE key BETWEEN ? AND ? AND (key & 3) = ?',
    ),
    speaker: db.values<string>('SELECT name FROM speakers WHERE id = ?'),
    examined: db.values("SELECT value FROM meta WHERE name = 'meetings_examined_ms'"),
  };

  function callContexts(): number[] {
    const all = contexts.select(new Set(['ocr']), {});
    return all.filter(isCallWindow).map(({ id }) => id);
  }

  function rowsOf(hour: number, kind: 0 | 1): [atMs: number, contextId: number][] {
    return sql.rows.all(firstKeyOfHour(hour), lastKeyOfHour(hour), kind);
  }

  return {
    find(id: number): Meeting | undefined {
      const row = sql.byId.get(id);
      return row && toMeeting(row);
    },
    /** The newest first. */
    list(filter: {
      startMs?: number | undefined;
      endMs?: number | undefined;
      limit: number;
      offset: number;
    }): Meeting[] {
      const { startMs, endMs, limit, offset } = filter;
      const start = startMs === undefined ? '' : iso(startMs);
      const end = endMs === undefined ? '9999' : iso(endMs);
      return sql.list.all({ start, end, limit, offset }).map(toMeeting);
    },
    /** The hours between these times that may hold a meeting. */
    listHours(startMs: number, endMs: number): number[] {
      const range = [hourOf(startMs), hourOf(endMs)];
      const hours = new Set([
        ...sql.hoursOf.all(JSON.stringify(callContexts()), ...range),
        ...sql.spokenHours.all(...range),
      ]);
      return [...hours].sort((a, b) => a - b);
    },
    /** Up to when all was looked through at the end of the last run; 0 for never. */
    examinedMs: () => Number(sql.examined.get() ?? 0),
    /** Of these hours, whole. */
    readEvidence(hours: readonly number[]): MeetingEvidence {
      const isCall = new Set(callContexts());
      const calls = hours
        .flatMap((hour) => rowsOf(hour, 0))
        .filter(([, id]) => isCall.has(id))
        .map(([atMs, id]) => {
          const { appName, windowName: title } = contexts.get(id);
          return { atMs, appName, title };
        });
      const speech = hours
        .flatMap((hour) => rowsOf(hour, 1))
        .map(([atMs, id]) => {
          const { speakerId, isInput } = contexts.get(id);
          const name = speakerId === null ? null : (sql.speaker.get(speakerId) as string);
          return { atMs, speaker: name || null, isInput };
        });
      return { calls, speech };
    },
  };
}

/** What a change means to somebody who waits for meetings to begin and to end. */
export function turnOf(before: Meeting | undefined, meeting: Meeting): MeetingTurn | undefined {
  const wasOpen = before?.endMs === null;
  const isOpen = meeting.endMs === null;
  if (wasOpen === isOpen) return undefined;
  return { kind: isOpen ? 'meeting_started' : 'meeting_ended', meeting };
}

export function meetingWriter({ db }: WriteKernel) {
  const { isShown } = shownMeetings(db);
  const sql = {
    find: db.rows<Row>('SELECT * FROM meetings WHERE id = ?'),
    overlapping: db.rows<Row>(
      `SELECT * FROM meetings WHERE meeting_start <= ? AND coalesce(meeting_end, '9999') >= ? ORDER BY id LIMIT 1`,
    ),
    isDismissed: db.values(
      'SELECT 1 FROM dismissed_meeting WHERE start_ms <= ? AND end_ms >= ? LIMIT 1',
    ),
    isEdited: db.values('SELECT 1 FROM edited_meeting WHERE meeting_id = ?'),
    insert: db.prepare(
      `INSERT INTO meetings (meeting_start, meeting_end, meeting_app, title, attendees, detection_source)
       VALUES (?, ?, ?, ?, ?, ?)`,
    ),
    update: db.prepare(
      'UPDATE meetings SET meeting_start = ?, meeting_end = ?, meeting_app = ?, title = ?, attendees = ? WHERE id = ?',
    ),
    edit: db.prepare('INSERT OR IGNORE INTO edited_meeting (meeting_id) VALUES (?)'),
    forgetEdit: db.prepare('DELETE FROM edited_meeting WHERE meeting_id = ?'),
    remove: db.prepare('DELETE FROM meetings WHERE id = ?'),
    dismiss: db.prepare('INSERT INTO dismissed_meeting (start_ms, end_ms) VALUES (?, ?)'),
    examined: db.prepare(
      "INSERT OR REPLACE INTO meta (name, value) VALUES ('meetings_examined_ms', ?)",
    ),
  };

  function get(id: number): Meeting {
    const row = sql.find.get(id);
    if (!row) throw new MeetingNotFoundError(id);
    return toMeeting(row);
  }

  function save(id: number, meeting: NewMeeting): void {
    const { startMs, endMs, appName, title, attendees } = meeting;
    sql.update.run(iso(startMs), endMs && iso(endMs), appName, title, attendees, id);
  }

  function add(meeting: NewMeeting): Meeting {
    const { startMs, endMs, appName, title, attendees, source } = meeting;
    const values = [iso(startMs), endMs && iso(endMs), appName, title, attendees, source];
    return get(Number(sql.insert.run(...values).lastInsertRowid));
  }

  /** False when there is no such meeting. */
  function remove(id: number): boolean {
    sql.forgetEdit.run(id);
    return sql.remove.run(id).changes > 0;
  }

  /** A part of a meeting that was seen before widens it; what a person has written about it stays. */
  function notice(found: NewMeeting): MeetingTurn | undefined {
    // Deleted, or covered, since it was read.
    if (!isShown(found)) return undefined;
    const endMs = found.endMs ?? Number.MAX_SAFE_INTEGER;
    if (sql.isDismissed.get(Math.min(endMs, LAST_MS), found.startMs) !== undefined) {
      return undefined;
    }
    const row = sql.overlapping.get(iso(Math.min(endMs, LAST_MS)), iso(found.startMs));
    if (!row) return turnOf(undefined, add(found));
    const known = toMeeting(row);
    if (known.source === 'manual' || sql.isEdited.get(known.id) !== undefined) return undefined;
    const isOpen = found.endMs === null;
    save(known.id, {
      ...found,
      startMs: Math.min(known.startMs, found.startMs),
      endMs: isOpen ? null : Math.max(known.endMs ?? 0, found.endMs ?? 0),
    });
    return turnOf(known, get(known.id));
  }

  return {
    add,
    /** Rejects with MEETING_NOT_FOUND, as the next two. */
    update(id: number, change: MeetingChange): Meeting {
      save(id, { ...get(id), ...change });
      sql.edit.run(id);
      return get(id);
    },
    /** It does not come back, although what indicated it is still there. */
    delete(id: number, nowMs: number): void {
      const { startMs, endMs } = get(id);
      remove(id);
      sql.dismiss.run(startMs, endMs ?? nowMs);
    },
    /** The first of them becomes the whole; the others go. */
    merge(ids: readonly number[]): Meeting {
      const all = ids.map(get).sort((a, b) => a.startMs - b.startMs);
      const [first] = all as [Meeting, ...Meeting[]];
      const ends = all.map(({ endMs }) => endMs);
      const names = new Set(all.flatMap(({ attendees }) => attendees?.split(', ') ?? []));
      for (const { id } of all.slice(1)) if (id !== first.id) remove(id);
      save(first.id, {
        ...first,
        endMs: ends.includes(null) ? null : Math.max(...ends.map(Number)),
        title: first.title ?? all.find(({ title }) => title !== null)?.title ?? null,
        attendees: names.size > 0 ? [...names].join(', ') : null,
      });
      sql.edit.run(first.id);
      return get(first.id);
    },
    /** What was found between these hours; `examinedMs` says up to when all was looked through. */
    notice(found: readonly NewMeeting[], examinedMs: number): MeetingTurn[] {
      const turns = found.map(notice).filter((turn) => turn !== undefined);
      sql.examined.run(String(examinedMs));
      return turns;
    },
    /** Because what they tell of is forgotten. How many there were. */
    forgetMeetings: (ids: readonly number[]): number => ids.filter(remove).length,
  };
}

export function meetingWrites({ part }: WriteKernel) {
  const { forgetMeetings: _, ...calls } = part(meetingWriter);
  return calls;
}

const LAST_MS = Date.UTC(9999, 11, 31) - HOUR_MS;

function iso(atMs: number): string {
  return new Date(atMs).toISOString();
}

function toMeeting(row: Row): Meeting {
  return {
    id: row.id,
    startMs: Date.parse(row.meeting_start),
    endMs: row.meeting_end === null ? null : Date.parse(row.meeting_end),
    appName: row.meeting_app,
    title: row.title,
    attendees: row.attendees,
    source: row.detection_source as Meeting['source'],
    createdAtMs: Date.parse(row.created_at),
  };
}
