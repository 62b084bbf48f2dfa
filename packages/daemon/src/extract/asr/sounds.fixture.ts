/**
 * Sound for tests: recorded human speech of Debian packages, and silence, noise and music that are made up. All of it is 16 kHz mono.
 * Where the packages are missing, tests skip themselves and name them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SAMPLE_RATE = 16_000;

const PROMPTS = '/usr/share/asterisk/sounds/en_US_f_Allison';
/** Undefined when recorded speech is there. */
export const WHY_NO_SPEECH = existsSync(PROMPTS)
  ? undefined
  : 'no recorded speech: install asterisk-core-sounds-en-wav';

/** A prompt of the telephone exchange, such as `auth-thankyou`. */
export function prompt(name: string): Int16Array {
  return readWav(join(PROMPTS, `${name}.wav`));
}

/** 16-bit PCM of any rate; only the first channel is taken. */
export function readWav(file: string): Int16Array {
  const bytes = readFileSync(file);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let channels = 1;
  let rate = SAMPLE_RATE;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const id = bytes.toString('latin1', at, at + 4);
    const length = view.getUint32(at + 4, true);
    if (id === 'fmt ') {
      channels = view.getUint16(at + 10, true);
      rate = view.getUint32(at + 12, true);
    }
    if (id === 'data') {
      const count = Math.floor(Math.min(length, bytes.length - at - 8) / 2 / channels);
      const sampleAt = (i: number) => view.getInt16(at + 8 + i * 2 * channels, true);
      return resampled(
        Int16Array.from({ length: count }, (_, i) => sampleAt(i)),
        rate,
      );
    }
    at += 8 + length + (length % 2);
  }
  throw new Error(`${file} holds no samples`);
}

/** Straight lines between samples: good enough for telephone prompts. */
function resampled(samples: Int16Array, rate: number): Int16Array {
  if (rate === SAMPLE_RATE) return samples;
  const step = rate / SAMPLE_RATE;
  return Int16Array.from({ length: Math.floor((samples.length - 1) / step) }, (_, i) => {
    const at = Math.floor(i * step);
    const part = i * step - at;
    return (samples[at] ?? 0) * (1 - part) + (samples[at + 1] ?? 0) * part;
  });
}

export function silence(ms: number): Int16Array {
  return new Int16Array((ms * SAMPLE_RATE) / 1000);
}

export function joined(...parts: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The same numbers for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Hiss; `colour` near 1 makes it the rumble of a fan. */
export function noise(ms: number, level: number, colour = 0, seed = 1): Int16Array {
  const random = randomNumbers(seed);
  let last = 0;
  return silence(ms).map(() => {
    last = colour * last + (1 - colour) * (random() * 2 - 1);
    return last * level * 32_767;
  });
}

const TEMPO_MS = 250;
const SCALE_HZ = [220, 247, 262, 294, 330, 349, 392, 440, 494, 523];

/** A tune over chords with a drum: notes with overtones that fade, as plucked strings do. */
export function music(ms: number, seed = 1): Int16Array {
  const random = randomNumbers(seed);
  const pick = () => SCALE_HZ[Math.floor(random() * SCALE_HZ.length)] ?? 220;
  const noteSamples = (TEMPO_MS * SAMPLE_RATE) / 1000;
  let notes: number[] = [];
  return silence(ms).map((_, i) => {
    const inNote = i % noteSamples;
    if (inNote === 0) notes = [pick(), pick() / 2, pick() / 2, pick() / 4];
    const seconds = i / SAMPLE_RATE;
    const fade = Math.exp(-inNote / noteSamples);
    const tone = notes.reduce((sum, hz) => sum + overtones(hz, seconds), 0) * fade;
    const drum = (random() * 2 - 1) * Math.exp((-20 * inNote) / noteSamples);
    return (tone * 0.12 + drum * 0.2) * 24_000;
  });
}

function overtones(hz: number, seconds: number): number {
  let sum = 0;
  for (let n = 1; n <= 5; n++) sum += Math.sin(2 * Math.PI * hz * n * seconds) / n;
  return sum;
}
