/** What the rest of the service may ask of, and tell, the screen side. */
import type { Monitor } from '#core/observation.ts';
import type { VisionMetrics } from './vision-metrics.ts';

export type VisionStatus =
  /** `note` is a sentence about what is left out and what to do about it. */
  | { kind: 'ok'; monitors: readonly Monitor[]; note?: string }
  | { kind: 'no_monitors' | 'permission_denied' | 'error'; message: string };

export interface VisionControl {
  status(): VisionStatus;
  metrics(): VisionMetrics;
  isRunning(): boolean;
  /** Both do nothing when it is already so; the choice lasts until the service ends. */
  start(): void;
  stop(): Promise<void>;
  /** Over and above start and stop, which keep their say for afterwards. Resolved: nothing is captured any more. */
  setPaused(isPaused: boolean): Promise<void>;
  /** A picture of every monitor now, whatever is on it; resolves to the ids of the stored frames. */
  captureNow(signal: AbortSignal): Promise<number[]>;
}
