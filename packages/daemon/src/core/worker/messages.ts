/** What a worker and its owner send to each other. */
import type { EncodedError } from './error-codec.ts';

export type ToWorker =
  | { readonly kind: 'setup'; readonly setup: unknown }
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly name: string;
      readonly args: readonly unknown[];
    }
  /** The owner no longer waits for the answer; the worker still sends one. */
  | { readonly kind: 'abort'; readonly id: number };

export type FromWorker =
  | { readonly kind: 'ready' }
  /** It cannot work. The worker ends after this message. */
  | { readonly kind: 'unable'; readonly error: EncodedError }
  | { readonly kind: 'note'; readonly id: number; readonly note: unknown }
  | { readonly kind: 'result'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly error: EncodedError };
