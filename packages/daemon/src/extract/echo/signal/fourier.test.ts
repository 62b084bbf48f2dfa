import { expect, test } from 'vitest';
import { fourier } from './fourier.ts';

test('the energies are those of the definition', () => {
  const length = 64;
  const signal = Float32Array.from(
    { length },
    (_, index) => Math.sin(index * 1.7) + ((index * 37) % 11) / 11,
  );
  const expected = Array.from({ length: length / 2 }, (_, line) => {
    let [re, im] = [0, 0];
    signal.forEach((value, index) => {
      re += value * Math.cos((2 * Math.PI * line * index) / length);
      im -= value * Math.sin((2 * Math.PI * line * index) / length);
    });
    return re * re + im * im;
  });
  const energies = fourier(length).energies(signal);
  expected.forEach((value, line) => {
    expect(energies[line]).toBeCloseTo(value, 6);
  });
});
