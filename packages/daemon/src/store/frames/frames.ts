/** Single frames, their words and their neighbours. Runs in a reader thread. */
import { resolve } from 'node:path';
import { OWN_MACHINE } from '../content/contexts.ts';
import type { ReadKernel } from '../kernel/kernel.ts';
import type { FrameContent } from '../packing/format.ts';
import { packReader } from '../packing/pack-reader.ts';
import type { Frame, TextBox } from '../records.ts';

const FRAME_COLUMNS = `f.id, d.at_ms AS atMs, f.snapshot_path, v.file_path AS video_path, f.offset_index AS offsetIndex, f.width,
  f.height, f.picture_gone, f.text_source AS textSource, f.capture_trigger AS captureTrigger, c.app_name AS appName,
  c.window_name AS windowName, c.browser_url, c.device_name AS deviceName, c.focused, c.frame_name, c.machine_id,
  (${OWN_MACHINE}) AS own_machine_id`;
const FRAME_TABLES = `frame f JOIN document d ON d.key = f.key JOIN context c ON c.id = d.context_id
  LEFT JOIN video_chunk v ON v.id = f.video_chunk_id`;

type FrameRow = Pick<
  Frame,
  | ('id' | 'atMs' | 'offsetIndex' | 'width' | 'height' | 'textSource' | 'captureTrigger')
  | ('appName' | 'windowName' | 'deviceName')
> &
  Record<'snapshot_path' | 'video_path' | 'picture_gone' | 'own_machine_id', string | null> &
  Record<'browser_url' | 'frame_name' | 'machine_id', string> & { focused: number };

export function frameReader({ db, dataDir }: ReadKernel) {
  const byId = db.rows<FrameRow>(`SELECT ${FRAME_COLUMNS} FROM ${FRAME_TABLES} WHERE f.id = ?`);
  const after = db.rows<FrameRow>(
    `SELECT ${FRAME_COLUMNS} FROM ${FRAME_TABLES} WHERE f.id > ? ORDER BY f.id LIMIT ?`,
  );
  const before = db.rows<FrameRow>(
    `SELECT ${FRAME_COLUMNS} FROM ${FRAME_TABLES} WHERE f.id < ? ORDER BY f.id DESC LIMIT ?`,
  );
  const textOf = db.values<string>(
    'SELECT t.text FROM frame f JOIN document_text t ON t.key = f.key WHERE f.id = ?',
  );
  const packs = packReader(db);

  function find(id: number): Frame | undefined {
    const row = byId.get(id);
    return row && toFrame(row, dataDir);
  }

  /** Text, words and elements; those of an unknown frame are empty. */
  function readContent(id: number): FrameContent {
    const text = () => textOf.get(id) ?? '';
    return packs.read(id) ?? { text: text(), boxes: [], elements: [] };
  }

  return {
    find,
    readContent,
    listNeighbours(id: number, direction: 'forward' | 'backward', limit: number): Frame[] {
      const rows = (direction === 'forward' ? after : before).all(id, limit);
      return rows.map((row) => toFrame(row, dataDir));
    },
    findText(id: number): { frame: Frame; text: string; boxes: TextBox[] } | undefined {
      const frame = find(id);
      if (!frame) return undefined;
      const { text, boxes } = readContent(id);
      return { frame, text, boxes: [...boxes] };
    },
  };
}

/** Our own media paths are stored relative to the data folder, so that it can be moved; others are absolute. */
export function mediaPath(dataDir: string, stored: string | null): string {
  return stored ? resolve(dataDir, stored) : '';
}

function toFrame(row: FrameRow, dataDir: string): Frame {
  const { snapshot_path, video_path, picture_gone, own_machine_id, ...rest } = row;
  const { browser_url, frame_name, machine_id, focused, ...known } = rest;
  return {
    ...known,
    filePath: mediaPath(dataDir, snapshot_path ?? video_path),
    isVideo: snapshot_path === null && video_path !== null,
    browserUrl: browser_url || null,
    focused: focused < 0 ? null : focused === 1,
    frameName: frame_name || null,
    isRemote: machine_id !== '',
    machineId: machine_id || own_machine_id,
    ...(picture_gone === null ? {} : { pictureGone: picture_gone }),
  };
}
