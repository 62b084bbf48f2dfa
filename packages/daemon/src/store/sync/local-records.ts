/** Reads local rows as the records that other devices receive. Runs in the writer thread, which also gives rows their names. */
import type { transcriptionWriter } from '../audio/transcriptions.ts';
import { inputEventFinder } from '../input/input-events.ts';
import type { Connection } from '../kernel/connection.ts';
import { packReader } from '../packing/pack-reader.ts';
import type { TextBox } from '../records.ts';
import type {
  FrameRecord,
  InputEventRecord,
  SpeakerRecord,
  TextRecord,
  TranscriptionRecord,
  UiTextRecord,
} from './records.ts';
import type { syncIds } from './sync-ids.ts';

interface FrameRow {
  at_ms: number;
  app_name: string;
  window_name: string;
  browser_url: string;
  frame_name: string;
  device_name: string;
  focused: number;
  capture_trigger: string | null;
  text_source: string | null;
  ocr_engine: string | null;
  width: number | null;
  height: number | null;
  text: string | null;
}

interface PlaceRow {
  engine: string;
  language: string | null;
  offset_index: number;
  start_secs: number | null;
  end_secs: number | null;
  chunk_at_ms: number;
}

interface UiTextRow {
  at_ms: number;
  app_name: string;
  window_name: string;
  browser_url: string;
  initial_traversal_at_ms: number | null;
  text: string | null;
}

interface LocalRecordParts {
  ids: ReturnType<typeof syncIds>;
  transcriptions: Pick<ReturnType<typeof transcriptionWriter>, 'find'>;
}

export function localRecords(db: Connection, parts: LocalRecordParts) {
  const { ids, transcriptions } = parts;
  const packs = packReader(db);
  const findEvent = inputEventFinder(db);
  const sql = localSql(db);

  function speakerName(speakerId: number | null): string | null {
    return speakerId === null ? null : (ids.nameOf('speakers', speakerId) ?? null);
  }

  return {
    speakerName,
    ...screenRecords({ packs, sql, ids, findEvent }),
    transcription(id: number): TranscriptionRecord | undefined {
      const one = transcriptions.find(id);
      const place = sql.place.get(id);
      const name = ids.nameOf('transcription', id);
      const chunk = one && ids.nameOf('audio_chunk', one.chunkId);
      if (!one || !place || name === undefined || chunk === undefined) return undefined;
      return {
        kind: 'transcription',
        id: name,
        chunk: { id: chunk, atMs: place.chunk_at_ms },
        atMs: one.atMs,
        text: one.text,
        engine: place.engine,
        language: place.language ?? undefined,
        deviceName: one.deviceName,
        isInput: one.isInput,
        otherDevices: one.otherDevices,
        offsetIndex: place.offset_index,
        startSecs: place.start_secs ?? undefined,
        endSecs: place.end_secs ?? undefined,
        speaker: speakerName(one.speakerId),
      };
    },
    /** All of it, or one field. */
    speaker(id: number, field: string, clock: number): SpeakerRecord | undefined {
      const row = sql.speaker.get(id);
      const name = ids.nameOf('speakers', id);
      if (!row || name === undefined) return undefined;
      const isAll = field === 'new';
      return {
        kind: 'speaker',
        id: name,
        clock,
        ...(isAll || field === 'name' ? { name: row.name } : {}),
        ...(isAll || field === 'metadata' ? { metadata: row.metadata } : {}),
        ...(isAll || field === 'hallucination' ? { hallucination: row.hallucination === 1 } : {}),
      };
    },
    /** The text as it is now, of something that others know already. */
    text(
      of: TextRecord['of'],
      id: number,
      clock: number,
      withBoxes: boolean,
    ): TextRecord | undefined {
      if (of === 'frame') {
        const frame = this.frame(id, withBoxes);
        if (!frame) return undefined;
        const { id: name, text, boxes, textSource, ocrEngine } = frame;
        return { kind: 'text', of, id: name, clock, text, boxes, textSource, engine: ocrEngine };
      }
      if (of === 'ui_text') {
        const uiText = this.uiText(id);
        return uiText && { kind: 'text', of, id: uiText.id, clock, text: uiText.text };
      }
      const said = this.transcription(id);
      if (!said) return undefined;
      const { id: name, text, engine, language, atMs, startSecs, endSecs } = said;
      const place = { atMs, startSecs, endSecs };
      return { kind: 'text', of, id: name, clock, text, engine, language, ...place };
    },
  };
}

