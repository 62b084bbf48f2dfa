/**
 * The messages between the host and the process of a run, and how they travel: each as JSON behind its length in four bytes, on
 * its own channel. The host trusts nothing that comes from the other side: size, shape and number are all bounded
 * (`checked-message.ts`).
 */
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type { PipeData } from '@hindcast/pipe-sdk';

/** From the host. */
export type ToChild =
  | {
      kind: 'begin';
      pipeId: string;
      /** `file:` address of the module. */
      entry: string;
      config: Record<string, unknown>;
      data: PipeData;
      outputFolder: string;
    }
  | { kind: 'answer'; call: number; value: unknown }
  | { kind: 'refusal'; call: number; code: string; message: string; hint?: string | undefined }
  /** The run is to end soon. */
  | { kind: 'stop' };

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** From the process. */
export type FromChild =
  | { kind: 'ready' }
  | { kind: 'log'; level: LogLevel; message: string }
  | { kind: 'call'; call: number; facility: string; arguments: unknown[] }
  | { kind: 'done'; itemsProcessed?: number; message?: string }
  | { kind: 'failed'; message: string };

const LENGTH_BYTES = 4;
/** Of what was sent to a run, beyond what the system holds for it. */
const MOST_UNREAD_BYTES = 1024 * 1024;

export function encode(message: unknown): Buffer {
  const body = Buffer.from(JSON.stringify(message));
  const head = Buffer.alloc(LENGTH_BYTES);
  head.writeUInt32BE(body.length);
  return Buffer.concat([head, body]);
}

export function send(channel: Duplex, message: ToChild): void {
  if (!channel.destroyed && channel.writable) channel.write(encode(message));
}

/** Resolves when little of what was sent is still to be read by the other side, or when nobody waits for that any more. */
export async function untilRead(channel: Duplex, signal: AbortSignal): Promise<void> {
  if (channel.writableLength <= MOST_UNREAD_BYTES) return;
  // Rejects only because the signal aborts or the channel breaks: nothing is read any more.
  await once(channel, 'drain', { signal }).catch(() => {});
}

/** Splits what arrives into messages, each when it is asked for. Throws when one is larger than `mostBytes` or no JSON. */
export function messageReader(mostBytes: number) {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;

  function take(count: number): Buffer {
    const whole = waiting.length === 1 ? (waiting[0] as Buffer) : Buffer.concat(waiting);
    waiting = [whole.subarray(count)];
    waitingBytes -= count;
    return whole.subarray(0, count);
  }

  let expected: number | undefined;

  /** The next whole message as text; undefined until more arrives. */
  function next(): string | undefined {
    if (expected === undefined && waitingBytes >= LENGTH_BYTES) {
      expected = take(LENGTH_BYTES).readUInt32BE();
      if (expected > mostBytes) throw new RangeError('a message is too large');
    }
    if (expected === undefined || waitingBytes < expected) return undefined;
    const text = take(expected).toString('utf8');
    expected = undefined;
    return text;
  }

  return function* (piece: Buffer): Generator<unknown, void> {
    waiting.push(piece);
    waitingBytes += piece.length;
    for (let text = next(); text !== undefined; text = next()) yield JSON.parse(text);
  };
}
