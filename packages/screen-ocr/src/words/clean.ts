/**
 * Drops what is no text. A network always answers: the texture of a photo becomes single letters, sometimes sure ones. Confidence alone
 * does not tell them from text, the look of the box does. The limits were set on the tuning pages of `npm run bench -- ocr`.
 */
import type { DetectedLine } from '../detect/detect-lines.ts';
import type { Ink } from '../ink/ink.ts';
import { LEAST_GROUND, PLAIN_AROUND } from '../ink/levels.ts';
import { hasMixedScripts } from './known-scripts.ts';
import { type LineWord, meanConfidence } from './line-words.ts';

/** A lone "I" may be an "l" as well: half sure is enough. */
const LEAST_WORD = 0.4;
/** For a sign at an end of a line: handles of panels and arrows next to text are read so. Between words it is text. */
const LEAST_SIGN = 0.72;
const LEAST_LINE = 0.72;
/** For a line with other than Latin letters: what no network knows is read so. */
const LEAST_OTHER = 0.8;
/** For a line with letters of several scripts: what no network knows is read so. */
const LEAST_MIXED = 0.9;
/** For lines that may be a piece of a picture; its ragged edge is read as a letter or two. */
const SURE = 0.85;
const SHORT_SURE = 0.9;
const SHORT = 3;
const LONG_LATIN = /^\P{L}*\p{Lu}?\p{Script=Latin}{4,}\P{L}*$/u;
/** Stand next to numbers; a prompt is one too. */
const UNIT = /[%\p{Sc}]/u;
const OTHER_LETTER = /(?!\p{Script=Latin})\p{L}/u;
/** For two letters and more in the place of an icon, such as initials. */
const ICON_SURE = 0.8;
const PICTURE_GROUND = 0.38;
const PLAIN_INSIDE = 0.7;
const DOUBTFUL_GROUND = 0.76;
const ICON_GROUND = 0.62;
/** Letters leave more of their ground free than this, and a word has more shapes: what has neither is texture and is not read. */
const TEXTURE_GROUND = 0.6;
const TEXTURE_AROUND = 0.5;
const TEXTURE_GLYPHS = 4;

/** Thick letters with a shadow on a calm picture leave little of their ground, but around them there is only shadow and picture. */
const SHADOW_AROUND = 0.9;
const SHADOWED_WORD = 3;
const LEAST_SHADOW = 0.2;

export function isWorthReading(line: DetectedLine, ink: Ink): boolean {
  const { groundShare, plainAround } = ink;
  const isTexture =
    groundShare < TEXTURE_GROUND && plainAround < TEXTURE_AROUND && line.glyphs < TEXTURE_GLYPHS;
  const isShadowed = plainAround >= SHADOW_AROUND && line.width >= SHADOWED_WORD * line.height;
  return groundShare >= (isShadowed ? LEAST_SHADOW : LEAST_GROUND) && !(isTexture && !isShadowed);
}

export function cleanWords(words: readonly LineWord[], line: DetectedLine, ink: Ink): LineWord[] {
  // Icons, arrows and rules between paragraphs: signs that stand alone are nothing to search for.
  if (words.every(({ text }) => isSign(text))) return [];
  const confidence = meanConfidence(words);
  const isShort = lengthOf(words) <= SHORT;
  const isPicture = looksLikePicture(line, ink);
  // An icon on a plain ground is read as one or two letters.
  const isIcon = line.glyphs < 3 && line.width < 2 * line.height && ink.groundShare < ICON_GROUND;
  const isLetter = isIcon && lengthOf(words) < 2;
  const unsure = isIcon ? ICON_SURE : LEAST_LINE;
  const least = isPicture || isLetter ? (isShort ? SHORT_SURE : SURE) : unsure;
  if (confidence < least) return [];
  const isMixed = confidence < LEAST_MIXED && hasMixedScripts(words);
  const isOther = confidence < LEAST_OTHER && words.some(({ text }) => OTHER_LETTER.test(text));
  if (isMixed || isOther) return words.filter(isSurelyLatin);
  return words.filter(({ text, confidence }, i) => {
    const isHandle = (i === 0 || i === words.length - 1) && isSign(text) && !UNIT.test(text);
    return confidence >= (isHandle ? LEAST_SIGN : LEAST_WORD);
  });
}

function isSign(text: string): boolean {
  return !/[\p{L}\p{N}]/u.test(text);
}

/** Such a word of a doubtful line is right: by chance no long one is read. */
function isSurelyLatin({ text, confidence }: LineWord): boolean {
  return confidence >= SURE && LONG_LATIN.test(text);
}

function lengthOf(words: readonly LineWord[]): number {
  return words.reduce((sum, word) => sum + word.text.length, 0);
}

function looksLikePicture(line: DetectedLine, ink: Ink): boolean {
  const { groundShare, groundAround, plainAround } = ink;
  // The ring around the letters of a pill shows the page behind its round ends.
  const isBusy =
    line.inside === undefined ? groundAround < PLAIN_AROUND : plainAround < PLAIN_INSIDE;
  return groundShare < (isBusy ? DOUBTFUL_GROUND : PICTURE_GROUND);
}
