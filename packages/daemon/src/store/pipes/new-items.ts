/**
 * What was stored after a given point, by id: how pipes are given every item at least once, also those that came while they were
 * off. Runs in a reader thread.
 */
import { itemReader } from '../content/items.ts';
import { inputEventReader } from '../input/input-events.ts';
import type { ReadKernel } from '../kernel/kernel.ts';
import type { Item, Kind } from '../records.ts';
import type { ContentCursor, NewItems } from './pipe-records.ts';

/** Speech is in the store while it may still change; it is given out once, as it stays. */
const FINAL = `id < coalesce((
  SELECT min(open.id) FROM audio_segment s JOIN transcription open ON open.audio_chunk_id = s.audio_chunk_id
  WHERE s.state <> 'done' AND s.state IN ('pending', 'deferred')), 9007199254740991)`;

const TABLES = [
  { kind: 'ocr', name: 'frames', table: 'frame', condition: 'TRUE' },
  { kind: 'audio', name: 'transcriptions', table: 'transcription', condition: FINAL },
  { kind: 'ui', name: 'uiTexts', table: 'ui_text', condition: 'TRUE' },
] as const;

export function newItemReader({ db, part }: ReadKernel) {
  const parts = { items: part(itemReader), inputEvents: part(inputEventReader) };
  const documents = TABLES.map(({ table, condition, ...rest }) => ({
    ...rest,
    after: db.tuples<[id: number, key: number]>(
      `SELECT id, key FROM ${table} WHERE id > ? AND ${condition} ORDER BY id LIMIT ?`,
    ),
    last: db.values<number>(`SELECT coalesce(max(id), 0) FROM ${table}`),
  }));
  const lastInput = db.values('SELECT coalesce(max(id), 0) FROM input_event');

  return {
    /** The end of everything stored so far. */
    getContentCursor(): ContentCursor {
      const cursor = { inputEvents: lastInput.get() } as ContentCursor;
      for (const { name, last } of documents) cursor[name] = last.get() as number;
      return cursor;
    },
    /** What came after the cursor, up to `limit` of each kind. Speech that is not final yet, and all after it, is left out. */
    listNewItems(cursor: ContentCursor, kinds: readonly Kind[], limit: number): NewItems {
      const next = { ...cursor };
      const items: Item[] = [];
      let hasMore = false;
      for (const { kind, name, after } of documents) {
        if (!kinds.includes(kind)) continue;
        const rows = after.all(cursor[name], limit);
        next[name] = rows.at(-1)?.[0] ?? cursor[name];
        hasMore ||= rows.length === limit;
        // Hidden speech has no document.
        items.push(...parts.items.list(rows.map(([, key]) => key).filter((key) => key > 0)));
      }
      if (kinds.includes('input')) {
        const events = parts.inputEvents.listAfter(cursor.inputEvents, limit);
        next.inputEvents = events.at(-1)?.id ?? cursor.inputEvents;
        hasMore ||= events.length === limit;
        items.push(...events);
      }
      return { items, cursor: next, hasMore };
    },
  };
}
