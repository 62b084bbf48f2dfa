/**
 * Decides whether recognised text is speech or something a network made up out of noise, music or silence. Pure; the limits were set
 * on recordings of both. What is refused is stored nowhere, only its reason is counted.
 */
import { deflateSync } from 'node:zlib';
import type { Transcript } from './engine.ts';

export type RefusedBecause =
  | 'empty'
  | 'loop'
  | 'compressible'
  | 'unsure'
  | 'unsure-and-faint'
  | 'stock-phrase';

export type Judgement =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'refused'; readonly because: RefusedBecause }
  /** Somebody spoke, and the recogniser could not read it: see `understood.ts`. */
  | { readonly kind: 'not-understood' };

// Clean speech lies between -0.03 and -0.4, with a voice probability above 0.9.
const HARDLY_EVER_SPEECH = -1.2;
const UNSURE: readonly { readonly logBelow: number; readonly voiceBelow: number }[] = [
  { logBelow: -0.5, voiceBelow: 0.75 },
  { logBelow: -0.75, voiceBelow: 0.85 },
];
const STOCK_VOICE = 0.7;
const STOCK_LOG = -0.6;
const COMPRESSED_CHARACTERS = 80;
const MOST_COMPRESSION = 2.4;
const SMALLEST_LOOP_WORDS = 6;

// What networks say when nobody does: the closing words of the videos they learned from.
const STOCK_PHRASES = new Set([
  'thank you',
  'thank you so much',
  'thank you very much',
  'thanks',
  'thanks for watching',
  'thank you for watching',
  'please subscribe',
  "i'll see you in the next video",
  'you',
  'bye',
  'bye bye',
  'okay',
  'oh',
  'ah',
  'so',
  'the',
  "i'm sorry",
  'subtitles by the amara org community',
]);
// What multilingual networks say over noise and at the end of videos, and hardly anybody in a room.
const INVENTED =
  /amara\.?org|untertitel(?:ung)?|sous-titr|sottotitoli|subt[íi]tulos|legendas? pela|субтитры|продолжение следует|fürs zuschauen|gracias por ver|obrigad[oa] por assistir|merci d'avoir regardé|ご視聴ありがとう|字幕|시청해 ?주셔서|請不吝點贊|谢谢(?:大家|观看)/iu;
const LONGEST_INVENTED_WORDS = 14;
const HUM = /^(u+h+|u+m+|m+|h+m+)$/;

/** @param meanProbability How voiced the audio was, over its voiced frames. */
export function judgeText(transcript: Transcript, meanProbability: number): Judgement {
  const refuse = (because: RefusedBecause): Judgement => ({ kind: 'refused', because });
  // Without a figure only what can be seen in the text itself counts.
  const log = transcript.meanLogProbability ?? 0;
  if (wordsOf(transcript.text).length === 0) return refuse('empty');
  const { text, removedWords } = collapseLoops(transcript.text);
  const words = wordsOf(text);
  if (removedWords >= SMALLEST_LOOP_WORDS && removedWords > 2 * words.length) return refuse('loop');
  if (compression(text) > MOST_COMPRESSION) return refuse('compressible');
  if (words.length <= LONGEST_INVENTED_WORDS && INVENTED.test(text)) return refuse('stock-phrase');
  if (log < HARDLY_EVER_SPEECH) return refuse('unsure');
  if (UNSURE.some(({ logBelow, voiceBelow }) => log < logBelow && meanProbability < voiceBelow)) {
    return refuse('unsure-and-faint');
  }
  const isDoubtful = meanProbability < STOCK_VOICE || log < STOCK_LOG;
  if (isDoubtful && isStockPhrase(words)) return refuse('stock-phrase');
  return { kind: 'text', text };
}

/** Lower case, without punctuation; words of every script count. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll('’', "'")
    .split(/[^\p{L}\p{M}\p{N}']+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
}

function isStockPhrase(words: readonly string[]): boolean {
  return STOCK_PHRASES.has(words.join(' ')) || words.every((word) => HUM.test(word));
}

function compression(text: string): number {
  const bytes = Buffer.from(text);
  if (bytes.length <= COMPRESSED_CHARACTERS) return 1;
  return bytes.length / deflateSync(bytes).length;
}

const LONGEST_UNIT_WORDS = 8;
const LONG_UNIT_WORDS = 4;

/** "a b a b a b a b" becomes "a b": four times in a row for short units, three times for long ones, which nobody repeats by chance. */
export function collapseLoops(text: string): { text: string; removedWords: number } {
  let words = text.split(/\s+/).filter((word) => word !== '');
  let removedWords = 0;
  for (let unit = 1; unit <= LONGEST_UNIT_WORDS; unit++) {
    const least = unit >= LONG_UNIT_WORDS ? 3 : 4;
    for (let at = 0; at + unit * least <= words.length; at++) {
      const times = repetitions(words, at, unit);
      if (times < least) continue;
      removedWords += (times - 1) * unit;
      words = [...words.slice(0, at + unit), ...words.slice(at + times * unit)];
    }
  }
  return { text: words.join(' '), removedWords };
}

function repetitions(words: readonly string[], at: number, unit: number): number {
  const keyAt = (index: number) => wordsOf(words[index] ?? '').join(' ');
  let times = 1;
  while (at + (times + 1) * unit <= words.length) {
    const from = at + times * unit;
    for (let i = 0; i < unit; i++) if (keyAt(at + i) !== keyAt(from + i)) return times;
    times += 1;
  }
  return times;
}
