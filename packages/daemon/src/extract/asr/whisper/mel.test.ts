import { expect, test } from 'vitest';
import { noise, silence } from '../sounds.fixture.ts';
import { BANDS, FRAMES_PER_SECOND, melOf } from './mel.ts';

const FRAMES = 1_024;

function tone(hz: number, ms: number): Int16Array {
  return silence(ms).map((_, i) => 16_000 * Math.sin((2 * Math.PI * hz * i) / 16_000));
}

const levelAt = (mel: Float32Array, band: number, frame: number) =>
  mel[band * FRAMES + frame] ?? Number.NaN;

function loudestBand(mel: Float32Array, frame: number): number {
  const levels = Array.from({ length: BANDS }, (_, band) => levelAt(mel, band, frame));
  return levels.indexOf(Math.max(...levels));
}

test('silence is the same everywhere, and quieter than any sound', () => {
  const mel = melOf(silence(500), FRAMES);
  expect(mel).toHaveLength(BANDS * FRAMES);
  expect(new Set(mel)).toEqual(new Set([mel[0]]));
  expect(Math.max(...melOf(noise(500, 0.1), FRAMES))).toBeGreaterThan(mel[0] ?? 0);
});

// Band centres of the scale: 38 bands lie below 1.5 kHz, 79 is the highest.
test.each([
  [200, 4],
  [1_000, 26],
  [4_000, 62],
])('a tone of %d Hz is loudest in band %d, and silent after its end', (hz, band) => {
  const mel = melOf(tone(hz, 1_000), FRAMES);
  expect(Math.abs(loudestBand(mel, FRAMES_PER_SECOND / 2) - band)).toBeLessThanOrEqual(1);
  const quietest = Math.min(...mel);
  expect(levelAt(mel, band, FRAMES_PER_SECOND + 5)).toBeCloseTo(quietest, 5);
});

test('a frame has the energies of the transform by its definition', () => {
  const samples = noise(100, 0.5, 0.3, 7);
  const mel = melOf(samples, FRAMES);
  // Frame 2 begins at sample 120. One band in the middle sees three frequencies only.
  const energy = (bin: number) => {
    let re = 0;
    let im = 0;
    for (let n = 0; n < 400; n++) {
      const hann = 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / 400);
      const value = ((samples[120 + n] ?? 0) / 32_768) * hann;
      re += value * Math.cos((2 * Math.PI * bin * n) / 400);
      im -= value * Math.sin((2 * Math.PI * bin * n) / 400);
    }
    return re * re + im * im;
  };
  const hzOf = (m: number) => (m < 15 ? (m * 200) / 3 : 1_000 * 6.4 ** ((m - 15) / 27));
  const top = 15 + (27 * Math.log(8)) / Math.log(6.4);
  const [low, centre, high] = [30, 31, 32].map((i) => hzOf((top * i) / 81)) as [
    number,
    number,
    number,
  ];
  let sum = 0;
  for (let bin = 0; bin <= 200; bin++) {
    const hz = bin * 40;
    const height = Math.min((hz - low) / (centre - low), (high - hz) / (high - centre));
    sum += (Math.max(0, height) * 2 * energy(bin)) / (high - low);
  }
  expect(levelAt(mel, 30, 2)).toBeCloseTo((Math.log10(sum) + 4) / 4, 4);
});
