/**
 * The picture of sound that Whisper networks listen to: the energy of 80 bands, a hundred times a second. Silence follows
 * where there is less sound than asked for.
 */

const SAMPLE_RATE = 16_000;
const WINDOW = 400;
const HOP = 160;
export const BANDS = 80;
export const FRAMES_PER_SECOND = SAMPLE_RATE / HOP;
const HIGHEST_HZ = 8_000;
const BINS = WINDOW / 2 + 1;
/** What is this much weaker than the loudest band counts as silence. */
const RANGE = 8;
const WEAKEST = 1e-10;

// Even steps up to 1 kHz, even ratios above.
const LINEAR_HZ = 1_000;
const HZ_PER_MEL = 200 / 3;
const MELS_PER_LOG = 27 / Math.log(6.4);

const HANN = Float64Array.from(
  { length: WINDOW },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / WINDOW),
);

/** [band][frame], as the encoder takes it. Sound after the last frame is left out. */
export function melOf(samples: Int16Array, frames: number): Float32Array {
  const mel = new Float32Array(BANDS * frames).fill(Math.log10(WEAKEST));
  const frame = new Float64Array(WINDOW);
  const energies = new Float64Array(BINS);
  const length = frames * HOP;
  const end = Math.min(samples.length, length);
  let loudest = Math.log10(WEAKEST);
  for (let at = 0; at < frames && at * HOP < end + WINDOW / 2; at++) {
    takeFrame({ samples, length, from: at * HOP - WINDOW / 2 }, frame);
    spectrum(frame, energies);
    for (let band = 0; band < BANDS; band++) {
      const level = Math.log10(Math.max(WEAKEST, energyIn(band, energies)));
      mel[band * frames + at] = level;
      loudest = Math.max(loudest, level);
    }
  }
  return mel.map((level) => (Math.max(level, loudest - RANGE) + 4) / 4);
}

/** Mirrored at both ends of what is listened to, silent after the sound. */
function takeFrame(
  { samples, length, from }: { samples: Int16Array; length: number; from: number },
  frame: Float64Array,
): void {
  for (let i = 0; i < WINDOW; i++) {
    let at = Math.abs(from + i);
    if (at >= length) at = 2 * (length - 1) - at;
    frame[i] = ((samples[at] ?? 0) / 32_768) * (HANN[i] as number);
  }
}

interface Band {
  readonly first: number;
  readonly weights: Float64Array;
}

/** Triangles on the mel scale of Slaney, each of the same area. */
const FILTERS: readonly Band[] = (() => {
  const top = melFromHz(HIGHEST_HZ);
  const corners = Array.from({ length: BANDS + 2 }, (_, i) => hzFromMel((top * i) / (BANDS + 1)));
  return Array.from({ length: BANDS }, (_, band) => {
    const [low = 0, centre = 0, high = 0] = corners.slice(band, band + 3);
    const weights = Array.from({ length: BINS }, (_, bin) => {
      const hz = (bin * SAMPLE_RATE) / WINDOW;
      const height = Math.min((hz - low) / (centre - low), (high - hz) / (high - centre));
      return (Math.max(0, height) * 2) / (high - low);
    });
    const first = Math.max(
      0,
      weights.findIndex((weight) => weight > 0),
    );
    const last = weights.findLastIndex((weight) => weight > 0);
    return { first, weights: Float64Array.from(weights.slice(first, last + 1)) };
  });
})();

function energyIn(band: number, energies: Float64Array): number {
  const { first, weights } = FILTERS[band] as Band;
  let sum = 0;
  for (let i = 0; i < weights.length; i++) {
    sum += (weights[i] as number) * (energies[first + i] as number);
  }
  return sum;
}

function melFromHz(hz: number): number {
  if (hz < LINEAR_HZ) return hz / HZ_PER_MEL;
  return LINEAR_HZ / HZ_PER_MEL + Math.log(hz / LINEAR_HZ) * MELS_PER_LOG;
}

function hzFromMel(mel: number): number {
  const linear = LINEAR_HZ / HZ_PER_MEL;
  return mel < linear ? mel * HZ_PER_MEL : LINEAR_HZ * Math.exp((mel - linear) / MELS_PER_LOG);
}

// 400 = 25 x 16: transforms of 16 samples that lie 25 apart, then of the 25 results for each frequency of those.
const ROWS = 25;
const COLUMNS = 16;
const COSINES = Float64Array.from({ length: WINDOW }, (_, k) =>
  Math.cos((2 * Math.PI * k) / WINDOW),
);
const SINES = Float64Array.from(
  { length: WINDOW },
  (_, k) => -Math.sin((2 * Math.PI * k) / WINDOW),
);
const rowsRe = new Float64Array(WINDOW);
const rowsIm = new Float64Array(WINDOW);

/** The energy of each frequency of a frame. */
function spectrum(frame: Float64Array, energies: Float64Array): void {
  for (let row = 0; row < ROWS; row++) {
    for (let k = 0; k < COLUMNS; k++) {
      let re = 0;
      let im = 0;
      for (let n = 0; n < COLUMNS; n++) {
        const value = frame[row + ROWS * n] as number;
        const turn = ROWS * ((n * k) % COLUMNS);
        re += value * (COSINES[turn] as number);
        im += value * (SINES[turn] as number);
      }
      const [cos, sin] = [COSINES[row * k] as number, SINES[row * k] as number];
      rowsRe[k * ROWS + row] = re * cos - im * sin;
      rowsIm[k * ROWS + row] = re * sin + im * cos;
    }
  }
  for (let bin = 0; bin < BINS; bin++) {
    const [k, step] = [bin % COLUMNS, Math.floor(bin / COLUMNS)];
    let re = 0;
    let im = 0;
    for (let row = 0; row < ROWS; row++) {
      const turn = COLUMNS * ((row * step) % ROWS);
      const [cos, sin] = [COSINES[turn] as number, SINES[turn] as number];
      const [r, i] = [rowsRe[k * ROWS + row] as number, rowsIm[k * ROWS + row] as number];
      re += r * cos - i * sin;
      im += r * sin + i * cos;
    }
    energies[bin] = re * re + im * im;
  }
}
