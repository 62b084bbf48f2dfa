/** Unpacks every frame and compares it with what its row and its document say about it. */
import { characterCount } from '../content/documents.ts';
import type { Connection } from '../kernel/connection.ts';
import { decodeContent } from './format.ts';
import { countElements } from './listed-elements.ts';
import { unpacker } from './unpack.ts';

type Row = [
  packed: Buffer,
  basePacked: Buffer | null,
  textLength: number,
  elements: number,
  treeElements: number,
  ocrElements: number,
];

/** Whether all are whole, and a sentence about it. */
export function examinePacks(db: Connection): [boolean, string] {
  const { bytesOf } = unpacker();
  const rows = db.tuples<Row>(
    `SELECT p.packed, b.packed, d.length, p.elements, p.tree_elements, p.ocr_elements
       FROM frame_pack p JOIN frame f ON f.id = p.frame_id JOIN document d ON d.key = f.key
       LEFT JOIN frame_pack b ON b.frame_id = p.base_id`,
  );
  let [whole, all] = [0, 0];
  for (const row of rows.iterate()) {
    all += 1;
    if (isWhole(row, bytesOf)) whole += 1;
  }
  return [whole === all, `${whole} of ${all} can be unpacked`];
}

function isWhole(row: Row, bytesOf: ReturnType<typeof unpacker>['bytesOf']): boolean {
  const [packed, basePacked, textLength, ...counts] = row;
  try {
    const content = decodeContent(bytesOf(packed, basePacked));
    const { all, tree, ocr } = countElements(content);
    const isCounted = counts.join() === [all, tree, ocr].join();
    return isCounted && characterCount(content.text) === textLength;
  } catch {
    // What is wrong with it does not matter: nothing of it can be read.
    return false;
  }
}
