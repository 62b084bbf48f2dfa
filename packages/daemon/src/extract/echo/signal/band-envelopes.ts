/**
 * How loud a sound is over time in twenty bands between 200 and 6000 Hz, as the ear spaces them. A room and a loudspeaker change a
 * waveform beyond recognition; the rise and fall of its bands survives them.
 */
import { fourier } from './fourier.ts';
import { BLOCK_SAMPLES, SAMPLES_PER_MS } from './sound.ts';

export const BANDS = 20;
const WINDOW_SAMPLES = 400;
const SPECTRUM_SAMPLES = 512;
const LOWEST_HERTZ = 200;
const HIGHEST_HERTZ = 6_000;
// Keeps digital silence finite; it is far below any microphone.
const FLOOR = 1e-7;

/** One row per 10 ms: `rows[t * BANDS + band]`, in decibels. */
export interface Envelopes {
  readonly rows: Float32Array;
  readonly count: number;
}

const window = Float32Array.from(
  { length: WINDOW_SAMPLES },
  (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / (WINDOW_SAMPLES - 1)),
);
const edges = bandEdges();
const spectrum = fourier(SPECTRUM_SAMPLES);

export function bandEnvelopes(sound: Float32Array): Envelopes {
  const count = Math.max(0, Math.floor((sound.length - WINDOW_SAMPLES) / BLOCK_SAMPLES) + 1);
  const rows = new Float32Array(count * BANDS);
  const piece = new Float32Array(SPECTRUM_SAMPLES);
  for (let row = 0; row < count; row += 1) {
    const from = row * BLOCK_SAMPLES;
    for (let index = 0; index < WINDOW_SAMPLES; index += 1) {
      piece[index] = (sound[from + index] ?? 0) * (window[index] ?? 0);
    }
    const energies = spectrum.energies(piece);
    for (let band = 0; band < BANDS; band += 1) {
      const [first, end] = [edges[band] ?? 0, edges[band + 1] ?? 0];
      const last = Math.max(end, first + 1);
      let sum = 0;
      for (let line = first; line < last; line += 1) sum += energies[line] ?? 0;
      rows[row * BANDS + band] = 10 * Math.log10(sum / (last - first) + FLOOR);
    }
  }
  return { rows, count };
}

/** The first line of the spectrum of each band, evenly spaced in mel. */
function bandEdges(): number[] {
  const mel = (hertz: number) => 1127 * Math.log(1 + hertz / 700);
  const hertz = (value: number) => 700 * (Math.exp(value / 1127) - 1);
  const [low, high] = [mel(LOWEST_HERTZ), mel(HIGHEST_HERTZ)];
  const linesPerHertz = SPECTRUM_SAMPLES / (1000 * SAMPLES_PER_MS);
  return Array.from({ length: BANDS + 1 }, (_, edge) =>
    Math.ceil(hertz(low + ((high - low) * edge) / BANDS) * linesPerHertz),
  );
}
