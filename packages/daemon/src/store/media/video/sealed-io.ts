/**
 * Lets the codec library read and write videos of an encrypted store: it asks for bytes at a place, and gets them unsealed from memory.
 * No part of a video is ever on the disk as it is.
 */
import type { FileHandle } from 'node:fs/promises';
import type { FormatContext, IOContext } from 'node-av/lib';
import { openMediaFile } from '../../sealing/sealed-file.ts';
import { sealedWriter } from '../../sealing/sealed-writer.ts';
import type { Sealing } from '../../sealing/store-key.ts';
import type { Av } from './av.ts';

const BUFFER_BYTES = 64 * 1024;

/** To be disposed of before the container, which would free it once more. */
interface SealedIo extends AsyncDisposable {
  attach(container: FormatContext): void;
}

/** Also for a video that is not sealed, where the sealing allows it. Rejects as `openMediaFile`. */
export async function sealedInput(av: Av, path: string, sealing: Sealing): Promise<SealedIo> {
  const file = await openMediaFile(path, sealing);
  const io = new av.lib.IOContext();
  let position = 0;

  async function read(size: number): Promise<Buffer | number> {
    try {
      const bytes = await file.readAt(position, size);
      position += bytes.length;
      return bytes.length === 0 ? av.constants.AVERROR_EOF : bytes;
    } catch {
      // Shown as damaged data, which it is: nothing else can be wrong with a file that is open.
      return av.constants.AVERROR_INVALIDDATA;
    }
  }

  const seek = seeker(av, () => file.sizeBytes, {
    get: () => position,
    set: (to) => {
      position = to;
    },
  });
  io.allocContextWithCallbacks(BUFFER_BYTES, 0, read, null, seek);
  const own = owned(av, io);
  return {
    attach: own.attach,
    async [Symbol.asyncDispose]() {
      own.free();
      await file.close();
    },
  };
}

export interface SealedOutput extends SealedIo {
  /** Writes what is left; rejects with what went wrong, which the library would not tell. */
  finish(): Promise<void>;
  /** What went wrong while the library wrote. */
  failure(): unknown;
}

/** The caller closes the file. */
export function sealedOutput(av: Av, file: FileHandle, sealing: Sealing): SealedOutput {
  const writer = sealedWriter(file, sealing);
  const io = new av.lib.IOContext();
  let position = 0;
  let failure: unknown;

  async function write(bytes: Buffer): Promise<number> {
    try {
      await writer.write(bytes, position);
      position += bytes.length;
      return bytes.length;
    } catch (error) {
      failure ??= error;
      return av.constants.AVERROR_EXTERNAL;
    }
  }

  const seek = seeker(av, writer.sizeBytes, {
    get: () => position,
    set: (to) => {
      position = to;
    },
  });
  io.allocContextWithCallbacks(BUFFER_BYTES, 1, null, write, seek);
  const own = owned(av, io);
  return {
    attach: own.attach,
    failure: () => failure,
    async finish() {
      await io.flush();
      if (failure !== undefined) throw failure;
      await writer.finish();
    },
    async [Symbol.asyncDispose]() {
      own.free();
    },
  };
}

function owned({ constants }: Av, io: IOContext) {
  let user: FormatContext | undefined;
  return {
    attach(container: FormatContext): void {
      user = container;
      container.pb = io;
      container.setFlags(constants.AVFMT_FLAG_CUSTOM_IO);
    },
    free(): void {
      if (user) user.pb = null;
      io.freeContext();
    },
  };
}

function seeker(
  { constants }: Av,
  sizeBytes: () => number,
  position: { get: () => number; set: (to: number) => void },
) {
  return (offset: bigint, whence: number): bigint => {
    const how = whence & ~constants.AVSEEK_FORCE;
    if (how === constants.AVSEEK_SIZE) return BigInt(sizeBytes());
    const bases = new Map<number, number>([
      [constants.AVSEEK_SET, 0],
      [constants.AVSEEK_CUR, position.get()],
      [constants.AVSEEK_END, sizeBytes()],
    ]);
    const to = (bases.get(how) ?? 0) + Number(offset);
    position.set(Math.max(0, Math.min(to, sizeBytes())));
    return BigInt(position.get());
  };
}
