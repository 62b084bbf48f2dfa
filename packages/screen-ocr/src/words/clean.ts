/**
 * Drops what is no text. The recogniser always answers: texture of a photo becomes short words, glyphs of another script become
 * Latin noise. Confidence alone does not tell them from small text, the look of the box does.
 */
import type { DetectedLine } from '../detect/detect-lines.ts';
import type { Ink } from '../ink/ink.ts';
import { LEAST_GROUND, PLAIN_AROUND } from '../ink/levels.ts';
import { type LineWord, meanConfidence } from './line-words.ts';

const PICTURE_GROUND = 0.38;
const DOUBTFUL_GROUND = 0.76;
const SURE = 0.78;
const DOUBTFUL = 0.6;
const ROW_OF_GLYPHS = 6;
const DOUBTFUL_ROW = 0.5;
const POOR = 0.35;
const NEVER = 2;
const SHORT = 3;
const SHORT_SURE = 0.72;

export function isWorthReading(ink: Ink): boolean {
  return ink.groundShare >= LEAST_GROUND;
}

export function cleanWords(words: readonly LineWord[], line: DetectedLine, ink: Ink): LineWord[] {
  // Icons, arrows and rules between paragraphs: signs that stand alone are nothing to search for.
  if (!words.some(({ text }) => /[\p{L}\p{N}]/u.test(text))) return [];
  const least = leastConfidence(words, line, ink);
  return words
    .filter((word) => word.confidence >= least)
    .map((word) => ({ ...word, text: withZeros(word.text) }));
}

/** What a word of this line must reach to be kept; more than 1 when the line is no text at all. */
function leastConfidence(words: readonly LineWord[], line: DetectedLine, ink: Ink): number {
  const confidence = meanConfidence(words);
  const isPlain = ink.groundAround >= PLAIN_AROUND;
  // Names made of several words, as in code, are read right with a confidence of 0: no dictionary has them. One sure word on a
  // plain ground shows that the line is text.
  if (isPlain && words.some(isSureWord)) return 0;
  const isPicture = looksLikePicture(line, ink, confidence);
  if (isPicture && confidence < SURE) return NEVER;
  // The ragged edge of a picture is read as "1" or "ra"; a lone "OK" is read surely.
  if (confidence < SHORT_SURE && lengthOf(words) <= SHORT) return NEVER;
  if (confidence < DOUBTFUL && hasSquareGlyphs(line)) return NEVER;
  if (isPicture) return 0.6;
  return confidence < POOR ? 0.45 : 0.2;
}

function lengthOf(words: readonly LineWord[]): number {
  return words.reduce((sum, word) => sum + word.text.length, 0);
}

function isSureWord({ text, confidence }: LineWord): boolean {
  return confidence >= 0.85 && /\p{L}{3}/u.test(text);
}

function looksLikePicture(line: DetectedLine, ink: Ink, confidence: number): boolean {
  const { groundShare, groundAround } = ink;
  const isBusy = groundAround < PLAIN_AROUND;
  // A longer row of shapes on a plain ground is text, such as "-rw-r--r--", also when no word of it is known.
  const doubtful = isBusy || line.glyphs < ROW_OF_GLYPHS ? DOUBTFUL : DOUBTFUL_ROW;
  // An icon on a plain ground is read as one or two letters.
  const isIconLike = line.glyphs < 3 && line.width < 2 * line.height;
  return (
    groundShare < PICTURE_GROUND ||
    (isBusy && groundShare < DOUBTFUL_GROUND) ||
    (confidence < doubtful && groundShare < DOUBTFUL_GROUND) ||
    (isIconLike && groundShare < 0.62)
  );
}

/** Square glyphs of full height: Chinese, Japanese or Korean rather than a Latin alphabet. */
function hasSquareGlyphs(line: DetectedLine): boolean {
  return (
    line.glyphs > 5 &&
    line.glyphHeight > 0.66 * line.height &&
    line.glyphWidth > 0.86 * line.glyphHeight &&
    // Wider ones are letters that touch.
    line.glyphWidth < 1.4 * line.glyphHeight
  );
}

/** Dotted and slashed zeros of code fonts come out as signs: mended where only a digit can stand. */
function withZeros(text: string): string {
  if (!/[@®©]/.test(text)) return text;
  return text
    .replace(/(?<=[\d([,=:+\-.])[@®©](?=[\d)\],;.:%+-]|$)/g, '0')
    .replace(/^[@®©](?=[\d.,)\]])/, '0');
}
