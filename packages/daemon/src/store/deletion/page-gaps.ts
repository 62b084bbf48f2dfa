/**
 * What SQLite itself leaves of deleted rows. Where it splits or joins pages it moves rows and does not clear the place they had: copies stay
 * in the unused middle of a page, where `secure_delete` never comes to. These gaps are cleared in the file itself, under the lock
 * of a write and with nothing in the WAL: then the file is all there is, and nobody else writes into it. Only bytes that no row can
 * have are written, so a kill half way leaves a sound file. (https://www.sqlite.org/fileformat2.html#b_tree_pages)
 */
import { closeSync, fdatasyncSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import type { Connection } from '../kernel/connection.ts';
import { emptyWal } from './purge.ts';

/** 4 MB: some 5 ms of looking, and tens of clearing. */
const PAGES_PER_SLICE = 512;
/** Read at once, always into the same memory: new memory for each slice costs more than reading. */
const PAGES_AT_ONCE = 32;
const HEAD_BYTES = 100;
/** The byte that SQLite locks by, on a page that is never used. */
const LOCK_BYTE = 2 ** 30;
/** Kinds of pages that hold rows or entries of an index, and how long their heads are. */
const HEAD_OF_KIND: Readonly<Record<number, number>> = { 2: 12, 5: 12, 10: 8, 13: 8 };

export interface GapSlice {
  /** Where to go on; undefined at the beginning of the file. */
  next: number | undefined;
  /** A reader was in the way: the same slice again, later. */
  isHeldUp: boolean;
}

export const ALL_CLEAR: GapSlice = { next: undefined, isHeldUp: false };

interface Shape {
  pageSize: number;
  usable: number;
  lastPage: number;
}

export function gapClearer(db: Connection) {
  const file = db.name;
  /** Kept open: to close it would give up the locks that SQLite has on it. */
  let opened: number | undefined;
  let [pages, zeros] = [Buffer.alloc(HEAD_BYTES), Buffer.alloc(0)];

  /** Until the next call. */
  function read(at: number, bytes: number): Buffer {
    opened ??= openSync(file, 'r+');
    if (pages.length < bytes) pages = Buffer.alloc(bytes);
    return pages.subarray(0, readSync(opened, pages, 0, bytes, at));
  }

  function readShape(): Shape {
    const head = read(0, HEAD_BYTES);
    const pageSize = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16);
    const usable = pageSize - head.readUInt8(20);
    return { pageSize, usable, lastPage: Math.floor(statSync(file).size / pageSize) };
  }

  /** The gaps of these pages that are not clear, as places in the file. */
  function findGaps(first: number, count: number, shape: Shape): [at: number, bytes: number][] {
    const found: [number, number][] = [];
    for (let at = 0; at < count; at += PAGES_AT_ONCE) {
      found.push(...gapsAmong(first + at, Math.min(PAGES_AT_ONCE, count - at), shape));
    }
    return found;
  }

  function gapsAmong(first: number, count: number, shape: Shape): [at: number, bytes: number][] {
    const { pageSize } = shape;
    const start = (first - 1) * pageSize;
    const bytes = read(start, count * pageSize);
    if (zeros.length < pageSize) zeros = Buffer.alloc(pageSize);
    const found: [number, number][] = [];
    for (let at = 0; at + pageSize <= bytes.length; at += pageSize) {
      const number = first + at / pageSize;
      if (isPointerMap(number, shape)) continue;
      const page = bytes.subarray(at, at + shape.usable);
      const [from, to] = gapOf(page, number === 1 ? HEAD_BYTES : 0);
      if (zeros.compare(page, from, to, 0, to - from) !== 0)
        found.push([start + at + from, to - from]);
    }
    return found;
  }

  /** False when something is in the way. */
  function clear(first: number, count: number): boolean {
    if (!emptyWal(db) || !begin(db)) return false;
    try {
      // Of another program, between the two.
      if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return false;
      // Looked at again: now nothing changes them.
      const found = findGaps(first, count, readShape());
      const isDone = found.every(
        ([at, bytes]) => writeSync(opened ?? -1, Buffer.alloc(bytes), 0, bytes, at) === bytes,
      );
      fdatasyncSync(opened ?? -1);
      return isDone;
    } finally {
      db.exec('ROLLBACK');
      // Pages as they were are in its cache, and would be written again with the next change of a row.
      db.pragma('shrink_memory');
    }
  }

  return {
    /**
     * A slice that ends with this page, or with the last one. From the end to the beginning: what is given back to the system
     * meanwhile moves pages of the end to the beginning, with their gaps. Outside of any transaction.
     */
    clearGaps(toPage?: number): GapSlice {
      const shape = readShape();
      const last = Math.min(toPage ?? shape.lastPage, shape.lastPage);
      const first = Math.max(1, last - PAGES_PER_SLICE + 1);
      const count = last - first + 1;
      if (findGaps(first, count, shape).length > 0 && !clear(first, count)) {
        return { next: last, isHeldUp: true };
      }
      return { next: first > 1 ? first - 1 : undefined, isHeldUp: false };
    },
    /** After the connection. */
    close(): void {
      if (opened !== undefined) closeSync(opened);
    },
  };
}

/** False while another program writes. */
function begin(db: Connection): boolean {
  try {
    db.exec('BEGIN IMMEDIATE');
    return true;
  } catch (cause) {
    if ((cause as { code?: unknown }).code === 'SQLITE_BUSY') return false;
    throw cause;
  }
}

/** Pages that say where others belong, at fixed places; they look like any other. */
function isPointerMap(number: number, { pageSize, usable }: Shape): boolean {
  if (number < 2) return false;
  const each = Math.floor(usable / 5) + 1;
  const place = Math.floor((number - 2) / each) * each + 2;
  return number === (place === LOCK_BYTE / pageSize + 1 ? place + 1 : place);
}

/** Between the list of cells and the first of them; empty for a page of another kind. */
function gapOf(page: Buffer, headAt: number): [from: number, to: number] {
  const headBytes = HEAD_OF_KIND[page.readUInt8(headAt)];
  if (headBytes === undefined) return [0, 0];
  const cells = page.readUInt16BE(headAt + 3);
  const from = headAt + headBytes + 2 * cells;
  const to = page.readUInt16BE(headAt + 5) || 65_536;
  if (from > to || to > page.length) return [0, 0];
  // What only looks like one has other numbers here.
  for (let at = headAt + headBytes; at < from; at += 2) {
    const cell = page.readUInt16BE(at);
    if (cell < to || cell >= page.length) return [0, 0];
  }
  return [from, to];
}
