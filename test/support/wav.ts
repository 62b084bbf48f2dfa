/** Sound files for tests: 16-bit mono WAV in and out, tones, and the recorded speech that Debian packages bring. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const RATE = 16_000;
const FULL_SCALE = 32_768;

/** People who read prompts of a telephone system, 8 kHz. The voices of the English and the French one are much alike. */
const VOICES = {
  english: '/usr/share/asterisk/sounds/en_US_f_Allison',
  french: '/usr/share/asterisk/sounds/fr_CA_f_June',
  italian: '/usr/share/asterisk/sounds/it_IT_m_Carlo',
} as const;

export type Voice = keyof typeof VOICES;

/** Why there is no recorded speech here; undefined when there is. */
export function whyNoSpeech(): string | undefined {
  const missing = Object.values(VOICES).filter((folder) => !existsSync(folder));
  if (missing.length === 0) return undefined;
  return `missing ${missing.join(', ')}; install asterisk-core-sounds-en-wav, -fr-wav and -it-wav`;
}

/** The path of a prompt, such as `demo-congrats`. */
export function promptFile(voice: Voice, name: string): string {
  return join(VOICES[voice], `${name}.wav`);
}

/** All prompts of a voice, in a steady order. */
export function promptFiles(voice: Voice): string[] {
  return readdirSync(VOICES[voice])
    .filter((name) => name.endsWith('.wav'))
    .sort()
    .map((name) => join(VOICES[voice], name));
}

/** Samples from -1 to 1 at 16 kHz. Other rates are interpolated, which is enough for speech of a telephone. */
export function readWav(file: string): Float32Array<ArrayBuffer> {
  const bytes = readFileSync(file);
  const { rate, from, to } = chunksOf(bytes);
  const samples = new Float32Array((to - from) >> 1);
  for (let index = 0; index < samples.length; index += 1) {
    samples[index] = bytes.readInt16LE(from + 2 * index) / FULL_SCALE;
  }
  return rate === RATE ? samples : stretch(samples, rate / RATE);
}

export function writeWav(file: string, samples: Float32Array): void {
  const bytes = Buffer.alloc(44 + 2 * samples.length);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(36 + 2 * samples.length, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(RATE, 24);
  bytes.writeUInt32LE(2 * RATE, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(2 * samples.length, 40);
  samples.forEach((value, index) => {
    const limited = Math.max(-1, Math.min(1, value));
    bytes.writeInt16LE(Math.round(limited * (FULL_SCALE - 1)), 44 + 2 * index);
  });
  writeFileSync(file, bytes);
}

export function tone(options: { hertz: number; seconds: number; level: number }): Float32Array {
  const step = (2 * Math.PI * options.hertz) / RATE;
  return Float32Array.from(
    { length: Math.round(options.seconds * RATE) },
    (_, index) => options.level * Math.sin(step * index),
  );
}

/** Reads at every `step`th place: 0.5 doubles the rate, 1.0001 is a clock that runs 100 ppm slow. */
export function stretch(samples: Float32Array, step: number): Float32Array<ArrayBuffer> {
  const out = new Float32Array(Math.max(0, Math.floor((samples.length - 1) / step)));
  for (let index = 0; index < out.length; index += 1) {
    const place = index * step;
    const before = Math.floor(place);
    const share = place - before;
    out[index] = (samples[before] ?? 0) * (1 - share) + (samples[before + 1] ?? 0) * share;
  }
  return out;
}

function chunksOf(bytes: Buffer): { rate: number; from: number; to: number } {
  let rate = RATE;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    if (name === 'fmt ') rate = bytes.readUInt32LE(at + 12);
    if (name === 'data') return { rate, from: at + 8, to: Math.min(bytes.length, at + 8 + size) };
    at += 8 + size + (size & 1);
  }
  throw new Error('a WAV file without sound');
}
