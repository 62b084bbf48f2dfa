/**
 * Finds personal data among the words of a picture and says which parts of the picture show it. A finding is a run of characters in the
 * text that the words form (`words.ts`), so it does not matter how that text was split into words or lines.
 */
import { findPii } from './find.ts';
import type { PiiKind, Span } from './finding.ts';
import { findMisread } from './misread.ts';
import { partOfWord } from './part-of-word.ts';
import { normalisedView } from './view.ts';
import { around, type Box, isBeside, type Reading, readingsOf, type Word } from './words.ts';

export interface PiiRegion extends Box {
  /** `unread`: it looks like text, and nobody knows what it says. */
  readonly kind: PiiKind | 'unread';
}

export interface PiiDetector {
  /** Everything found, in the units of the words; what touches on one line is one region. */
  readonly regions: readonly PiiRegion[];
  /** Where texts that were found elsewhere stand among these words, however they are written; an empty list for each that does not. */
  locate(values: ReadonlyMap<string, PiiKind>): Map<string, PiiRegion[]>;
}

/** How the text of a word fills its box: from edge to edge, or in an unknown way (wrapped, padded, aligned). */
export type Filling = 'edge_to_edge' | 'unknown';

export interface DetectOptions {
  readonly filling?: Filling;
  /** The words were recognised and nothing doubtful was dropped: also take what is nearly a secret. */
  readonly isRaw?: boolean;
}

/** The words in reading order, each with some text and an area. */
export function detectPii(
  words: readonly Word[],
  { filling = 'edge_to_edge', isRaw = false }: DetectOptions = {},
): PiiDetector {
  const find = (text: string) => (isRaw ? [...findPii(text), ...findMisread(text)] : findPii(text));
  const readings = readingsOf(words);
  const regionsOf = (reading: Reading, span: Span, kind: PiiKind) => {
    const parts = partsOf(reading, span);
    if (!isRaw) return boxesOf(words, parts, filling).map((box) => ({ kind, ...box }));
    const boxes = boxesOf(words.map(withMargin), parts.map(wholeOf(words)), filling);
    return (kind === 'private_key' ? [around(boxes)] : boxes).map((box) => ({ kind, ...box }));
  };
  const regions = readings.flatMap((reading) =>
    find(reading.text).flatMap(({ kind, ...span }) => regionsOf(reading, span, kind)),
  );
  return {
    regions: merged(regions),
    locate(values) {
      const located = new Map([...values.keys()].map((value) => [value, [] as PiiRegion[]]));
      const wanted = wantedByStart([...values.keys()]);
      for (const reading of readings) {
        for (const { value, ...span } of occurrences(reading.text, wanted)) {
          const kind = values.get(value);
          if (kind !== undefined) located.get(value)?.push(...regionsOf(reading, span, kind));
        }
      }
      return located;
    },
  };
}

/** Recognition knows roughly where a word begins and ends, and hardly where a character of it stands. */
function withMargin({ text, left, top, width, height }: Word): Word {
  const aside = (MARGIN_CHARACTERS * width) / text.length;
  const above = MARGIN_OF_HEIGHT * height;
  return {
    text,
    left: left - aside,
    top: top - above,
    width: width + 2 * aside,
    height: height + 2 * above,
  };
}

function wholeOf(words: readonly Word[]): (part: WordPart) => WordPart {
  return ({ word }) => ({ word, start: 0, end: words[word]?.text.length ?? 0 });
}

/** Without what two writings of the same number or address may differ in. */
function compact(value: string): { text: string; origins: number[] } {
  const view = normalisedView(value);
  const kept = Array.from(view.origins.keys()).filter(
    (at) => !/[\s\-().+/]/.test(view.text.charAt(at)),
  );
  return {
    text: kept.map((at) => view.text.charAt(at).toLowerCase().charAt(0)).join(''),
    origins: kept.map((at) => view.origins[at] ?? 0),
  };
}

const MARGIN_CHARACTERS = 0.5;
// Brackets and commas reach out of the row of letters.
const MARGIN_OF_HEIGHT = 0.15;

/** Shorter values than this are not searched for: they would be found everywhere. */
const SHORTEST = 5;

interface Wanted {
  readonly value: string;
  readonly compacted: string;
}

function wantedByStart(values: readonly string[]): Map<string, Wanted[]> {
  const wanted = values.map((value) => ({ value, compacted: compact(value).text }));
  return Map.groupBy(wanted, ({ compacted }) => compacted.slice(0, SHORTEST));
}

/** Every place of every value, compared in compact form, in one pass over the text: a screen can hold thousands of values. */
function occurrences(
  text: string,
  wanted: ReadonlyMap<string, readonly Wanted[]>,
): (Span & { value: string })[] {
  if (wanted.size === 0) return [];
  const within = compact(text);
  const found: (Span & { value: string })[] = [];
  for (let at = 0; at + SHORTEST <= within.text.length; at += 1) {
    for (const { value, compacted } of wanted.get(within.text.slice(at, at + SHORTEST)) ?? []) {
      if (!within.text.startsWith(compacted, at)) continue;
      const start = within.origins[at] ?? 0;
      found.push({ value, start, end: (within.origins[at + compacted.length - 1] ?? start) + 1 });
    }
  }
  return found;
}

/** One box for each line that the parts touch, from the first part there to the last. */
function boxesOf(words: readonly Word[], parts: readonly WordPart[], filling: Filling): Box[] {
  const lines: Box[] = [];
  for (const { word, start, end } of parts) {
    const whole = words[word];
    if (whole === undefined) continue;
    const part = partOfWord(whole, start, end);
    const { left, top, width, height } = whole;
    const line = lines.at(-1);
    if (filling === 'unknown') {
      lines.push({ left, top, width, height });
    } else if (line !== undefined && isBeside(line, part) && part.left >= line.left) {
      lines[lines.length - 1] = around([line, part]);
    } else {
      lines.push(part);
    }
  }
  return lines;
}

interface WordPart extends Span {
  readonly word: number;
}

function partsOf({ words, places }: Reading, span: Span): WordPart[] {
  const parts: { word: number; start: number; end: number }[] = [];
  for (let at = span.start; at < span.end; at += 1) {
    const word = words[at] ?? -1;
    const place = places[at] ?? 0;
    if (word === -1) continue;
    const last = parts.at(-1);
    if (last?.word === word) last.end = place + 1;
    else parts.push({ word, start: place, end: place + 1 });
  }
  return parts;
}

/** Regions that overlap on one line become one; the same words are often found in more than one reading. */
export function merged(regions: readonly PiiRegion[]): PiiRegion[] {
  const rows: PiiRegion[][] = [];
  for (const next of regions.toSorted((a, b) => a.top - b.top)) {
    // In the order of their tops, so only the last few can be next to it.
    const row = rows.slice(-8).find(([first]) => first !== undefined && isBeside(first, next));
    if (row === undefined) rows.push([next]);
    else row.push(next);
  }
  return rows.flatMap(mergedRow);
}

function mergedRow(row: readonly PiiRegion[]): PiiRegion[] {
  const result: PiiRegion[] = [];
  for (const next of row.toSorted((a, b) => a.left - b.left)) {
    const last = result.at(-1);
    if (last !== undefined && next.left <= last.left + last.width) {
      result[result.length - 1] = { kind: last.kind, ...around([last, next]) };
    } else {
      result.push(next);
    }
  }
  return result;
}
