/**
 * Confirms what a program says it shows: lines of about its length stand where the program says; such lines need not be read. Everything
 * else is read from the pixels: a program may name what is covered, scrolled away or not drawn yet. Pure.
 */
import type { KnownText, KnownTexts, OcrBox } from '../engine.ts';
import { groupsOf } from '../groups.ts';

/** Letters reach a little over the box that a program gives, in heights of the line. */
const SLACK = 0.35;
/** Of the width of a line, and never more than its height: a short word may stand next to what is known. */
const MOST_UNEXPLAINED = 0.08;
/** Of the smaller one of two boxes. */
const CONFLICT = 0.3;
/** Width of a letter in heights of its line: narrow small letters to wide capitals. */
const NARROWEST = 0.3;
const WIDEST = 1.1;
/** Room around a text that counts as part of its line where several texts stand in one, in heights of the line. */
const PADDING = 2;

/** A part of a line, and the known text that claims it. */
interface Claim {
  readonly index: number;
  readonly width: number;
}

type Claims = ReadonlyMap<OcrBox, readonly Claim[]>;

/** For each known text whether it is confirmed, and the lines that show nothing but confirmed texts. */
export function confirmTexts<Line extends OcrBox>(
  { texts, except }: KnownTexts,
  lines: readonly Line[],
): { confirmed: readonly boolean[]; explained: ReadonlySet<Line> } {
  const bySize = [...texts.keys()].sort((a, b) => areaAt(texts, a) - areaAt(texts, b));
  const disputed = disputedTexts(texts);
  const claims = new Map<Line, Claim[]>();
  for (const line of lines) {
    if (except.some((area) => holdsMiddle(area, line))) continue;
    claims.set(line, claimsOn(line, texts, bySize));
  }
  const confirmed = texts.map((text, index) => !disputed.has(index) && fits(text, index, claims));
  const explained = new Set<Line>();
  for (const [line, parts] of claims) {
    const known = parts.filter(({ index }) => confirmed[index]);
    const width = known.reduce((sum, part) => sum + part.width, 0);
    const left = line.width - width;
    if (left <= Math.min(MOST_UNEXPLAINED * line.width, line.height)) explained.add(line);
  }
  return { confirmed, explained };
}

/** Each column of a line belongs to the smallest text box over it: a link in a paragraph, not the paragraph. */
function claimsOn(line: OcrBox, texts: readonly KnownText[], bySize: readonly number[]): Claim[] {
  const slack = SLACK * line.height;
  let free = [{ from: line.x, to: line.x + line.width }];
  const claims: Claim[] = [];
  for (const index of bySize) {
    const box = texts[index] as KnownText;
    if (!holdsRow(box, line)) continue;
    const from = box.x - slack;
    const to = box.x + box.width + slack;
    const width = free.reduce((sum, part) => sum + overlap(part, { from, to }), 0);
    if (width <= slack) continue;
    claims.push({ index, width });
    free = free.flatMap((part) => [
      { from: part.from, to: Math.min(part.to, from) },
      { from: Math.max(part.from, to), to: part.to },
    ]);
    free = free.filter((part) => part.to > part.from);
    if (free.length === 0) break;
  }
  return claims;
}

function overlap(a: { from: number; to: number }, b: { from: number; to: number }): number {
  return Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from));
}

/** Whether lines of about the length of the text, and in no more rows than it needs, stand in its place. */
function fits(known: KnownText, index: number, claims: Claims): boolean {
  const lines: OcrBox[] = [];
  let width = 0;
  let area = 0;
  for (const [line, parts] of claims) {
    const own = parts.find((part) => part.index === index);
    if (own === undefined) continue;
    lines.push(line);
    width += own.width;
    area += own.width * line.height;
  }
  if (width === 0) return false;
  const widthInHeights = width ** 2 / area;
  const length = lengthOf(known.text);
  const isOfItsLength =
    widthInHeights >= NARROWEST * length && widthInHeights <= WIDEST * length + PADDING;
  return isOfItsLength && rowsOf(lines) <= mostRows(known, area / width);
}

/** A text that has room for its lines is not broken into more: further lines are something else, such as a tooltip over a button. */
function mostRows({ text, width }: KnownText, lineHeight: number): number {
  const lines = text.split('\n');
  const hasRoom = lines.every((line) => WIDEST * lengthOf(line) * lineHeight <= width);
  return hasRoom ? lines.length : Number.POSITIVE_INFINITY;
}

function rowsOf(lines: readonly OcrBox[]): number {
  const byTop = lines.toSorted((a, b) => a.y - b.y);
  const bottomOf = (row: readonly OcrBox[]) => Math.max(...row.map(({ y, height }) => y + height));
  return groupsOf(byTop, ({ y, height }, _, row) => y + height / 2 >= bottomOf(row)).length;
}

/** In letters; those of Chinese, Japanese and Korean are twice as wide as others. */
export function lengthOf(text: string): number {
  const letters = text.replaceAll('\n', '').replace(/\p{Mark}/gu, '');
  const wide = letters.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu,
  );
  return Math.max(1, [...letters].length + (wide?.length ?? 0));
}

/** Texts in the same place of which none lies inside the other: at most one of them is on screen. */
function disputedTexts(texts: readonly KnownText[]): ReadonlySet<number> {
  const disputed = new Set<number>();
  for (let a = 0; a < texts.length; a += 1) {
    for (let b = a + 1; b < texts.length; b += 1) {
      const smaller = Math.min(areaAt(texts, a), areaAt(texts, b));
      if (shared(texts[a] as OcrBox, texts[b] as OcrBox) <= CONFLICT * smaller) continue;
      if (isAncestor(texts, a, b) || isAncestor(texts, b, a)) continue;
      disputed.add(a).add(b);
    }
  }
  return disputed;
}

function isAncestor(texts: readonly KnownText[], ancestor: number, of: number): boolean {
  for (let at = texts[of]?.parent; at !== undefined; at = texts[at]?.parent) {
    if (at === ancestor) return true;
  }
  return false;
}

function shared(a: OcrBox, b: OcrBox): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
}

function areaAt(texts: readonly KnownText[], index: number): number {
  const { width = 0, height = 0 } = texts[index] ?? {};
  return width * height;
}

/** Whether the middle row of the line lies in the box. */
function holdsRow(box: OcrBox, line: OcrBox): boolean {
  const y = line.y + line.height / 2;
  return y >= box.y && y <= box.y + box.height;
}

function holdsMiddle(box: OcrBox, line: OcrBox): boolean {
  const x = line.x + line.width / 2;
  return holdsRow(box, line) && x >= box.x && x <= box.x + box.width;
}
