/**
 * Puts the blocks of a loudspeaker and of a microphone side by side by the time they were captured. The microphone is held back, so
 * that an echo always comes after its cause, whatever the time stamps of two devices are worth. The two run on their own clocks:
 * when they have drifted apart by more than a block, one block of the loudspeaker is left out or replaced by silence.
 */
import { BLOCK_MS, BLOCK_SAMPLES, type SoundBlock } from './signal/sound.ts';

export const HOLD_BACK_MS = 100;
const APART_MS = 1.5 * BLOCK_MS;
// The loudspeaker's stream is late or has stopped: the microphone waits no longer than this.
export const MOST_WAITING_BLOCKS = 200;
const SILENT = new Int16Array(BLOCK_SAMPLES);

export interface Pair {
  readonly microphone: SoundBlock;
  /** What the loudspeaker played `HOLD_BACK_MS` after the microphone's block. */
  readonly monitor: Int16Array;
}

export interface Pairing {
  pushMonitor(block: SoundBlock): void;
  pushMicrophone(block: SoundBlock): void;
  /** The pairs that are complete now. */
  take(): Pair[];
}

export function pairing(): Pairing {
  const monitor: SoundBlock[] = [];
  const microphone: SoundBlock[] = [];

  /** Leaves out what is too old for this time: up to the nearest block, so that the next ones fit as they come. */
  function skipTo(wantedMs: number): void {
    const missedByMs = (block: SoundBlock | undefined) =>
      block === undefined ? Number.POSITIVE_INFINITY : Math.abs(block.atMs - wantedMs);
    if ((monitor[0]?.atMs ?? wantedMs) >= wantedMs - APART_MS) return;
    while (missedByMs(monitor[1]) <= missedByMs(monitor[0]) && monitor.length > 0) monitor.shift();
  }

  /** Undefined: it is not known yet. */
  function partnerOf({ atMs }: SoundBlock): Int16Array | undefined {
    const wantedMs = atMs + HOLD_BACK_MS;
    const newestMs = monitor.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY;
    if (newestMs < wantedMs - BLOCK_MS / 2) {
      return microphone.length > MOST_WAITING_BLOCKS ? SILENT : undefined;
    }
    skipTo(wantedMs);
    const next = monitor[0];
    if (next === undefined || Math.abs(next.atMs - wantedMs) > APART_MS) return SILENT;
    monitor.shift();
    return next.samples;
  }

  return {
    pushMonitor(block) {
      monitor.push(block);
      if (monitor.length > 2 * MOST_WAITING_BLOCKS) monitor.shift();
    },
    pushMicrophone(block) {
      microphone.push(block);
      if (microphone.length > 2 * MOST_WAITING_BLOCKS) microphone.shift();
    },
    take() {
      const pairs: Pair[] = [];
      for (let block = microphone[0]; block !== undefined; block = microphone[0]) {
        const partner = partnerOf(block);
        if (partner === undefined) break;
        microphone.shift();
        pairs.push({ microphone: block, monitor: partner });
      }
      return pairs;
    },
  };
}
