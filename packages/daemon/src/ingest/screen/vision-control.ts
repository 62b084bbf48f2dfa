/** What the rest of the service may ask of, and tell, the screen side. */
import type { InputKind } from '#capture/input/recorded-kinds.ts';
import type { Fault } from '#core/fault.ts';
import type { Monitor } from '#core/observation.ts';
import type { VisionMetrics } from './vision-metrics.ts';

export type VisionStatus =
  /** `note` is a sentence about what is left out and what to do about it; `source` the technology pictures come by. */
  | { kind: 'ok'; monitors: readonly Monitor[]; note?: string; source?: string }
  | { kind: 'no_monitors' | 'permission_denied' | 'error'; message: string };

/** What the desktop does, in addition to what is captured of it. */
export interface DesktopActivity {
  /** Nothing is known yet: it is being opened, at the start or after a pause. Not for long: then the status is an error. */
  readonly isStarting: boolean;
  /** When it last proved that it lives, whether or not something on it changed. */
  readonly aliveAtMs: number | undefined;
  readonly isLocked: boolean;
  /** Since when nobody has touched keyboard or pointer, where the desktop reports. */
  readonly idleSinceMs?: number | undefined;
  /** Every monitor is switched off. */
  readonly isDark: boolean;
  /** Every monitor shows only what is kept out. */
  readonly isExcluded: boolean;
  readonly input: {
    /** False when it is turned off or this desktop does not tell it. */
    readonly isHeard: boolean;
    readonly lastWriteAtMs: number | undefined;
    readonly dropped: number;
    readonly lastFault: Fault | undefined;
  };
}

export interface VisionControl {
  status(): VisionStatus;
  /** What of a person's doing is noted now: what is wanted, and reported by this desktop. */
  inputKinds(): readonly InputKind[];
  idleSinceMs(): number | undefined;
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
