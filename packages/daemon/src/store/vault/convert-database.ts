/**
 * Makes an encrypted database of a clear one, or the reverse, by way of a copy that takes its place when it is whole: whenever the
 * process ends, the file is the one or the other. Runs in a separate thread, as it takes minutes.
 */

import {
  closeSync,
  copyFileSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { serviceError } from '#core/errors.ts';
import { Connection } from '../kernel/connection.ts';
import { storeFault, useKey } from '../kernel/database.ts';
import { databaseKey, type StoreKey } from '../sealing/store-key.ts';

export interface DatabaseConversion {
  readonly file: string;
  readonly key: StoreKey;
  readonly to: 'sealed' | 'clear';
}

const CLEAR_HEADER = 'SQLite format 3\0';
/** Of the few bytes of its header that the cipher leaves as they are, three that are always so. */
const SEALED_MARK = { at: 21, bytes: Buffer.from([64, 32, 32]) };

/** Whether the file is a database that anybody can read. False for an encrypted one, and when there is none. */
export function isClearDatabase(file: string): boolean {
  return headOf(file).toString('latin1', 0, CLEAR_HEADER.length) === CLEAR_HEADER;
}

export function isSealedDatabase(file: string): boolean {
  const { at, bytes } = SEALED_MARK;
  return (
    !isClearDatabase(file) &&
    headOf(file)
      .subarray(at, at + bytes.length)
      .equals(bytes)
  );
}

function headOf(file: string): Buffer {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return Buffer.alloc(0);
  const opened = openSync(file, 'r');
  try {
    const head = Buffer.alloc(32);
    return head.subarray(0, readSync(opened, head, 0, head.length, 0));
  } finally {
    closeSync(opened);
  }
}

/** Does nothing when it was done before. The caller holds the lock of the data folder, and nobody has the file open. */
export function convertDatabase({ file, key, to }: DatabaseConversion): void {
  const draft = `${file}.converting`;
  removeDatabase(draft);
  const isToDo = to === 'sealed' ? isClearDatabase(file) : isSealedDatabase(file);
  if (!isToDo) return;
  try {
    const schemaVersion = settle(file, to === 'sealed' ? undefined : key);
    copyFileSync(file, draft);
    rekey(draft, key, to);
    assertWhole(draft, to === 'sealed' ? key : undefined, schemaVersion);
    syncPath(draft);
    renameSync(draft, file);
    syncPath(dirname(file));
  } catch (cause) {
    removeDatabase(draft);
    throw storeFault(cause, file);
  }
}

function open(file: string, key: StoreKey | undefined): Connection {
  const db = new Connection(file, { timeout: 5_000 });
  if (key) useKey(db, key);
  return db;
}

/** Brings everything into the one file: there is no log next to it afterwards. Its version says what is in it. */
function settle(file: string, key: StoreKey | undefined): number {
  const db = open(file, key);
  try {
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.pragma('journal_mode = DELETE');
    return db.pragma('user_version', { simple: true }) as number;
  } finally {
    db.close();
  }
}

/** A copy that a crash leaves half done is thrown away, so it needs no journal, in which pages would lie as they were. */
function rekey(draft: string, key: StoreKey, to: DatabaseConversion['to']): void {
  const db = open(draft, to === 'sealed' ? undefined : key);
  try {
    db.pragma('journal_mode = OFF');
    db.pragma('synchronous = OFF');
    const { cipher, secret } = databaseKey(key);
    db.pragma(`cipher = '${cipher}'`);
    db.rekey(Buffer.from(to === 'sealed' ? secret : ''));
  } finally {
    db.close();
  }
}

function assertWhole(file: string, key: StoreKey | undefined, schemaVersion: number): void {
  const db = open(file, key);
  try {
    const isSame = db.pragma('user_version', { simple: true }) === schemaVersion;
    const isSound = db.pragma('quick_check(1)', { simple: true }) === 'ok';
    if (!isSame || !isSound || isClearDatabase(file) !== (key === undefined)) {
      throw serviceError('STORE_CORRUPT', { file });
    }
  } finally {
    db.close();
  }
}

function removeDatabase(file: string): void {
  for (const end of ['', '-journal', '-wal', '-shm']) rmSync(file + end, { force: true });
}

function syncPath(path: string): void {
  const opened = openSync(path, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
