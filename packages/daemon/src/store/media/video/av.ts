/**
 * The codec library (FFmpeg, inside node-av): loaded when the first video is needed, because it takes
 * 40 MB and a fifth of a second, and asked through `check` so that no negative answer is overlooked.
 * All calls that do work are asynchronous and run in the threads of libuv.
 */
import { serviceError } from '#core/errors.ts';

type Library = typeof import('node-av/lib');
type Constants = typeof import('node-av/constants');

export interface Av {
  lib: Library;
  constants: Constants;
  /** The answer of a codec that wants more input before it gives output. */
  again: number;
  /** Returns the answer of a call, or throws an AvError that says what was tried. */
  check(answer: number, what: string): number;
}

/** A call of the library failed. `code` is the system's word (`ENOSPC`) where there is one. */
export class AvError extends Error {
  override readonly name = 'AvError';
  readonly code: string;
  constructor(what: string, code: string, reason: string) {
    super(`${what}: ${reason}`);
    this.code = code;
  }
}

let loading: Promise<Av> | undefined;

/** Rejects with VIDEO_UNAVAILABLE on a machine that the library was not built for. */
export function loadAv(): Promise<Av> {
  // A failure is not kept: what was missing may be there at the next try.
  loading ??= load().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<Av> {
  try {
    const [lib, constants] = await Promise.all([
      import('node-av/lib'),
      import('node-av/constants'),
    ]);
    // It would write to stderr, and file names with it.
    lib.Log.setLevel(constants.AV_LOG_QUIET);
    const { FFmpegError, PosixError } = lib;
    const systemWords = new Map<number, string>(
      Object.values(PosixError).map((word) => [FFmpegError.AVERROR(word), word]),
    );
    return {
      lib,
      constants,
      again: FFmpegError.AVERROR(PosixError.EAGAIN),
      check(answer, what) {
        if (answer >= 0) return answer;
        const code = systemWords.get(answer) ?? String(answer);
        throw new AvError(what, code, FFmpegError.strerror(answer));
      },
    };
  } catch (cause) {
    throw serviceError('VIDEO_UNAVAILABLE', { cause });
  }
}
