/**
 * Recorded human speech from Debian's packages of telephone prompts: one narrator each. Prompts are short, so
 * several of them make one turn.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = '/usr/share/asterisk/sounds';
const NARRATORS = {
  allison: 'en_US_f_Allison',
  carlo: 'it_IT_m_Carlo',
  june: 'fr_CA_f_June',
  russian: 'ru_RU_f_IvrvoiceRU',
} as const;
export type Narrator = keyof typeof NARRATORS;

/** Why tests with these voices cannot run; undefined when they can. */
export const promptsMissing = Object.values(NARRATORS).every((name) =>
  existsSync(join(FOLDER, name)),
)
  ? undefined
  : 'the packages asterisk-core-sounds-{en,fr,it,ru}-wav are not installed';

/** Turns of about this length, mono at 16 kHz. */
export function turnsOf(narrator: Narrator, count: number, durationMs: number): Float32Array[] {
  const folder = join(FOLDER, NARRATORS[narrator]);
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.wav'))
    .sort();
  const turns: Float32Array[] = [];
  let turn: number[] = [];
  for (const file of files) {
    // Beeps, tones and silence have short names; speech is never that short.
    const samples = readWav(join(folder, file));
    if (samples.length < 16_000 || /silence|beep|tone|sounds/.test(file)) continue;
    turn = turn.concat(samples);
    if (turn.length < durationMs * 16) continue;
    turns.push(Float32Array.from(turn));
    turn = [];
    if (turns.length === count) return turns;
  }
  throw new Error(`${narrator} has only ${turns.length} turns of ${durationMs} ms`);
}

/** The prompts are 16-bit mono at 8 kHz; halfway values make it 16 kHz. */
function readWav(file: string): number[] {
  const bytes = readFileSync(file);
  const data = bytes.subarray(bytes.indexOf('data') + 8);
  const samples: number[] = [];
  for (let at = 0; at + 3 < data.length; at += 2) {
    const value = data.readInt16LE(at) / 32_768;
    samples.push(value, (value + data.readInt16LE(at + 2) / 32_768) / 2);
  }
  return samples;
}
