/** Where passages come from: the content of a document or a note, and its passages. Runs in a reader thread. */
import { contextReader } from '../content/contexts.ts';
import { kindOfKey } from '../content/keys.ts';
import { frameReader } from '../frames/frames.ts';
import type { ReadKernel } from '../kernel/kernel.ts';
import { DamagedPackError } from '../packing/codec/columns.ts';
import { type Passage, type PassageSource, passagesOf } from './passages.ts';

export function passageSources({ db, part }: ReadKernel) {
  const contexts = part(contextReader);
  const frames = part(frameReader);
  const sql = {
    document: db.prepare('SELECT context_id, ref FROM document WHERE key = ?').raw(),
    text: db.prepare('SELECT text FROM document_text WHERE key = ?').pluck(),
    note: db.prepare('SELECT content FROM memories WHERE id = ?').pluck(),
  };
  const plain = (text: unknown) => ({ text: String(text ?? ''), boxes: [], elements: [] });

  /** Undefined when it was deleted. */
  function find(key: number): PassageSource | undefined {
    if (key < 0) {
      const note = sql.note.get(-key);
      return note === undefined ? undefined : { kind: 'note', title: '', content: plain(note) };
    }
    const row = sql.document.get(key) as [number, number] | undefined;
    if (!row) return undefined;
    const kind = kindOfKey(key);
    const title = kind === 'audio' ? '' : contexts.get(row[0]).windowName;
    const content = kind === 'ocr' ? frames.readContent(row[1]) : plain(sql.text.get(key));
    return { kind, title, content };
  }

  return {
    find,
    /** None when it was deleted or cannot be read. */
    passagesAt(key: number): Passage[] {
      try {
        const source = find(key);
        return source ? passagesOf(source) : [];
      } catch (error) {
        // One damaged frame must not keep the others waiting; `hindcast doctor` counts it.
        if (error instanceof DamagedPackError) return [];
        throw error;
      }
    },
  };
}
