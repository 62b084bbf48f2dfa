/** Single frames, their words and their neighbours. Runs in a reader thread. */
import { resolve } from 'node:path';
import { OWN_MACHINE } from '../content/contexts.ts';
import type { ReadKernel } from '../kernel/kernel.ts';
import type { FrameContent } from '../packing/format.ts';
import { packReader } from '../packing/pack-reader.ts';
import type { Frame, TextBox } from '../records.ts';

const FRAME_COLUMNS = `f.id, d.at_ms, f.snapshot_path, v.file_path AS video_path, f.offset_index, f.width, f.height, f.picture_gone,
  f.text_source, f.capture_trigger, c.app_name, c.window_name, c.browser_url, c.device_name, c.focused,
  c.frame_name, c.machine_id, (${OWN_MACHINE}) AS own_machine_id`;
const FRAME_TABLES = `frame f JOIN document d ON d.key = f.key JOIN context c ON c.id = d.context_id
  LEFT JOIN video_chunk v ON v.id = f.video_chunk_id`;

interface FrameRow {
  id: number;
  at_ms: number;
  snapshot_path: string | null;
  video_path: string | null;
  offset_index: number;
  width: number | null;
  height: number | null;
  picture_gone: string | null;
  text_source: string | null;
  capture_trigger: string | null;
  app_name: string;
  window_name: string;
  browser_url: string;
  device_name: string;
  focused: number;
  frame_name: string;
  machine_id: string;
  own_machine_id: string | null;
}

export function frameReader({ db, dataDir }: ReadKernel) {
  const byId = db.prepare(`SELECT ${FRAME_COLUMNS} FROM ${FRAME_TABLES} WHERE f.id = ?`);
  const after = db.prepare(
    `SELECT ${FRAME_COLUMNS} FROM ${FRAME_TABLES} WHERE f.id > ? ORDER BY f.id LIMIT ?`,
  );
  const before = db.prepare(
    `SELECT ${FRAME_COLUMNS} FROM ${FRAME_TABLES} WHERE f.id < ? ORDER BY f.id DESC LIMIT ?`,
  );
  const textOf = db
    .prepare('SELECT t.text FROM frame f JOIN document_text t ON t.key = f.key WHERE f.id = ?')
    .pluck();
  const packs = packReader(db);

  function find(id: number): Frame | undefined {
    const row = byId.get(id) as FrameRow | undefined;
    return row && toFrame(row, dataDir);
  }

  /** Text, words and elements; those of an unknown frame are empty. */
  function readContent(id: number): FrameContent {
    const text = () => (textOf.get(id) as string | undefined) ?? '';
    return packs.read(id) ?? { text: text(), boxes: [], elements: [] };
  }

  return {
    find,
    readContent,
    listNeighbours(id: number, direction: 'forward' | 'backward', limit: number): Frame[] {
      const rows = (direction === 'forward' ? after : before).all(id, limit) as FrameRow[];
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
  return {
    id: row.id,
    atMs: row.at_ms,
    filePath: mediaPath(dataDir, row.snapshot_path ?? row.video_path),
    offsetIndex: row.offset_index,
    isVideo: row.snapshot_path === null && row.video_path !== null,
    width: row.width,
    height: row.height,
    appName: row.app_name,
    windowName: row.window_name,
    browserUrl: row.browser_url || null,
    deviceName: row.device_name,
    focused: row.focused < 0 ? null : row.focused === 1,
    frameName: row.frame_name || null,
    textSource: row.text_source,
    captureTrigger: row.capture_trigger,
    isRemote: row.machine_id !== '',
    machineId: row.machine_id || row.own_machine_id,
    ...(row.picture_gone === null ? {} : { pictureGone: row.picture_gone }),
  };
}
