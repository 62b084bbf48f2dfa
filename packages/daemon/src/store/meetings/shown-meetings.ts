/**
 * What shows a meeting that was found: the frames of the window it is named after, or what was said where there was none. It goes
 * with the last of them. One that somebody wrote down, or gave another name, is a note: nothing shows it.
 */
import {
  DOCUMENT_KINDS,
  firstKeyOfHour,
  HOUR_MS,
  hourOf,
  hourOfKey,
  LAST_AT_MS,
  lastKeyOfHour,
} from '../content/keys.ts';
import type { Connection } from '../kernel/connection.ts';
import type { NewMeeting } from '../timeline/overview-records.ts';
import { isCallWindow } from './call-windows.ts';

type Named = Pick<NewMeeting, 'startMs' | 'endMs' | 'appName' | 'title' | 'source'>;

interface Row {
  id: number;
  start: string;
  end: string | null;
  appName: string;
  title: string | null;
  source: NewMeeting['source'];
}

const FOUND = `SELECT id, meeting_start AS start, meeting_end AS "end", meeting_app AS appName, title, detection_source AS source
  FROM meetings WHERE detection_source <> 'manual'`;

export function shownMeetings(db: Connection) {
  const sql = {
    between: db.rows<Row>(
      `${FOUND} AND meeting_start <= :end AND coalesce(meeting_end, '9999') >= :start`,
    ),
    // What a person has changed may have its own name and time.
    unchanged: db.rows<Row>(`${FOUND} AND id NOT IN (SELECT meeting_id FROM edited_meeting)`),
    seen: db.tuples(
      `SELECT d.key, c.window_name, c.browser_url FROM document d CROSS JOIN context c ON c.id = d.context_id
         WHERE d.key BETWEEN :first AND :last AND d.at_ms BETWEEN :start AND :end AND (d.key & 3) = :kind
         AND c.app_name = :app`,
    ),
  };

  /** Keys of documents. */
  function* showing({ startMs, endMs, appName, title, source }: Named): Generator<number> {
    const untilMs = endMs ?? LAST_AT_MS;
    const rows = sql.seen.iterate({
      first: firstKeyOfHour(hourOf(startMs)),
      last: lastKeyOfHour(hourOf(untilMs)),
      start: startMs,
      end: untilMs,
      app: appName,
      kind: DOCUMENT_KINDS.indexOf(appName === '' ? 'audio' : 'ocr'),
    });
    for (const [key, windowName, browserUrl] of rows as Iterable<[number, string, string]>) {
      // A title is a part of that of its window (upkeep/detect-meetings.ts). Without one any call will do.
      const isNamed =
        title === null
          ? source !== 'app' || isCallWindow({ appName, windowName, browserUrl })
          : windowName.includes(title);
      if (isNamed) yield key;
    }
  }

  function isShown(meeting: Named): boolean {
    // Leaving the loop ends the query.
    for (const _key of showing(meeting)) return true;
    return false;
  }

  function isShownOnlyBy(meeting: Named, keys: ReadonlySet<number>): boolean {
    let isAny = false;
    for (const key of showing(meeting)) {
      if (!keys.has(key)) return false;
      isAny = true;
    }
    return isAny;
  }

  return {
    isShown,
    /** Ids of those that go with these documents. */
    listShownOnlyBy(keys: ReadonlySet<number>): number[] {
      let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (const key of keys) [first, last] = [Math.min(first, key), Math.max(last, key)];
      if (first > last) return [];
      const start = new Date(hourOfKey(first) * HOUR_MS).toISOString();
      const end = new Date((hourOfKey(last) + 1) * HOUR_MS - 1).toISOString();
      const near = sql.between.all({ start, end });
      return near.filter((row) => isShownOnlyBy(toNamed(row), keys)).map(({ id }) => id);
    },
    /** Ids of those that nothing shows any more. */
    listUnshown(): number[] {
      const all = sql.unchanged.all();
      return all.filter((row) => !isShown(toNamed(row))).map(({ id }) => id);
    },
  };
}

function toNamed({ start, end, ...row }: Row): Named {
  return { ...row, startMs: Date.parse(start), endMs: end === null ? null : Date.parse(end) };
}
