/**
 * What capture needs from a machine to hear it: its microphones, what its loudspeakers play, and word of devices that come and go.
 * `pulse-source.ts` is Linux, `portable-source.ts` macOS and Windows, `audio-sources.ts` chooses. A stream never opens itself again:
 * `audio-recorder.ts` does that, so that every source is treated alike. Held to its word by `audio-source.conformance.ts`.
 */
import type { ServiceError } from '#core/errors.ts';

export const SAMPLE_RATE = 16_000;
/** Ten milliseconds. */
export const BLOCK_SAMPLES = 160;

export interface AudioDevice {
  /** The sound system's own name: the same device keeps it over restarts. Distinct among all devices. */
  readonly id: string;
  /** For people and for the HTTP contract: ends in ` (input)` or ` (output)`. Distinct among all devices. */
  readonly name: string;
  /** An output is heard through its monitor: what it plays, before it is played. */
  readonly kind: 'input' | 'output';
  /** At most one input and one output are the default. */
  readonly isDefault: boolean;
}

export interface AudioBlock {
  /** When the first sample was captured; grows from block to block by their length, give or take the drift of the clocks. */
  readonly atMs: number;
  /** 16 kHz, mono, a multiple of ten milliseconds: as much as has arrived. The receiver owns them. */
  readonly samples: Int16Array<ArrayBuffer>;
}

export type StreamEnd =
  /** The signal aborted. */
  | { readonly kind: 'stopped' }
  /** The device is there and delivered nothing for a while. */
  | { readonly kind: 'timed_out' }
  | { readonly kind: 'device_gone' }
  /** Sound was lost, or whoever delivered it ended. */
  | { readonly kind: 'broken'; readonly error: ServiceError };

export interface StreamHandlers {
  /**
   * Blocks of one stream follow each other without a gap. When sound was lost, or the clock of the machine was set, the stream ends
   * with `broken` instead of going on as if nothing had happened.
   */
  onBlock(block: AudioBlock): void;
  /** Called exactly once, after the last block. */
  onEnd(end: StreamEnd): void;
  /** Ends the stream at once: no block comes after the abort. */
  readonly signal: AbortSignal;
}

export interface AudioSource {
  /** Technology, such as `pulse`. */
  readonly name: string;
  /**
   * The devices that are there now, in a steady order; empty when there are none. Rejects with `SoundUnavailableError` when nobody
   * can be asked.
   */
  listDevices(): Promise<readonly AudioDevice[]>;
  /**
   * Called after a device came or went or another one became the default, with the new list; several changes at once are reported
   * once. An empty list while the sound system is missing, and again when it is back.
   */
  onDevicesChanged(listener: (devices: readonly AudioDevice[]) => void): () => void;
  /** Starts to listen. Never throws: what goes wrong ends the stream. */
  open(device: AudioDevice, handlers: StreamHandlers): void;
  /** Ends all streams and stops watching. May be called again. */
  close(): void;
}

/** The answer to the request to hear. Not being able to is a state of the machine, not a fault of the service. */
export type OpenedAudio =
  | { readonly kind: 'open'; readonly source: AudioSource }
  | { readonly kind: 'permission_denied' | 'unavailable'; readonly message: string };