/** Records of what was on the screen. */
function screenRecords(
  deps: Pick<LocalRecordParts, 'ids'> & {
    packs: ReturnType<typeof packReader>;
    sql: ReturnType<typeof localSql>;
    findEvent: ReturnType<typeof inputEventFinder>;
  },
) {
  const { packs, sql, ids, findEvent } = deps;
  function frameContent(
    id: number,
    text: string | null,
  ): { text: string; boxes: readonly TextBox[] } {
    return packs.read(id) ?? { text: text ?? '', boxes: [] };
  }

  return {
    frame(id: number, withBoxes: boolean): FrameRecord | undefined {
      const row = sql.frame.get(id);
      const name = ids.nameOf('frame', id);
      if (!row || name === undefined) return undefined;
      const { text, boxes } = frameContent(id, row.text);
      return {
        ...known({
          appName: row.app_name,
          windowName: row.window_name,
          browserUrl: row.browser_url,
          frameName: row.frame_name,
          captureTrigger: row.capture_trigger,
          textSource: row.text_source,
          ocrEngine: row.ocr_engine,
          width: row.width,
          height: row.height,
        }),
        kind: 'frame',
        id: name,
        atMs: row.at_ms,
        deviceName: row.device_name,
        focused: row.focused < 0 ? undefined : row.focused === 1,
        text,
        boxes: withBoxes && boxes.length > 0 ? boxes : undefined,
      };
    },
    uiText(id: number): UiTextRecord | undefined {
      const row = sql.uiText.get(id);
      const name = ids.nameOf('ui_text', id);
      if (!row || name === undefined) return undefined;
      return {
        ...known({
          appName: row.app_name,
          windowName: row.window_name,
          browserUrl: row.browser_url,
          initialTraversalAtMs: row.initial_traversal_at_ms,
        }),
        kind: 'ui_text',
        id: name,
        atMs: row.at_ms,
        text: row.text ?? '',
      };
    },
    inputEvent(id: number): InputEventRecord | undefined {
      const item = findEvent(id);
      const name = ids.nameOf('input_event', id);
      if (!item || name === undefined) return undefined;
      const { kind: _kind, id: _id, frameId, textLength, ...known } = item;
      const values = Object.entries(known).filter(([, value]) => value !== null);
      const event = Object.fromEntries(values) as InputEventRecord['event'];
      if (known.textContent === null && textLength !== null) event.keyCount = textLength;
      const frame = frameId === null ? null : (ids.nameOf('frame', frameId) ?? null);
      return { kind: 'input_event', id: name, frame, event };
    },
  };
}

function localSql(db: Connection) {
  return {
    frame: db.rows<FrameRow>(
      `SELECT d.at_ms, c.app_name, c.window_name, c.browser_url, c.frame_name, c.device_name, c.focused,
       f.capture_trigger, f.text_source, f.ocr_engine, f.width, f.height, t.text
       FROM frame f JOIN document d ON d.key = f.key JOIN context c ON c.id = d.context_id
       LEFT JOIN document_text t ON t.key = f.key WHERE f.id = ?`,
    ),
    place: db.rows<PlaceRow>(
      `SELECT a.engine, a.offset_index, a.start_secs, a.end_secs, k.at_ms AS chunk_at_ms
       FROM transcription a JOIN audio_chunk k ON k.id = a.audio_chunk_id WHERE a.id = ?`,
    ),
    uiText: db.rows<UiTextRow>(
      `SELECT d.at_ms, c.app_name, c.window_name, c.browser_url, u.initial_traversal_at_ms, t.text
       FROM ui_text u JOIN document d ON d.key = u.key JOIN context c ON c.id = d.context_id
       LEFT JOIN document_text t ON t.key = u.key WHERE u.id = ?`,
    ),
    speaker: db.rows<{ name: string; metadata: string; hallucination: number }>(
      'SELECT name, metadata, hallucination FROM speakers WHERE id = ?',
    ),
  };
}

/** Without what is null or empty: in a record that is absent. */
function known<T extends Record<string, string | number | null>>(
  values: T,
): { [K in keyof T]?: NonNullable<T[K]> } {
  const entries = Object.entries(values).filter(([, value]) => value !== null && value !== '');
  return Object.fromEntries(entries) as { [K in keyof T]?: NonNullable<T[K]> };
}
