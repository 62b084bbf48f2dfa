/** Everything stored that is text, page by page, for rules that cover words; and the writing of what they cover. */
import { contentWriter } from '../content/add.ts';
import { kindOfKey } from '../content/keys.ts';
import { frameReader } from '../frames/frames.ts';
import { durable } from '../kernel/calls.ts';
import type { ReadKernel, WriteKernel } from '../kernel/kernel.ts';
import { resending } from '../sync/resend-redacted.ts';
import { jobWriter } from './job-rows.ts';
import type {
  ContextNames,
  DoneCounts,
  InputPlace,
  TextChange,
  TextPage,
  TextPlace,
  TextRow,
} from './records.ts';

const EVENT_COLUMNS = [
  'text_content',
  'window_title',
  'browser_url',
  'element_name',
  'element_value',
  'element_description',
] as const;
const NAME_COLUMNS = ['window_name', 'browser_url', 'frame_name'] as const;

export function textReader({ db, part }: ReadKernel) {
  const frames = part(frameReader);
  const sql = {
    contexts: db.tuples<[number, ...string[]]>(
      `SELECT id, ${NAME_COLUMNS.join(', ')} FROM context WHERE id > ? ORDER BY id LIMIT ?`,
    ),
    documents: db.tuples<[key: number, ref: number]>(
      'SELECT key, ref FROM document WHERE key > ? ORDER BY key LIMIT ?',
    ),
    textOf: db.values<string>('SELECT text FROM document_text WHERE key = ?'),
    hidden: db.tuples<[number, ...string[]]>(
      'SELECT transcription_id, text FROM hidden_transcription WHERE transcription_id > ? ORDER BY transcription_id LIMIT ?',
    ),
    older: db.tuples<[number, ...string[]]>(
      `SELECT audio_chunk_id, (SELECT group_concat(value ->> 'text', char(10)) FROM json_each(lines, '$.before'))
         FROM older_text WHERE audio_chunk_id > ? ORDER BY audio_chunk_id LIMIT ?`,
    ),
    events: db.tuples<[number, ...string[]]>(
      `SELECT id, ${EVENT_COLUMNS.join(', ')} FROM input_event WHERE id > ? ORDER BY id LIMIT ?`,
    ),
    // What somebody wrote down stays as notes do.
    meetings: db.tuples<[number, ...string[]]>(
      `SELECT id, title, attendees FROM meetings WHERE detection_source <> 'manual' AND id > ? ORDER BY id LIMIT ?`,
    ),
    names: db.rows<ContextNames & { id: number }>(
      'SELECT id, app_name AS appName, window_name AS windowName, browser_url AS browserUrl FROM context WHERE kind <> 1',
    ),
    places: db.rows<InputPlace>(
      `SELECT DISTINCT coalesce(app_name, '') AS appName, coalesce(window_title, '') AS windowName,
       coalesce(browser_url, '') AS browserUrl FROM input_event`,
    ),
  };

  function textsOf(key: number, ref: number): string[] {
    if (kindOfKey(key) !== 'ocr') return [sql.textOf.get(key) ?? ''];
    const { text, boxes, elements } = frames.readContent(ref);
    // What the text does not have: words that OCR read in addition to the tree, and separate elements.
    const apart = [
      boxes.map((box) => box.text).join(' '),
      elements.map((element) => element.text ?? '').join('\n'),
    ];
    return [text, ...apart.filter((part) => part !== '' && part !== text)];
  }

  const READERS: Record<
    TextPlace['table'],
    (id: number, limit: number) => { rows: TextRow[]; last: number | undefined }
  > = {
    context: (id, limit) => rowsOf('context', sql.contexts.all(id, limit)),
    document: (id, limit) => {
      const rows = sql.documents.all(id, limit);
      return {
        rows: rows.map(([key, ref]) => ({
          kind: kindOfKey(key),
          id: ref,
          texts: textsOf(key, ref),
        })),
        last: rows.at(-1)?.[0],
      };
    },
    hidden: (id, limit) => rowsOf('audio', sql.hidden.all(id, limit)),
    older: (id, limit) => rowsOf('older', sql.older.all(id, limit)),
    input: (id, limit) => rowsOf('input', sql.events.all(id, limit)),
    meeting: (id, limit) => rowsOf('meeting', sql.meetings.all(id, limit)),
  };

  return {
    /** All that is text, page by page. */
    listTexts({ table, id }: TextPlace, limit: number): TextPage {
      const { rows, last } = READERS[table](id, limit);
      const following = TABLES[TABLES.indexOf(table) + 1];
      const next =
        last === undefined ? following && { table: following, id: 0 } : { table, id: last };
      return { rows, next };
    },
    /** Of screen and windows; sound has none. */
    listContextNames: () => sql.names.all(),
    listInputPlaces: () => sql.places.all(),
  };
}

