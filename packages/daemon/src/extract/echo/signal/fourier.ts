/** The spectrum of short real signals: a radix-2 transform with its sines prepared, for one length that is used over and over. */
export interface Fourier {
  /** Energy of the first half of the spectrum. `signal` is as long as the transform. The answer is overwritten by the next call. */
  energies(signal: Float32Array): Float64Array;
}

export function fourier(length: number): Fourier {
  const bits = Math.log2(length);
  const cosines = Float64Array.from({ length: length / 2 }, (_, k) =>
    Math.cos((2 * Math.PI * k) / length),
  );
  const sines = Float64Array.from(
    { length: length / 2 },
    (_, k) => -Math.sin((2 * Math.PI * k) / length),
  );
  const order = Uint16Array.from({ length }, (_, index) => reversed(index, bits));
  const re = new Float64Array(length);
  const im = new Float64Array(length);
  const out = new Float64Array(length / 2);

  function butterflies(half: number): void {
    const stride = length / (2 * half);
    for (let start = 0; start < length; start += 2 * half) {
      for (let k = 0; k < half; k += 1) {
        const [low, high] = [start + k, start + k + half];
        const [cos, sin] = [cosines[k * stride] ?? 0, sines[k * stride] ?? 0];
        const [hr, hi, lr, li] = [re[high] ?? 0, im[high] ?? 0, re[low] ?? 0, im[low] ?? 0];
        const [tr, ti] = [hr * cos - hi * sin, hr * sin + hi * cos];
        re[high] = lr - tr;
        im[high] = li - ti;
        re[low] = lr + tr;
        im[low] = li + ti;
      }
    }
  }

  return {
    energies(signal) {
      for (let index = 0; index < length; index += 1) re[index] = signal[order[index] ?? 0] ?? 0;
      im.fill(0);
      for (let half = 1; half < length; half *= 2) butterflies(half);
      for (let k = 0; k < out.length; k += 1) out[k] = (re[k] ?? 0) ** 2 + (im[k] ?? 0) ** 2;
      return out;
    },
  };
}

function reversed(index: number, bits: number): number {
  let out = 0;
  for (let bit = 0; bit < bits; bit += 1) out |= ((index >> bit) & 1) << (bits - 1 - bit);
  return out;
}
