/**
 * Reads pixels of an X screen: through memory shared with the server where that works, else over the connection, which is
 * slower and what remote displays and sandboxes allow.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type x11 from 'x11';
import { DisplayLostError } from '#capture/errors.ts';
import type { X11Connection } from '#capture/x11/x11-connection.ts';
import { pixelMemory } from '#core/memory/pixel-memory.ts';
import type { Pixels, Rect } from '#core/observation.ts';

const ALL_PLANES = 0xffffffff;
const Z_PIXMAP = 2;
const BYTES_PER_PIXEL = 4;
const SHARED_MEMORY = '/dev/shm';
const RESERVED_AT_ONCE = 1_000_000;

interface Segment {
  readonly id: number;
  readonly file: number;
  readonly sizeBytes: number;
}

export interface ImageReader {
  /** `area` is on the desktop. Rejects when it does not lie on the screen. */
  read(area: Rect): Promise<Pixels>;
  close(): void;
}

export async function x11ImageReader(
  connection: X11Connection,
  options: { isSharedMemoryAllowed: boolean },
): Promise<ImageReader> {
  const shm = options.isSharedMemoryAllowed ? await usableSharedMemory(connection) : undefined;
  return shm === undefined ? socketReader(connection) : sharedMemoryReader(connection, shm);
}

async function usableSharedMemory(connection: X11Connection): Promise<x11.Shm | undefined> {
  // Present is not enough: remote servers offer the extension and then refuse every segment.
  const shm = await connection.extension('shm').catch(() => undefined);
  if (shm === undefined) return undefined;
  return (await connection.ask<boolean>((reply) => shm.usable(reply))) ? shm : undefined;
}

function socketReader(connection: X11Connection): ImageReader {
  const { client, root } = connection;
  return {
    async read({ x, y, width, height }) {
      const { data } = await connection.ask<{ data: Buffer }>((reply) =>
        client.GetImage(Z_PIXMAP, root, x, y, width, height, ALL_PLANES, reply),
      );
      const sizeBytes = width * height * BYTES_PER_PIXEL;
      return { width, height, format: 'bgrx', data: data.subarray(0, sizeBytes) };
    },
    close() {},
  };
}

/** A picture that does not come this way, for want of memory as a rule, comes over the connection. */
function sharedMemoryReader(connection: X11Connection, shm: x11.Shm): ImageReader {
  const socket = socketReader(connection);
  let segment: Segment | undefined;
  // There is one segment, so one picture is read after the other.
  let turn: Promise<unknown> = Promise.resolve();

  async function segmentOf(sizeBytes: number): Promise<Segment> {
    if (segment !== undefined && segment.sizeBytes >= sizeBytes) return segment;
    drop();
    segment = await openSegment(connection, shm, sizeBytes);
    return segment;
  }

  function drop(): void {
    if (segment === undefined) return;
    shm.Detach(segment.id);
    connection.client.ReleaseID(segment.id);
    forget();
  }

  function forget(): void {
    if (segment !== undefined) closeSync(segment.file);
    segment = undefined;
  }

  async function readShared({ x, y, width, height }: Rect): Promise<Pixels> {
    const sizeBytes = width * height * BYTES_PER_PIXEL;
    const { root } = connection;
    const { id, file } = await segmentOf(sizeBytes);
    await connection.ask<unknown>((reply) =>
      shm.GetImage(root, x, y, width, height, ALL_PLANES, Z_PIXMAP, id, 0, reply),
    );
    const data = pixelMemory(sizeBytes);
    readSync(file, data, 0, sizeBytes, 0);
    return { width, height, format: 'bgrx', data };
  }

  async function readNow(area: Rect): Promise<Pixels> {
    try {
      return await readShared(area);
    } catch (error) {
      if (error instanceof DisplayLostError) throw error;
      // The server may have let go of the segment.
      drop();
      return socket.read(area);
    }
  }

  return {
    read(area) {
      const result = turn.then(() => readNow(area));
      turn = result.catch(() => {});
      return result;
    },
    close() {
      // Not while a picture is read: the number of the file may already belong to another one then. The server lets go of its end
      // with the connection.
      turn = turn.then(forget);
    },
  };
}

/** Memory that the server writes into: a file without a name, which ends with the last of both who hold it. */
async function openSegment(
  connection: X11Connection,
  shm: x11.Shm,
  sizeBytes: number,
): Promise<Segment> {
  const path = join(SHARED_MEMORY, `hindcast-${randomUUID()}`);
  const file = openSync(path, 'wx+', 0o600);
  const id = connection.client.AllocID();
  try {
    unlinkSync(path);
    reserve(file, sizeBytes);
    await connection.ask<void>((reply) => shm.AttachFd(id, file, false, reply));
  } catch (error) {
    connection.client.ReleaseID(id);
    closeSync(file);
    throw error;
  }
  return { id, file, sizeBytes };
}

/** A file that only has a length fails when the server writes, and the picture is black from there on. */
function reserve(file: number, sizeBytes: number): void {
  const zeros = Buffer.alloc(Math.min(sizeBytes, RESERVED_AT_ONCE));
  for (let at = 0; at < sizeBytes; at += zeros.length) {
    const missing = Math.min(zeros.length, sizeBytes - at);
    if (writeSync(file, zeros, 0, missing, at) < missing) throw new Error('no room');
  }
}