const TABLES: readonly TextPlace['table'][] = [
  'context',
  'document',
  'hidden',
  'older',
  'input',
  'meeting',
];

function rowsOf(kind: TextRow['kind'], rows: [number, ...(string | null)[]][]) {
  return {
    rows: rows.map(([id, ...texts]) => ({ kind, id, texts: texts.map((text) => text ?? '') })),
    last: rows.at(-1)?.[0],
  };
}

export function textWriter({ db, part }: WriteKernel) {
  const content = part(contentWriter);
  const { count } = part(jobWriter);
  const resend = resending(db);
  const sql = {
    chunkOf: db.values<number>('SELECT audio_chunk_id FROM transcription WHERE id = ?'),
    rename: db.prepare(
      `UPDATE OR IGNORE context SET window_name = ?, browser_url = ?, frame_name = ? WHERE id = ?`,
    ),
    dropOlder: db.prepare('DELETE FROM older_text WHERE audio_chunk_id = ?'),
    setMeeting: db.prepare('UPDATE meetings SET title = ?, attendees = ? WHERE id = ?'),
    revise: db.prepare("UPDATE meta SET value = value + 1 WHERE name = 'contexts_revision'"),
  };

  /** Two windows may have become alike; the number of the row keeps them apart. */
  function rename(id: number, [window = '', url = '', frame = '']: readonly string[]): void {
    if (sql.rename.run(window, url, frame, id).changes === 0) {
      sql.rename.run(`${window} (${id})`, url, frame, id);
    }
    sql.revise.run();
    content.forget();
  }

  function change({ kind, id, texts }: TextChange): Partial<DoneCounts> {
    const [text = ''] = texts;
    switch (kind) {
      case 'ocr':
        content.replaceContent(id, { text, boxes: [], elements: [] });
        return {
          pictures: Number(content.dropPicture(id, 'rule')),
          devicesTold: resend.rows('frame', [id]),
        };
      case 'audio': {
        content.audio.updateTranscription(id, { text });
        const chunk = sql.chunkOf.get(id);
        if (chunk === undefined) return {};
        return { sounds: Number(content.dropSound(chunk)), devicesTold: resend.recording(chunk) };
      }
      case 'older':
        // Only there to take a newer text back.
        sql.dropOlder.run(id);
        return {};
      case 'ui':
        content.replaceText('ui', id, text);
        return { devicesTold: resend.rows('ui_text', [id]) };
      case 'input':
        content.rewriteEvent(
          id,
          Object.fromEntries(EVENT_COLUMNS.map((name, i) => [name, texts[i] || null])),
        );
        return { devicesTold: resend.rows('input_event', [id]) };
      case 'meeting':
        sql.setMeeting.run(text || null, texts[1] || null, id);
        return {};
      default:
        rename(id, texts);
        return { devicesTold: resend.context(id) };
    }
  }

  return {
    /** Texts after covering, in place of what was there; pictures and sound that show or say it go. */
    changeTexts: durable((jobId: number, changes: readonly TextChange[]): void => {
      for (const one of changes) {
        const gone = change(one);
        count(jobId, {
          ...gone,
          redactedTexts: 1,
          redactions: one.count,
          indexEntries: Number(!['context', 'meeting', 'older'].includes(one.kind)),
        });
      }
    }),
  };
}
