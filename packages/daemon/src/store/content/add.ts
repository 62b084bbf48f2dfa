/**
 * Stores new content of every kind in one transaction: all of it or nothing. Runs in the writer thread.
 */
import { serviceError } from '#core/errors.ts';
import { audioWriter } from '../audio/audio.ts';
import { frameFileWriter } from '../frames/frame-files.ts';
import { eventFrameWriter } from '../input/event-frames.ts';
import { inputEventWriter } from '../input/input-events.ts';
import type { WriteKernel } from '../kernel/kernel.ts';
import type { AddedIds, NewContent, NewFrame, NewReading, NewUiText } from '../new-records.ts';
import type { FrameContent } from '../packing/format.ts';
import { needsPack, packWriter } from '../packing/pack-writer.ts';
import { treeTextLength } from '../packing/tree-text.ts';
import type { Kind } from '../records.ts';
import { originColumns } from '../sync/origin.ts';
import { tagWriter } from '../tags/tags.ts';
import { documentWriter } from './documents.ts';
import { hourOf } from './keys.ts';

export function contentWriter({ db, part, onRollback }: WriteKernel) {
  const documents = part(documentWriter);
  const audio = part(audioWriter);
  const tags = part(tagWriter);
  const packs = packWriter(db);
  const inputEvents = inputEventWriter(db);
  const frameFiles = frameFileWriter(db);
  const eventFrames = eventFrameWriter(db);
  const sql = contentSql(db);
  const { addFrame, changeFrame } = frameWriter({ documents, sql, packs, tags, eventFrames });

  function addUiText(uiText: NewUiText): number {
    const context = {
      kind: 'ui' as const,
      appName: uiText.appName,
      windowName: uiText.windowName,
      browserUrl: uiText.browserUrl,
      machineId: uiText.origin?.machineId,
    };
    return documents.insert({ atMs: uiText.atMs, context, text: uiText.text }, (key) => {
      const columns = [key, uiText.initialTraversalAtMs ?? null, ...originColumns(uiText.origin)];
      return Number(sql.uiText.run(...columns).lastInsertRowid);
    });
  }

  /** What lies next to the rows of frames that are about to go. */
  function removeParts(frameIds: readonly number[]): void {
    packs.remove(frameIds);
    eventFrames.unlink(frameIds);
  }

  function add(content: NewContent): AddedIds {
    // Before the frames, which are then linked to what was done before them.
    const events = (content.inputEvents ?? []).map(inputEvents.insert);
    const ids = {
      frames: (content.frames ?? []).map(addFrame),
      transcriptions: (content.transcriptions ?? []).map(audio.insert),
      uiTexts: (content.uiTexts ?? []).map(addUiText),
      inputEvents: events,
    };
    documents.flush();
    return ids;
  }

  /** How many of the ids existed. */
  function remove(kind: Exclude<Kind, 'input'>, ids: readonly number[]): number {
    if (kind === 'audio') return ids.filter((id) => audio.remove(id)).length;
    if (kind === 'ocr') removeParts(ids);
    let deleted = 0;
    for (const id of ids) {
      const key = sql.keyOf[kind].get(id);
      if (key === undefined) continue;
      const picture = kind === 'ocr' ? frameFiles.pictureOf(id) : undefined;
      documents.delete(key);
      sql.deleteRow[kind].run(id);
      if (picture) frameFiles.release(picture);
      deleted += 1;
    }
    return deleted;
  }

  function forget(): void {
    documents.forget();
    packs.forget();
  }
  onRollback(forget);

  return {
    add,
    /** Adds a text, finds it by its word, and takes it out again. Before all hours there are, so that no order is disturbed. */
    travel(word: string): void {
      const [id] = add({ uiTexts: [{ atMs: 0, text: word }] }).uiTexts;
      const key = sql.findWord.get(word);
      if (id === undefined || key === undefined) throw serviceError('CANARY_LOST');
      remove('ui', [id]);
      sql.dropEmptyHour.run(hourOf(0));
    },
    /** False when there is no such item. */
    replaceText(kind: Exclude<Kind, 'input'>, id: number, text: string): boolean {
      if (kind === 'ocr') return changeFrame(id, { text });
      if (kind === 'audio') return audio.audio.updateTranscription(id, { text });
      const key = sql.keyOf[kind].get(id);
      if (key === undefined) return false;
      documents.replaceText(key, text);
      return true;
    },
    /** False when there is no such frame. */
    replaceReading(id: number, reading: NewReading): boolean {
      sql.setReading.run(reading.textSource, reading.ocrEngine, id);
      return changeFrame(id, { text: reading.text, boxes: reading.boxes });
    },
    /** Other text, words or elements of a frame; false when there is no such frame. */
    replaceContent: changeFrame,
    delete: remove,
    deleteInputEvents: inputEvents.delete,
    audio: audio.audio,
    speakers: audio.speakers,
    deleteEmptyRecordings: audio.deleteEmptyRecordings,
    /** What was said, with its voice whoever it is of; how many there were, and how many had a voice. */
    forgetSaid(ids: readonly number[]): { transcriptions: number; embeddings: number } {
      const embeddings = ids.filter((id) => audio.hasVoice(id)).length;
      const removed = ids.filter((id) => audio.remove(id, { withVoice: true }));
      return { transcriptions: removed.length, embeddings };
    },
    dropSound: audio.dropSound,
    rewriteEvent: inputEvents.rewrite,
    /** The frame stays without its picture; false when it has none. */
    dropPicture(frameId: number, why: string): boolean {
      const picture = frameFiles.pictureOf(frameId);
      if (!picture || (picture.snapshotPath ?? picture.chunkId) === null) return false;
      frameFiles.clear(frameId, why);
      frameFiles.release(picture);
      return true;
    },
    forget,
  };
}

