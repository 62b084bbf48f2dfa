/**
 * Decides from loudness alone whether a frame could hold speech, so that the detection network sleeps in a quiet room: a silent
 * stream then costs a twentieth. It errs on the open side; what is speech is the network's decision.
 */
import { FRAME_MS, framesOf } from './frame.ts';

// The noise floor is the quietest frame of this time: speech pauses for a frame more often than that.
const FLOOR_WINDOW_MS = 4_000;
// Speech starts softly; a gate of 8 dB was seen to miss quiet voices.
const ABOVE_FLOOR = 10 ** (5 / 20);
// -80 dBFS: below it there is nothing but the noise of the converter.
const QUIETEST_SPEECH = 1e-4;
const QUIETEST_FLOOR = 1e-5;
const HOLD_MS = 500;

export interface EnergyGate {
  /** Takes the loudness of the next frame; true while one of the last half second stood out from the noise. */
  isOpen(loudness: number): boolean;
}

export function energyGate(): EnergyGate {
  const window = new Float64Array(framesOf(FLOOR_WINDOW_MS)).fill(1);
  let count = 0;
  let quietFrames = Infinity;
  return {
    isOpen(loudness) {
      window[count % window.length] = loudness;
      count += 1;
      const floor = Math.max(QUIETEST_FLOOR, smallest(window));
      const standsOut = loudness > floor * ABOVE_FLOOR && loudness > QUIETEST_SPEECH;
      quietFrames = standsOut ? 0 : quietFrames + 1;
      return quietFrames * FRAME_MS < HOLD_MS;
    },
  };
}

function smallest(values: Float64Array): number {
  let least = Infinity;
  for (let i = 0; i < values.length; i += 1) least = Math.min(least, values[i] ?? least);
  return least;
}
