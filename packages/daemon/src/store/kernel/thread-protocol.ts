/** Messages between the main thread and the store's threads. */
import type { EncodedError } from '#core/worker/error-codec.ts';

export interface CallMessage {
  call: number;
  name: string;
  args: unknown[];
}

export type ReplyMessage =
  | { call: number; result: unknown }
  | { call: number; error: EncodedError };

/** The first message of a thread: it is open, or why it is not. */
export type ReadyMessage = { ready: true } | { ready: false; error: EncodedError };
