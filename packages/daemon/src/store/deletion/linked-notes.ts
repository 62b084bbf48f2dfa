/**
 * What describes content without being content: notes about frames, meetings. It is deleted with what it describes, whether that is deleted
 * here or on another device. Runs in the writer thread, inside its caller's transaction; the selection in a reader too.
 */
import type { Connection } from '../kernel/connection.ts';
import type { WriteKernel } from '../kernel/kernel.ts';
import { meetingWriter } from '../meetings/meetings.ts';
import { shownMeetings } from '../meetings/shown-meetings.ts';
import { memoryWrites } from '../memories/memories.ts';
import type { DeletionFilter } from './records.ts';
import { timesOf } from './selection.ts';

export function linkedNoteWriter({ db, part }: WriteKernel) {
  const memories = part(memoryWrites);
  const meetings = part(meetingWriter);
  const shown = shownMeetings(db);
  const select = linkedNoteSelection(db);
  const given = 'IN (SELECT value FROM json_each(?))';
  const sql = {
    memoriesOf: db.values<number>(`SELECT id FROM memories WHERE frame_id ${given}`),
    keysOfFrames: db.values(`SELECT key FROM frame WHERE id ${given}`),
    keysOfSaid: db.values(`SELECT key FROM transcription WHERE id ${given}`),
  };

  function forgetMemories(ids: readonly number[]): number {
    for (const id of ids) memories.delete(id);
    return ids.length;
  }

  return {
    /** Before these rows go. */
    forgetAbout(rows: { ocr: readonly number[]; audio: readonly number[] }) {
      const [frames, said] = [JSON.stringify(rows.ocr), JSON.stringify(rows.audio)];
      const keys = [...sql.keysOfFrames.all(frames), ...sql.keysOfSaid.all(said)] as number[];
      return {
        memories: forgetMemories(rows.ocr.length > 0 ? sql.memoriesOf.all(frames) : []),
        meetings: meetings.forgetMeetings(shown.listShownOnlyBy(new Set(keys))),
      };
    },
    /** After the last row went. */
    forgetMeant(filter: DeletionFilter) {
      return {
        memories: forgetMemories(select.memories(filter)),
        meetings: meetings.forgetMeetings(select.meetings(filter)),
      };
    },
  };
}

/** What a filter means as such, whoever wrote it: of a range of time all that began in it, of an app its meetings. */
export function linkedNoteSelection(db: Connection) {
  const sql = {
    memories: db.values<number>('SELECT id FROM memories WHERE created_at BETWEEN ? AND ?'),
    meetings: db.values<number>('SELECT id FROM meetings WHERE meeting_start BETWEEN ? AND ?'),
    meetingsOf: db.values<number>(
      'SELECT id FROM meetings WHERE meeting_start BETWEEN ? AND ? AND meeting_app = ?',
    ),
  };
  const rangeOf = (filter: DeletionFilter) =>
    timesOf(filter).map((atMs) => new Date(atMs).toISOString());

  return {
    memories: (filter: DeletionFilter) =>
      isRangeOnly(filter) ? sql.memories.all(...rangeOf(filter)) : [],
    meetings(filter: DeletionFilter): number[] {
      const { appName, ...rest } = filter;
      if (isRangeOnly(filter)) return sql.meetings.all(...rangeOf(filter));
      if (appName === undefined || isNarrowed(rest)) return [];
      return sql.meetingsOf.all(...rangeOf(filter), appName);
    },
  };
}

/** Everything of a range of time: also what describes it (notes, meetings). */
export function isRangeOnly(filter: DeletionFilter): boolean {
  return !isNarrowed(filter) && filter.startMs !== undefined && filter.endMs !== undefined;
}

/** The speaker goes too, with name and voice. */
export function isWholePerson({ speakerId, startMs, endMs }: DeletionFilter): boolean {
  return speakerId !== undefined && startMs === undefined && endMs === undefined;
}

function isNarrowed({ startMs: _startMs, endMs: _endMs, ...narrowing }: DeletionFilter): boolean {
  return Object.values(narrowing).some((value) => value !== undefined);
}
