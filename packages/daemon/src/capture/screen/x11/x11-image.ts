/**
 * Reads pixels of an X screen: through memory shared with the server where that works (3.8 ms for 1080p), else over the
 * connection (17 ms), which is what remote displays and sandboxes allow.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, ftruncateSync, openSync, readSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import type x11 from 'x11';
import type { X11Connection } from '#capture/x11/x11-connection.ts';
import { pixelMemory } from '#core/memory/pixel-memory.ts';
import type { Pixels, Rect } from '#core/observation.ts';

const ALL_PLANES = 0xffffffff;
const Z_PIXMAP = 2;
const BYTES_PER_PIXEL = 4;
const SHARED_MEMORY = '/dev/shm';

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

function sharedMemoryReader(connection: X11Connection, shm: x11.Shm): ImageReader {
  let segment: Segment | undefined;
  // There is one segment, so one picture is read after the other.
  let turn: Promise<unknown> = Promise.resolve();

  async function segmentOf(sizeBytes: number): Promise<Segment> {
    if (segment !== undefined && segment.sizeBytes >= sizeBytes) return segment;
    if (segment !== undefined) shm.Detach(segment.id);
    forget();
    segment = await openSegment(connection, shm, sizeBytes);
    return segment;
  }

  function forget(): void {
    if (segment !== undefined) closeSync(segment.file);
    segment = undefined;
  }

  async function readNow({ x, y, width, height }: Rect): Promise<Pixels> {
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
    ftruncateSync(file, sizeBytes);
    await connection.ask<void>((reply) => shm.AttachFd(id, file, false, reply));
  } catch (error) {
    closeSync(file);
    throw error;
  }
  return { id, file, sizeBytes };
}
