/**
 * Memory that a compositor draws a picture into: a file without a name, in memory, of which both sides have a descriptor. One is
 * kept per output and rebuilt when the size changes.
 */

import { closeSync, ftruncateSync, openSync, readSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { WaylandConnection } from '#capture/wayland/wayland-connection.ts';
import { pixelMemory } from '#core/memory/pixel-memory.ts';

const FOLDER = '/dev/shm';
const CREATE_POOL = 0;
const CREATE_BUFFER = 0;
const DESTROY_POOL = 1;
const DESTROY_BUFFER = 0;
export const BYTES_PER_PIXEL = 4;

/** What the compositor wants the memory to look like. */
export interface PictureForm {
  readonly width: number;
  readonly height: number;
  readonly strideBytes: number;
  /** As `wl_shm` numbers them. */
  readonly format: number;
}

export interface PictureMemory {
  /** The number of the buffer with this form. Throws after `close`: nobody would let go of it. */
  bufferFor(form: PictureForm): number;
  isClosed(): boolean;
  /** Rows of the picture as they lie there, with whatever is behind their end. */
  readRows(from: number, count: number): Uint8Array;
  close(): void;
}

export function pictureMemory(connection: WaylandConnection, shm: number): PictureMemory {
  let current: { form: PictureForm; fd: number; buffer: number } | undefined;
  let isClosed = false;

  function drop(): void {
    if (current === undefined) return;
    connection.request(current.buffer, DESTROY_BUFFER);
    closeSync(current.fd);
    current = undefined;
  }

  function allocate(form: PictureForm) {
    const sizeBytes = form.strideBytes * form.height;
    const fd = unnamedFile(sizeBytes);
    const pool = connection.create();
    // A second descriptor of the same file: the one that is sent is closed.
    connection.request(shm, CREATE_POOL, [pool, sizeBytes], openSync(`/proc/self/fd/${fd}`, 'r+'));
    const buffer = connection.create();
    const { width, height, strideBytes, format } = form;
    connection.request(pool, CREATE_BUFFER, [buffer, 0, width, height, strideBytes, format]);
    connection.request(pool, DESTROY_POOL);
    return { form, fd, buffer };
  }

  return {
    isClosed: () => isClosed,
    bufferFor(form) {
      if (isClosed) throw new Error('the memory of this output is closed');
      if (current === undefined || JSON.stringify(current.form) !== JSON.stringify(form)) {
        drop();
        current = allocate(form);
      }
      return current.buffer;
    },
    readRows(from, count) {
      if (current === undefined) throw new Error('there is no picture yet');
      const { strideBytes } = current.form;
      const rows = pixelMemory(strideBytes * count);
      readSync(current.fd, rows, 0, rows.length, strideBytes * from);
      return rows;
    },
    close() {
      isClosed = true;
      drop();
    },
  };
}

function unnamedFile(sizeBytes: number): number {
  const path = join(FOLDER, `hindcast-${process.pid}-${Math.random().toString(36).slice(2)}`);
  const fd = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  ftruncateSync(fd, sizeBytes);
  return fd;
}
