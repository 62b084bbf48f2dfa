/** What the service and the process that works on videos and sound say to each other. Every request has an answer, also one that was cancelled. */
import type { EncodedError } from '#core/worker/error-codec.ts';
import type { Sealing } from '#store/sealing/store-key.ts';

export type VideoRequest =
  | { readonly kind: 'read'; readonly file: string; readonly index: number }
  | { readonly kind: 'facts'; readonly file: string }
  | { readonly kind: 'probe'; readonly file: string }
  | { readonly kind: 'write'; readonly video: VideoToWrite }
  /** 16-bit samples to an Opus file. */
  | { readonly kind: 'encode'; readonly samples: Uint8Array }
  | { readonly kind: 'decode'; readonly file: string };

export interface VideoToWrite {
  readonly file: string;
  readonly framesPerSecond: number;
  readonly quality: number | undefined;
  readonly isThorough: boolean | undefined;
  readonly forBrowsers: boolean | undefined;
  readonly leavesOutDamaged: boolean;
  readonly isSealed: boolean;
}

export type ToVideoProcess =
  /** The first message, of an encrypted store. */
  | { readonly sealing: Sealing }
  | { readonly id: number; readonly request: VideoRequest }
  /** The answer to `wanted`; undefined after the last one. */
  | { readonly id: number; readonly picture: Uint8Array | undefined }
  /** The answer is no longer wanted; one is still sent. */
  | { readonly id: number; readonly cancel: true };

export type FromVideoProcess =
  /** The next picture of a video that is being written, and how many were damaged so far. */
  | { readonly id: number; readonly wanted: true; readonly damagedCount: number }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: EncodedError };
