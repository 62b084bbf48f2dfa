import { describe, expect, test } from 'vitest';
import { resampler } from './resampler.ts';

/** A tone in all channels, pushed in uneven pieces. */
function through(options: { sampleRate: number; channels: number; hertz: number }): Int16Array {
  const { sampleRate, channels, hertz } = options;
  const frames = sampleRate;
  const sound = new Int16Array(frames * channels);
  for (let frame = 0; frame < frames; frame += 1) {
    const value = Math.round(10_000 * Math.sin((2 * Math.PI * hertz * frame) / sampleRate));
    sound.fill(value, frame * channels, (frame + 1) * channels);
  }
  const convert = resampler({ sampleRate, channels });
  const out: number[] = [];
  for (let at = 0, size = 7; at < frames; at += size, size = ((size * 5) % 911) + 1) {
    out.push(...convert.push(sound.subarray(at * channels, (at + size) * channels)));
  }
  return Int16Array.from(out);
}

function level(sound: Int16Array): number {
  const middle = sound.subarray(2_000, -2_000);
  return (
    Math.sqrt(middle.reduce((sum, value) => sum + value * value, 0) / middle.length) * Math.SQRT2
  );
}

describe('resampler', () => {
  test.each([
    { sampleRate: 48_000, channels: 2 },
    { sampleRate: 44_100, channels: 2 },
    { sampleRate: 96_000, channels: 1 },
    { sampleRate: 16_000, channels: 1 },
    { sampleRate: 8_000, channels: 1 },
  ])('a tone of 1 kHz at $sampleRate Hz keeps its length, height and level', (format) => {
    const out = through({ ...format, hertz: 1_000 });
    expect(Math.abs(out.length - 16_000)).toBeLessThan(120);
    expect(level(out)).toBeGreaterThan(9_800);
    expect(level(out)).toBeLessThan(10_200);
    const ups = out.filter((value, index) => value >= 0 && (out[index - 1] ?? 0) < 0).length;
    expect(Math.abs(ups - (1_000 * out.length) / 16_000)).toBeLessThan(3);
  });

  test.each([10_000, 12_000, 15_000])(
    'a tone of %d Hz does not fold down into the speech',
    (hertz) => {
      expect(level(through({ sampleRate: 48_000, channels: 1, hertz }))).toBeLessThan(100);
    },
  );
});
