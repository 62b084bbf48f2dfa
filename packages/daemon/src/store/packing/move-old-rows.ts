/**
 * Step of the migration `packed_boxes`: words and elements that were rows, and long texts, become packed content.
 * Runs once, inside the transaction of the migration: killed in the middle, the old rows are still there.
 */
import type { Connection } from '../kernel/connection.ts';
import type { NewElement } from '../new-records.ts';
import type { TextBox } from '../records.ts';
import type { FrameContent } from './format.ts';
import { needsPack, packWriter } from './pack-writer.ts';
import { treeTextLength } from './tree-text.ts';

/** Frames in memory at once. */
const BATCH = 200;
/** Of the old numbers, which the new ones share. */
const SCALE = 10_000;

interface OldFrame {
  id: number;
  key: number;
  text: string;
  boxes: string | null;
  text_source: string | null;
  deviceName: string;
  appName: string;
}

interface OldElement {
  id: number;
  source: string;
  role: string;
  text: string | null;
  parent_id: number | null;
  depth: number;
  left_bound: number | null;
  top_bound: number | null;
  width_bound: number | null;
  height_bound: number | null;
  confidence: number | null;
}

export function moveOldRows(db: Connection): void {
  const packs = packWriter(db);
  const nextFrames = db.rows<OldFrame>(
    `SELECT f.id, f.key, coalesce(t.text, '') AS text, x.boxes, f.text_source, c.device_name AS deviceName, c.app_name AS appName
     FROM frame f JOIN document d ON d.key = f.key JOIN context c ON c.id = d.context_id
     LEFT JOIN document_text t ON t.key = f.key LEFT JOIN frame_boxes x ON x.frame_id = f.id
     WHERE f.id > ? ORDER BY f.id LIMIT ${BATCH}`,
  );
  const elementsOf = db.rows<OldElement>(
    'SELECT * FROM element_row WHERE frame_id = ? ORDER BY sort_order',
  );
  const deleteText = db.prepare('DELETE FROM document_text WHERE key = ?');
  const setTreeLength = db.prepare('UPDATE frame SET tree_text_length = ? WHERE id = ?');

  function move(frame: OldFrame): void {
    const content: FrameContent = {
      text: frame.text,
      boxes: oldBoxes(frame.boxes),
      elements: oldElements(elementsOf.all(frame.id)),
    };
    const treeLength = treeTextLength(frame.text_source, content);
    if (treeLength !== null) setTreeLength.run(treeLength, frame.id);
    if (!needsPack(content)) return;
    packs.insert(frame.id, content, frame);
    deleteText.run(frame.key);
  }

  let lastId = 0;
  for (;;) {
    const frames = nextFrames.all(lastId);
    if (frames.length === 0) break;
    for (const frame of frames) move(frame);
    lastId = frames.at(-1)?.id ?? lastId;
  }
  db.exec('DROP TABLE frame_boxes; DROP TABLE element_row; DROP TABLE element_fts;');
}

/** [[text, left, top, width, height, confidence], …] */
function oldBoxes(json: string | null): TextBox[] {
  if (json === null) return [];
  const rows = JSON.parse(json) as [string, ...number[]][];
  return rows.map(([text, ...numbers]) => {
    const [left = 0, top = 0, width = 0, height = 0, confidence = 0] = numbers.map(
      (value) => value / SCALE,
    );
    return { text, left, top, width, height, confidence };
  });
}

function oldElements(rows: readonly OldElement[]): NewElement[] {
  const positions = new Map(rows.map((row, i) => [row.id, i]));
  return rows.map((row) => {
    const { left_bound: left, top_bound: top, width_bound: width, height_bound: height } = row;
    const hasBounds = left !== null && top !== null && width !== null && height !== null;
    return {
      source: row.source,
      role: row.role,
      text: row.text ?? undefined,
      parent: row.parent_id === null ? undefined : positions.get(row.parent_id),
      depth: row.depth,
      bounds: hasBounds ? { left, top, width, height } : undefined,
      confidence: row.confidence ?? undefined,
    };
  });
}
