/**
 * Everything that is done with videos and sound files on request, in a separate process: the codec library is large native code that is fed with
 * whatever the disk gives back, and a bad access in it would end the service. The process is started by the first request and ends a
 * minute after the last one. When it dies, reading is tried once more in a new one; a file that ends that one too is broken.
 */
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { serviceError } from '#core/errors.ts';
import type { Sealing } from '#store/sealing/store-key.ts';
import { BrokenVideoError, VideoProcessEndedError } from '../errors.ts';
import type { VideoFacts } from '../read-video-frame.ts';
import type { NewVideo, WrittenVideo } from '../write-video.ts';
import { startVideoChild, type VideoChild } from './video-child.ts';
import type { VideoRequest } from './video-messages.ts';

const ENTRY = fileURLToPath(new URL('./video-process-main.ts', import.meta.url));
const IDLE_MS = 60_000;

type ShortRequest = Exclude<VideoRequest, { kind: 'write' }>;

/** Sealed like everything of an encrypted store, unless it is for people to take out. */
export type VideoWish = Omit<NewVideo, 'sealing'> & { isSealed?: boolean | undefined };

export interface VideoProcess {
  /** The frame as JPEG. Rejects with VIDEO_BROKEN, or with the signal's reason. */
  read(file: string, index: number, signal?: AbortSignal): Promise<Buffer>;
  /** What the index of the file says. */
  facts(file: string, signal?: AbortSignal): Promise<VideoFacts>;
  /** Decodes every frame. */
  probe(file: string, signal?: AbortSignal): Promise<VideoFacts>;
  /** As `writeVideo`; rejects with VIDEO_PROCESS_ENDED when the process dies, as the pictures are used up by then. */
  write(video: VideoWish): Promise<WrittenVideo>;
  /** Undefined while there is none. */
  pid(): number | undefined;
  readonly sound: SoundCodec;
}

export interface SoundCodec {
  /** The bytes of an Opus file, from 16-bit little-endian mono samples at 16 kHz. */
  encode(samples: Buffer): Promise<Buffer>;
  /**
   * All samples of an audio file, mono at 16 kHz, -1..1. Rejects with AUDIO_UNDECODABLE when it is not there or no audio file; with
   * anything else when the machine refused, which says nothing about the file.
   */
  decode(file: string, signal?: AbortSignal): Promise<Float32Array>;
}

export function videoProcess(
  options: { idleMs?: number; entry?: string; sealing?: Sealing | undefined } = {},
): VideoProcess {
  let child: VideoChild | undefined;

  function getChild(): VideoChild {
    if (child?.isAlive() !== true) {
      const { entry = ENTRY, idleMs = IDLE_MS, sealing } = options;
      child = startVideoChild(entry, idleMs, sealing);
    }
    return child;
  }

  async function askTwice<T>(request: ShortRequest, signal?: AbortSignal): Promise<T> {
    try {
      return (await getChild().ask(request, { signal })) as T;
    } catch (error) {
      if (!(error instanceof VideoProcessEndedError)) throw error;
    }
    try {
      return (await getChild().ask(request, { signal })) as T;
    } catch (error) {
      const isOfFile = error instanceof VideoProcessEndedError && !error.wasKilled;
      if (!isOfFile || request.kind === 'encode') throw error;
      if (request.kind === 'decode') throw serviceError('AUDIO_UNDECODABLE', { cause: error });
      throw new BrokenVideoError(request.file, 'ends the process that reads it', error);
    }
  }

  const sound: SoundCodec = {
    async encode(samples) {
      const file = await askTwice<Uint8Array>({ kind: 'encode', samples });
      return Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    },
    decode: (file, signal) => askTwice({ kind: 'decode', file }, signal),
  };

  return {
    async read(file, index, signal) {
      const jpeg = await askTwice<Uint8Array>({ kind: 'read', file, index }, signal);
      return Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
    },
    facts: (file, signal) => askTwice({ kind: 'facts', file }, signal),
    probe: (file, signal) => askTwice({ kind: 'probe', file }, signal),
    async write({ pictures, onDamaged, signal, ...options }) {
      const { file, framesPerSecond, quality, isThorough, forBrowsers } = options;
      const leavesOutDamaged = onDamaged !== undefined;
      const { isSealed = true } = options;
      const video = {
        file,
        framesPerSecond,
        quality,
        isThorough,
        forBrowsers,
        leavesOutDamaged,
        isSealed,
      };
      const source = pictures[Symbol.asyncIterator]();
      let damaged = 0;
      try {
        const written = await getChild().ask(
          { kind: 'write', video },
          {
            signal,
            async nextPicture(damagedCount) {
              for (; damaged < damagedCount; damaged += 1) onDamaged?.();
              const next = await source.next();
              return next.done === true ? undefined : next.value;
            },
          },
        );
        return written as WrittenVideo;
      } catch (error) {
        await source.return?.();
        if (error instanceof VideoProcessEndedError) await rm(file, { force: true });
        throw error;
      }
    },
    pid: () => (child?.isAlive() === true ? child.pid : undefined),
    sound,
  };
}
