/**
 * Reads pixels of an X screen: through memory shared with the server where that works (3.8 ms for 1080p), else over the
 * connection (17 ms), which is what remote displays and sandboxes allow.
 */
import type x11 from 'x11';
import type { X11Connection } from '#capture/x11/x11-connection.ts';
import { pixelMemory } from '#core/memory/pixel-memory.ts';
import type { Pixels, Rect } from '#core/observation.ts';

const ALL_PLANES = 0xffffffff;
const Z_PIXMAP = 2;
const BYTES_PER_PIXEL = 4;

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
  let segment: x11.ShmSegment | undefined;
  // There is one segment, so one picture is read after the other.
  let turn: Promise<unknown> = Promise.resolve();

  async function segmentOf(sizeBytes: number): Promise<x11.ShmSegment> {
    if (segment !== undefined && segment.buffer.length >= sizeBytes) return segment;
    segment?.detach();
    segment = undefined;
    segment = await connection.ask<x11.ShmSegment>((reply) => shm.createSegment(sizeBytes, reply));
    return segment;
  }

  async function readNow({ x, y, width, height }: Rect): Promise<Pixels> {
    const sizeBytes = width * height * BYTES_PER_PIXEL;
    const { root } = connection;
    const shared = await segmentOf(sizeBytes);
    await connection.ask<unknown>((reply) =>
      shared.getImage(root, x, y, width, height, ALL_PLANES, Z_PIXMAP, 0, reply),
    );
    // A copy, because the next picture is written into the same memory.
    const data = pixelMemory(sizeBytes);
    data.set(shared.buffer.subarray(0, sizeBytes));
    return { width, height, format: 'bgrx', data };
  }

  return {
    read(area) {
      const result = turn.then(() => readNow(area));
      turn = result.catch(() => {});
      return result;
    },
    close() {
      segment?.detach();
    },
  };
}
