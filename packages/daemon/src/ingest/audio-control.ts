/** What the rest of the service may ask of, and tell, the audio side. */
import type { AudioMetrics } from './audio-metrics.ts';

export interface AudioDeviceState {
  /** Ends in ` (input)` or ` (output)`. */
  readonly name: string;
  readonly isDefault: boolean;
  readonly kind: 'input' | 'output';
  /** `waiting`: it should record and cannot now (`detail` says why); it is tried again by itself. */
  readonly state: 'recording' | 'waiting' | 'stopped';
  readonly detail: string | undefined;
  /** False for one that was unplugged. */
  readonly isThere: boolean;
  readonly lastHeardAtMs: number | undefined;
}

export type AudioStatus =
  | { kind: 'ok' }
  /** No sound server, no device, no permission: the message says what to do. */
  | { kind: 'unavailable'; message: string }
  /** Sound is recorded and kept, but its text waits for what the message says. */
  | { kind: 'untranscribed'; message: string };

export interface AudioControl {
  status(): AudioStatus;
  listDevices(): readonly AudioDeviceState[];
  metrics(): AudioMetrics;
  isRunning(): boolean;
  /** Both do nothing when it is already so; the choice is kept over restarts. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Over and above start and stop, which keep their say for afterwards. Resolved: nothing is heard any more. */
  setPaused(isPaused: boolean): Promise<void>;
  /** Reject with AUDIO_DEVICE_NOT_FOUND. The choice is kept over restarts. */
  startDevice(name: string): Promise<void>;
  stopDevice(name: string): Promise<void>;
}
