/**
 * Stores new content of every kind in one transaction: all of it or nothing. Runs in the writer thread.
 */
import type { Connection } from './database.ts';
import { documentWriter } from './documents.ts';
import { elementWriter } from './elements.ts';
import { inputEventWriter } from './input-events.ts';
import type {
  AddedIds,
  Kind,
  NewContent,
  NewFrame,
  NewReading,
  NewTranscription,
  NewUiText,
  TextBox,
} from './records.ts';
import { tagWriter } from './tags.ts';

/** Box numbers are stored as 1/10000: a tenth of a pixel on a 1000-pixel screen, at half the size. */
const BOX_SCALE = 10_000;

export function contentWriter(db: Connection) {
  const documents = documentWriter(db);
  const tags = tagWriter(db);
  const elements = elementWriter(db);
  const inputEvents = inputEventWriter(db);
  const sql = {
    frame: db.prepare(
      `INSERT INTO frame (key, snapshot_path, offset_index, width, height, capture_trigger, text_source, ocr_engine)
       VALUES (?, ?, 0, ?, ?, ?, ?, ?)`,
    ),
    boxes: db.prepare('INSERT OR REPLACE INTO frame_boxes (frame_id, boxes) VALUES (?, ?)'),
    setReading: db.prepare('UPDATE frame SET text_source = ?, ocr_engine = ? WHERE id = ?'),
    audioChunk: db.prepare('INSERT INTO audio_chunk (file_path, at_ms) VALUES (?, ?)'),
    transcription: db.prepare(
      `INSERT INTO transcription (key, audio_chunk_id, offset_index, engine, start_secs, end_secs)
       VALUES (?, ?, ?, ?, ?, ?)`,
    ),
    uiText: db.prepare('INSERT INTO ui_text (key, initial_traversal_at_ms) VALUES (?, ?)'),
    keyOf: {
      ocr: db.prepare('SELECT key FROM frame WHERE id = ?').pluck(),
      audio: db.prepare('SELECT key FROM transcription WHERE id = ?').pluck(),
      ui: db.prepare('SELECT key FROM ui_text WHERE id = ?').pluck(),
    },
    deleteRow: {
      ocr: db.prepare('DELETE FROM frame WHERE id = ?'),
      audio: db.prepare('DELETE FROM transcription WHERE id = ?'),
      ui: db.prepare('DELETE FROM ui_text WHERE id = ?'),
    },
  };

  function addFrame(frame: NewFrame): number {
    const context = {
      kind: 'ocr' as const,
      appName: frame.appName,
      windowName: frame.windowName,
      browserUrl: frame.browserUrl,
      frameName: frame.frameName,
      deviceName: frame.deviceName,
      focused: frame.focused,
    };
    const document = { atMs: frame.atMs, context, text: frame.text ?? '' };
    const id = documents.insert(document, (key) => {
      const columns = [
        key,
        frame.snapshotPath ?? null,
        frame.width ?? null,
        frame.height ?? null,
        frame.captureTrigger ?? null,
        frame.textSource ?? null,
        frame.ocrEngine ?? null,
      ];
      return Number(sql.frame.run(...columns).lastInsertRowid);
    });
    if (frame.boxes?.length) sql.boxes.run(id, packBoxes(frame.boxes));
    if (frame.elements?.length) elements.insert(id, frame.elements);
    if (frame.tags?.length) tags.add('vision', id, frame.tags);
    return id;
  }

  function addTranscription(transcription: NewTranscription): { id: number; chunkId: number } {
    const { atMs } = transcription;
    const chunkId = Number(sql.audioChunk.run(transcription.filePath ?? '', atMs).lastInsertRowid);
    const context = {
      kind: 'audio' as const,
      deviceName: transcription.deviceName,
      isInput: transcription.isInput,
      speakerId: transcription.speakerId,
    };
    const id = documents.insert({ atMs, context, text: transcription.text }, (key) => {
      const columns = [
        key,
        chunkId,
        transcription.offsetIndex ?? -1,
        transcription.engine,
        transcription.startSecs ?? null,
        transcription.endSecs ?? null,
      ];
      return Number(sql.transcription.run(...columns).lastInsertRowid);
    });
    if (transcription.tags?.length) tags.add('audio', chunkId, transcription.tags);
    return { id, chunkId };
  }

  function addUiText(uiText: NewUiText): number {
    const context = {
      kind: 'ui' as const,
      appName: uiText.appName,
      windowName: uiText.windowName,
      browserUrl: uiText.browserUrl,
    };
    return documents.insert({ atMs: uiText.atMs, context, text: uiText.text }, (key) =>
      Number(sql.uiText.run(key, uiText.initialTraversalAtMs ?? null).lastInsertRowid),
    );
  }

  return {
    add(content: NewContent): AddedIds {
      const ids = {
        frames: (content.frames ?? []).map(addFrame),
        transcriptions: (content.transcriptions ?? []).map(addTranscription),
        uiTexts: (content.uiTexts ?? []).map(addUiText),
        inputEvents: (content.inputEvents ?? []).map(inputEvents.insert),
      };
      documents.flush();
      return ids;
    },
    /** False when there is no such item. */
    replaceText(kind: Exclude<Kind, 'input'>, id: number, text: string): boolean {
      const key = sql.keyOf[kind].get(id) as number | undefined;
      if (key === undefined) return false;
      documents.replaceText(key, text);
      return true;
    },
    /** False when there is no such frame. */
    replaceReading(id: number, reading: NewReading): boolean {
      const key = sql.keyOf.ocr.get(id) as number | undefined;
      if (key === undefined) return false;
      documents.replaceText(key, reading.text);
      sql.setReading.run(reading.textSource, reading.ocrEngine, id);
      sql.boxes.run(id, packBoxes(reading.boxes));
      return true;
    },
    /** How many of the ids existed. */
    delete(kind: Exclude<Kind, 'input'>, ids: readonly number[]): number {
      let deleted = 0;
      for (const id of ids) {
        const key = sql.keyOf[kind].get(id) as number | undefined;
        if (key === undefined) continue;
        documents.delete(key);
        if (kind === 'ocr') elements.unindex(id);
        sql.deleteRow[kind].run(id);
        deleted += 1;
      }
      return deleted;
    },
    forget: documents.forget,
  };
}

function packBoxes(boxes: readonly TextBox[]): string {
  const scaled = (value: number) => Math.round(value * BOX_SCALE);
  return JSON.stringify(
    boxes.map((box) => [
      box.text,
      scaled(box.left),
      scaled(box.top),
      scaled(box.width),
      scaled(box.height),
      scaled(box.confidence),
    ]),
  );
}

export function unpackBoxes(packed: string): TextBox[] {
  const rows = JSON.parse(packed) as [string, number, number, number, number, number][];
  return rows.map(([text, ...numbers]) => {
    const [left = 0, top = 0, width = 0, height = 0, confidence = 0] = numbers.map(
      (value) => value / BOX_SCALE,
    );
    return { text, left, top, width, height, confidence };
  });
}
