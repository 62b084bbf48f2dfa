import { expect, test } from 'vitest';
import { joined, noise, silence } from '../sounds.fixture.ts';
import { windowsOf } from './windows.ts';

const seconds = (samples: Int16Array) => samples.length / 16_000;

test('short speech stays whole', () => {
  const speech = noise(8_000, 0.5);
  expect(windowsOf(speech, 9)).toEqual([speech]);
});

test('long speech is cut in its pauses, and nothing is lost', () => {
  const speech = joined(
    noise(6_000, 0.5),
    silence(300),
    noise(7_000, 0.5),
    silence(300),
    noise(6_000, 0.5),
  );
  const windows = windowsOf(speech, 9);
  expect(joined(...windows)).toEqual(speech);
  expect(windows.map((window) => Math.round(seconds(window) * 10) / 10)).toEqual([6.1, 7.3, 6.2]);
});

test('speech without a pause is cut all the same', () => {
  const windows = windowsOf(noise(30_000, 0.5), 9);
  expect(Math.max(...windows.map(seconds))).toBeLessThanOrEqual(9);
  expect(windows.length).toBeLessThanOrEqual(7);
});
