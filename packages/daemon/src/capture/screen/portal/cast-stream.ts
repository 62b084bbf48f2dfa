/**
 * Pictures of one PipeWire node, through a child process of GStreamer that lives as long as the stream. Only changes are sent, and
 * not more often than wanted: the desktop itself holds them back. The bytes have no heads, so when the size changes the child is
 * started again.
 */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { pixelMemory } from '#core/memory/pixel-memory.ts';
import type { Pixels } from '#core/observation.ts';

const PROGRAM = 'gst-launch-1.0';
const INSPECTOR = 'gst-inspect-1.0';
const BYTES_PER_PIXEL = 4;
/** One picture of the largest monitors, whose size is reported before it ends. */
const EARLY_MOST_BYTES = 7_680 * 4_320 * BYTES_PER_PIXEL;
const CAPS = /fdsink0\.GstPad:sink: caps = .*?width=\(int\)(\d+), height=\(int\)(\d+)/;
/** `ERROR: from element /a/b: why`, or without an element. */
const COMPLAINT = /^ERROR: (?:from element \S+: )?(.+)$/m;
const KEPT_CHARACTERS = 4_096;

export type Environment = Readonly<Record<string, string | undefined>>;

export interface CastStream {
  /** The newest picture; undefined before the first. Belongs to the caller. */
  picture(): Pixels | undefined;
  /** Of the newest picture. */
  size(): { readonly width: number; readonly height: number } | undefined;
  /** Called with every new picture. */
  onPicture: (isAnotherSize: boolean) => void;
  stop(): void;
}

/** Whether GStreamer and its part for PipeWire are installed. */
export async function canReadCasts(env: Environment): Promise<boolean> {
  try {
    await promisify(execFile)(INSPECTOR, ['pipewiresrc'], { env, timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}

export function castStream(options: {
  node: number;
  picturesPerSec: number;
  env: Environment;
  /** The child ended by itself. */
  onEnd: (error: Error) => void;
}): CastStream {
  let size = { width: 0, height: 0 };
  let newest: Buffer | undefined;
  let child: ChildProcess | undefined;
  let isStopped = false;

  function begin(): void {
    const mine = spawn(PROGRAM, ['-v', ...pipelineOf(options)], {
      env: options.env,
      // Ctrl+C in a terminal goes to the whole group; this one ends when it is asked to, or when nobody reads it any more.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
    child = mine;
    const isMine = () => child === mine && !isStopped;
    const frames = frameJoiner({
      onFrame(frame) {
        if (!isMine()) return;
        const isFirst = newest === undefined;
        newest = frame;
        stream.onPicture(isFirst);
      },
      onFlood() {
        if (!isMine()) return;
        stream.stop();
        options.onEnd(new Error(`${PROGRAM} does not tell the size of its pictures`));
      },
    });
    mine.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const [, width, height] = CAPS.exec(text) ?? [];
      if (width === undefined || height === undefined || !isMine()) return;
      const next = { width: Number(width), height: Number(height) };
      const isSame = next.width === size.width && next.height === size.height;
      if (newest !== undefined && !isSame) {
        newest = undefined;
        mine.kill();
        begin();
        return;
      }
      size = next;
      frames.setSize(next.width * next.height * BYTES_PER_PIXEL);
    });
    (mine.stdio[3] as Readable).on('data', frames.add);
    mine.on('error', (error) => isMine() && options.onEnd(error));
    let complaints = '';
    mine.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaints = (complaints + text).slice(-KEPT_CHARACTERS);
    });
    // Not at its exit: what it complained of may still be on its way.
    mine.on('close', (code) => {
      const why = COMPLAINT.exec(complaints)?.[1];
      const message = `${PROGRAM} ended with ${code}${why === undefined ? '' : `: ${why}`}`;
      if (isMine()) options.onEnd(new Error(message));
    });
  }

  const stream: CastStream = {
    onPicture: () => {},
    size: () => (newest === undefined ? undefined : size),
    picture() {
      if (newest === undefined) return undefined;
      const data = pixelMemory(newest.length);
      data.set(newest);
      return { ...size, format: 'bgrx', data };
    },
    stop() {
      isStopped = true;
      child?.kill();
    },
  };
  begin();
  return stream;
}

function pipelineOf({ node, picturesPerSec }: { node: number; picturesPerSec: number }): string[] {
  const elements = [
    `pipewiresrc path=${node} do-timestamp=true keepalive-time=0`,
    `video/x-raw,max-framerate=${picturesPerSec}/1`,
    // Whoever reads slowly gets the newest one.
    'queue max-size-buffers=1 max-size-bytes=0 max-size-time=0 leaky=downstream',
    'videoconvert',
    'video/x-raw,format=BGRx',
    'fdsink fd=3 sync=false',
  ];
  return elements.join(' ! ').split(' ');
}

/** Joins what comes in pieces into frames of one size; what comes before the size is known is kept, as long as that is not too much. */
function frameJoiner({ onFrame, onFlood }: { onFrame(frame: Buffer): void; onFlood(): void }) {
  let sizeBytes = 0;
  let early: Buffer[] = [];
  let earlyBytes = 0;
  let filling = Buffer.alloc(0);
  let filled = 0;

  function add(chunk: Buffer): void {
    if (sizeBytes === 0) {
      earlyBytes += chunk.length;
      if (earlyBytes <= EARLY_MOST_BYTES) early.push(chunk);
      else if (early.length > 0) {
        early = [];
        onFlood();
      }
      return;
    }
    let rest = chunk;
    while (rest.length > 0) {
      const count = rest.copy(filling, filled);
      filled += count;
      rest = rest.subarray(count);
      if (filled < sizeBytes) return;
      onFrame(filling);
      filling = Buffer.allocUnsafeSlow(sizeBytes);
      filled = 0;
    }
  }

  return {
    add,
    setSize(bytes: number): void {
      if (sizeBytes === bytes) return;
      sizeBytes = bytes;
      filling = Buffer.allocUnsafeSlow(bytes);
      const waiting = early;
      early = [];
      for (const chunk of waiting) add(chunk);
    },
  };
}