/** Adds and changes frames together with their packed content. */
function frameWriter(deps: {
  documents: ReturnType<typeof documentWriter>;
  sql: ReturnType<typeof contentSql>;
  packs: ReturnType<typeof packWriter>;
  tags: ReturnType<typeof tagWriter>;
  eventFrames: ReturnType<typeof eventFrameWriter>;
}) {
  const { documents, sql, packs, tags, eventFrames } = deps;
  function addFrame(frame: NewFrame): number {
    const context = {
      kind: 'ocr' as const,
      appName: frame.appName,
      windowName: frame.windowName,
      browserUrl: frame.browserUrl,
      frameName: frame.frameName,
      deviceName: frame.deviceName,
      focused: frame.focused,
      machineId: frame.origin?.machineId,
    };
    const { text = '', boxes = [], elements = [] } = frame;
    const content = { text, boxes, elements };
    const isPacked = needsPack(content);
    const id = documents.insert({ atMs: frame.atMs, context, text, isPacked }, (key) => {
      const columns = [
        key,
        frame.snapshotPath ?? null,
        frame.width ?? null,
        frame.height ?? null,
        frame.captureTrigger ?? null,
        frame.textSource ?? null,
        frame.ocrEngine ?? null,
        treeTextLength(frame.textSource, content),
        frame.pictureGone ?? null,
        ...originColumns(frame.origin),
      ];
      return Number(sql.frame.run(...columns).lastInsertRowid);
    });
    if (isPacked)
      packs.insert(id, content, { deviceName: frame.deviceName, appName: frame.appName ?? '' });
    if (frame.tags?.length) tags.add('vision', id, frame.tags);
    eventFrames.link(id, frame);
    return id;
  }

  /** False when there is no such frame. */
  function changeFrame(id: number, change: Partial<FrameContent>): boolean {
    const frame = sql.findFrame.get(id);
    if (!frame) return false;
    const before = packs.read(id) ?? { text: frame.text ?? '', boxes: [], elements: [] };
    const content = { ...before, ...change };
    const isPacked = needsPack(content);
    packs.remove([id]);
    if (isPacked) packs.insert(id, content, frame);
    documents.replaceText(frame.key, content.text, { isPacked });
    sql.setTreeLength.run(treeTextLength(frame.textSource, content), id);
    return true;
  }

  return { addFrame, changeFrame };
}

function contentSql(db: WriteKernel['db']) {
  return {
    frame: db.prepare(
      `INSERT INTO frame (key, snapshot_path, offset_index, width, height, capture_trigger, text_source, ocr_engine,
       tree_text_length, picture_gone, sync_id, synced_at) VALUES (?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    findFrame: db.rows<StoredFrame>(
      `SELECT f.key, f.text_source AS textSource, c.device_name AS deviceName, c.app_name AS appName, t.text
       FROM frame f JOIN document d ON d.key = f.key JOIN context c ON c.id = d.context_id
       LEFT JOIN document_text t ON t.key = f.key WHERE f.id = ?`,
    ),
    setReading: db.prepare('UPDATE frame SET text_source = ?, ocr_engine = ? WHERE id = ?'),
    setTreeLength: db.prepare('UPDATE frame SET tree_text_length = ? WHERE id = ?'),
    uiText: db.prepare(
      'INSERT INTO ui_text (key, initial_traversal_at_ms, sync_id, synced_at) VALUES (?, ?, ?, ?)',
    ),
    keyOf: {
      ocr: db.values<number>('SELECT key FROM frame WHERE id = ?'),
      ui: db.values<number>('SELECT key FROM ui_text WHERE id = ?'),
    },
    findWord: db.values<number>('SELECT rowid FROM document_fts WHERE document_fts MATCH ?'),
    dropEmptyHour: db.prepare('DELETE FROM hour WHERE hour = ? AND ocr + audio + ui = 0'),
    deleteRow: {
      ocr: db.prepare('DELETE FROM frame WHERE id = ?'),
      ui: db.prepare('DELETE FROM ui_text WHERE id = ?'),
    },
  };
}

interface StoredFrame {
  key: number;
  textSource: string | null;
  deviceName: string;
  appName: string;
  text: string | null;
}
