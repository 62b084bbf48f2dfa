/**
 * Whether a microphone hears more than its own noise. Open as the gate before voice detection is, and longer: a pause within a
 * sentence must not tear a hole into what the canceller has seen of it.
 */
import { BLOCK_MS } from './sound.ts';

// About a frame of voice detection; the loudness of single blocks wanders with the pitch of a voice.
const BLOCKS_AT_ONCE = 3;
const STEP_MS = BLOCKS_AT_ONCE * BLOCK_MS;
const FLOOR_STEPS = Math.ceil(4_000 / STEP_MS);
/** Energies: 5 dB, -80 dBFS and -100 dBFS, as before voice detection. */
const ABOVE_FLOOR = 10 ** (5 / 10);
const QUIETEST_SPEECH = (1e-4 * 32_768) ** 2;
const QUIETEST_FLOOR = (1e-5 * 32_768) ** 2;
/** The gate before voice detection stays open for half a second, and a piece of speech for 1.6 s after its last voiced frame. */
const HOLD_MS = 2_500;

export interface AudibleGate {
  /** Takes the energy of the next block of 10 ms. */
  isOpen(blockEnergy: number): boolean;
}

export function audibleGate(): AudibleGate {
  const window = new Float64Array(FLOOR_STEPS).fill(Number.POSITIVE_INFINITY);
  let steps = 0;
  let blocks = 0;
  let energy = 0;
  let quietMs = Number.POSITIVE_INFINITY;

  function step(loudness: number): void {
    window[steps % FLOOR_STEPS] = loudness;
    steps += 1;
    let floor = Number.POSITIVE_INFINITY;
    for (let i = 0; i < window.length; i += 1) floor = Math.min(floor, window[i] ?? floor);
    floor = Math.max(QUIETEST_FLOOR, floor);
    const standsOut = loudness > floor * ABOVE_FLOOR && loudness > QUIETEST_SPEECH;
    quietMs = standsOut ? 0 : quietMs + STEP_MS;
  }

  return {
    isOpen(blockEnergy) {
      energy += blockEnergy;
      blocks += 1;
      if (blocks === BLOCKS_AT_ONCE) {
        step(energy / BLOCKS_AT_ONCE);
        blocks = 0;
        energy = 0;
      }
      return quietMs < HOLD_MS;
    },
  };
}
