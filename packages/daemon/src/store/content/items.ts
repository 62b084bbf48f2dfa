/** Keys → whole items, in the order of the keys. Contexts come from memory, the rest in one statement a kind. */
import { mediaPath } from '../frames/frames.ts';
import type { ReadKernel } from '../kernel/kernel.ts';
import { FRAME_TEXT, PACK_JOINS } from '../packing/pack-reader.ts';
import type { FrameItem, Item, TranscriptItem, UiTextItem } from '../records.ts';
import { tagReader } from '../tags/tags.ts';
import { contextReader } from './contexts.ts';
import { type DocumentKind, kindOfKey } from './keys.ts';

type FrameRow = [
  key: number,
  atMs: number,
  contextId: number,
  text: string | null,
  id: number,
  snapshotPath: string | null,
  videoPath: string | null,
  offsetIndex: number,
  trigger: string | null,
  textSource: string | null,
  pictureGone: string | null,
];
type TranscriptRow = [
  key: number,
  atMs: number,
  contextId: number,
  text: string | null,
  id: number,
  chunkId: number,
  filePath: string,
  offsetIndex: number,
  startSecs: number | null,
  endSecs: number | null,
  engine: string,
  language: string | null,
];
type UiTextRow = [
  key: number,
  atMs: number,
  contextId: number,
  text: string | null,
  id: number,
  initialTraversalAtMs: number | null,
];

const DOCUMENTS =
  'FROM json_each(?) j JOIN document d ON d.key = j.value LEFT JOIN document_text t ON t.key = d.key';

interface Parts extends Pick<ReadKernel, 'db' | 'dataDir'> {
  tags: ReturnType<typeof tagReader>;
  contexts: ReturnType<typeof contextReader>;
}

export function itemReader({ db, dataDir, part }: ReadKernel) {
  const parts = { db, dataDir, contexts: part(contextReader), tags: part(tagReader) };
  const readers: Record<DocumentKind, (keys: number[]) => [number, Item][]> = {
    ocr: frameItems(parts),
    audio: transcriptItems(parts),
    ui: uiTextItems(parts),
  };

  return {
    list(keys: readonly number[]): Item[] {
      const byKey = new Map<number, Item>();
      for (const [kind, read] of Object.entries(readers)) {
        const wanted = keys.filter((key) => kindOfKey(key) === kind);
        if (wanted.length === 0) continue;
        for (const [key, item] of read(wanted)) byKey.set(key, item);
      }
      return keys.flatMap((key) => byKey.get(key) ?? []);
    },
  };
}

function uiTextItems({ db, contexts }: Parts) {
  const uiTexts = db.tuples<UiTextRow>(
    `SELECT d.key, d.at_ms, d.context_id, t.text, u.id, u.initial_traversal_at_ms
       ${DOCUMENTS} JOIN ui_text u ON u.id = d.ref`,
  );

  return (keys: number[]): [number, UiTextItem][] => {
    const rows = uiTexts.all(JSON.stringify(keys));
    return rows.map(([key, atMs, contextId, text, id, initialTraversalAtMs]) => {
      const context = contexts.get(contextId);
      return [
        key,
        {
          kind: 'ui',
          id,
          atMs,
          text: text ?? '',
          appName: context.appName,
          windowName: context.windowName,
          initialTraversalAtMs,
          filePath: '',
          offsetIndex: 0,
          frameName: context.frameName,
          browserUrl: context.browserUrl,
        },
      ];
    });
  };
}

function transcriptItems({ db, tags, contexts, dataDir }: Parts) {
  const transcripts = db.tuples<TranscriptRow>(
    `SELECT d.key, d.at_ms, d.context_id, t.text, a.id, a.audio_chunk_id, k.file_path, a.offset_index,
       a.start_secs, a.end_secs, a.engine, a.language ${DOCUMENTS} JOIN transcription a ON a.id = d.ref
       JOIN audio_chunk k ON k.id = a.audio_chunk_id`,
  );
  const speakerById = db.rows<TranscriptItem['speaker']>(
    'SELECT id, name, metadata FROM speakers WHERE id = ?',
  );

  return (keys: number[]): [number, TranscriptItem][] => {
    const rows = transcripts.all(JSON.stringify(keys));
    const tagsOf = tags.listByOwner(
      'audio',
      rows.map((row) => row[5]),
    );
    const speakers = new Map<number, TranscriptItem['speaker']>();
    const speakerOf = (id: number | null) => {
      if (id === null) return null;
      if (!speakers.has(id)) {
        speakers.set(id, speakerById.get(id) ?? null);
      }
      return speakers.get(id) ?? null;
    };
    return rows.map(
      ([key, atMs, contextId, text, id, chunkId, path, offset, start, end, engine, language]) => {
        const context = contexts.get(contextId);
        return [
          key,
          {
            kind: 'audio',
            transcriptionId: id,
            chunkId,
            atMs,
            text: text ?? '',
            filePath: mediaPath(dataDir, path),
            offsetIndex: offset,
            tags: tagsOf.get(chunkId) ?? [],
            deviceName: context.deviceName,
            isInput: context.isInput,
            otherDevices: context.otherDevices,
            speaker: speakerOf(context.speakerId),
            startSecs: start,
            endSecs: end,
            engine,
            language,
          },
        ];
      },
    );
  };
}

function frameItems({ db, tags, contexts, dataDir }: Parts) {
  const frames = db.tuples<FrameRow>(
    `SELECT d.key, d.at_ms, d.context_id, ${FRAME_TEXT}, f.id, f.snapshot_path, v.file_path, f.offset_index,
       f.capture_trigger, f.text_source, f.picture_gone ${DOCUMENTS} JOIN frame f ON f.id = d.ref
       LEFT JOIN video_chunk v ON v.id = f.video_chunk_id ${PACK_JOINS('f.id')}`,
  );

  return (keys: number[]): [number, FrameItem][] => {
    const rows = frames.all(JSON.stringify(keys));
    const tagsOf = tags.listByOwner(
      'vision',
      rows.map((row) => row[4]),
    );
    return rows.map(
      ([key, atMs, contextId, text, id, snapshot, video, offset, trigger, source, noPicture]) => {
        const context = contexts.get(contextId);
        return [
          key,
          {
            kind: 'ocr',
            frameId: id,
            atMs,
            text: text ?? '',
            filePath: mediaPath(dataDir, snapshot ?? video),
            offsetIndex: offset,
            appName: context.appName,
            windowName: context.windowName,
            tags: tagsOf.get(id) ?? [],
            frameName: context.frameName,
            browserUrl: context.browserUrl,
            focused: context.focused,
            deviceName: context.deviceName,
            textSource: source,
            captureTrigger: trigger,
            machineId: contexts.machineIdOf(context),
            ...(noPicture !== null && { pictureGone: noPicture }),
          },
        ];
      },
    );
  };
}
