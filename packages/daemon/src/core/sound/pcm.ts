/**
 * Sound as 16-bit samples, as devices and files have it, and as the numbers from -1 to 1 that networks read. Plain loops: with a
 * callback for each sample the same takes ten times as long, and it is done with every second of speech.
 */

const FULL_SCALE = 32_768;
const LARGEST = 32_767;

export function floatsOf(samples: Int16Array): Float32Array<ArrayBuffer> {
  const floats = new Float32Array(samples.length);
  for (let index = 0; index < samples.length; index += 1) {
    floats[index] = (samples[index] ?? 0) / FULL_SCALE;
  }
  return floats;
}

export function samplesOf(floats: Float32Array): Int16Array<ArrayBuffer> {
  const samples = new Int16Array(floats.length);
  for (let index = 0; index < floats.length; index += 1) {
    const value = Math.round((floats[index] ?? 0) * LARGEST);
    samples[index] = Math.max(-FULL_SCALE, Math.min(LARGEST, value));
  }
  return samples;
}
