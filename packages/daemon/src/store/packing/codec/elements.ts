/** The elements of a frame as columns: tree, places, and which lines of the text of the frame each of them shows. */
import type { NewElement } from '#store/new-records.ts';
import { folded, type NumberWriter, numberWriter, type PackReading, unfolded } from './columns.ts';
import { at, SCALE, scaled } from './scale.ts';
import { lineFinder } from './text-references.ts';

const NO_TEXT = 0;
const LITERAL_TEXT = 1;
const FIRST_REFERENCE = 2;

/** parent, depth, text, whether it has a place, confidence, lines of the text, the four numbers of the place. */
export function encodeElements(
  elements: readonly NewElement[],
  text: string,
  literals: string[],
): NumberWriter[] {
  const parents = numberWriter();
  const depths = numberWriter();
  const confidences = numberWriter();
  let depth = 0;
  for (const [i, element] of elements.entries()) {
    parents.push(isEarlier(element.parent, i) ? i - element.parent : 0);
    const ownDepth = Math.trunc(element.depth ?? 0);
    depths.pushSigned(ownDepth - depth);
    depth = ownDepth;
    confidences.push(element.confidence === undefined ? 0 : 1 + folded(scaled(element.confidence)));
  }
  const [texts, lineCounts] = encodeTexts(elements, text, literals);
  const [places, ...sides] = encodePlaces(elements);
  return [parents, depths, texts, places, confidences, lineCounts, ...sides];
}

function encodeTexts(
  elements: readonly NewElement[],
  text: string,
  literals: string[],
): [texts: NumberWriter, lineCounts: NumberWriter] {
  const texts = numberWriter();
  const lineCounts = numberWriter();
  const find = lineFinder(text);
  let expected = 0;
  for (const element of elements) {
    const range = element.text === undefined ? undefined : find(element.text, expected);
    if (range) {
      texts.push(FIRST_REFERENCE + folded(range.first - expected));
      lineCounts.push(range.count);
      expected = range.first + range.count;
    } else {
      texts.push(element.text === undefined ? NO_TEXT : LITERAL_TEXT);
      if (element.text !== undefined) literals.push(element.text);
    }
  }
  return [texts, lineCounts];
}

function encodePlaces(elements: readonly NewElement[]): [NumberWriter, ...NumberWriter[]] {
  const places = numberWriter();
  const sides = Array.from({ length: 4 }, numberWriter);
  let before = [0, 0, 0, 0];
  for (const { bounds } of elements) {
    places.push(bounds ? 1 : 0);
    if (!bounds) continue;
    const place = [bounds.left, bounds.top, bounds.width, bounds.height].map(scaled);
    for (const [side, column] of sides.entries()) {
      column.pushSigned(at(place, side) - at(before, side));
    }
    before = place;
  }
  return [places, ...sides];
}

function isEarlier(parent: number | undefined, i: number): parent is number {
  return parent !== undefined && Number.isInteger(parent) && parent >= 0 && parent < i;
}

export function decodeElements(
  reading: PackReading,
  count: number,
  names: readonly string[],
  text: string,
  nextLiteral: () => string,
): NewElement[] {
  const sources = reading.numbers(count);
  const roles = reading.numbers(count);
  const parents = reading.numbers(count);
  const depths = reading.signedNumbers(count);
  const texts = reading.numbers(count);
  const places = reading.numbers(count);
  const confidences = reading.numbers(count);
  const lineCounts = reading.numbers(texts.filter((value) => value >= FIRST_REFERENCE).length);
  const placeCount = places.filter((value) => value === 1).length;
  const sides = Array.from({ length: 4 }, () => summed(reading.signedNumbers(placeCount)));
  const textOf = elementTexts(text, lineCounts, nextLiteral);
  let [depth, place] = [0, -1];
  return sources.map((source, i) => {
    const parent = at(parents, i);
    depth += at(depths, i);
    if (places[i] === 1) place += 1;
    const side = (n: number) => at(sides[n] ?? [], place) / SCALE;
    const confidence = at(confidences, i);
    return {
      source: names[source] ?? '',
      role: names[at(roles, i)] ?? '',
      text: textOf(at(texts, i)),
      parent: parent === 0 ? undefined : i - parent,
      depth,
      bounds:
        places[i] === 1
          ? { left: side(0), top: side(1), width: side(2), height: side(3) }
          : undefined,
      confidence: confidence === 0 ? undefined : unfolded(confidence - 1) / SCALE,
    };
  });
}

function elementTexts(text: string, lineCounts: readonly number[], nextLiteral: () => string) {
  const lines = text.split('\n');
  const counts = lineCounts.values();
  let expected = 0;
  return (code: number): string | undefined => {
    if (code === NO_TEXT) return undefined;
    if (code === LITERAL_TEXT) return nextLiteral();
    const first = expected + unfolded(code - FIRST_REFERENCE);
    expected = first + (counts.next().value ?? 0);
    return lines.slice(first, expected).join('\n');
  };
}

/** Differences → values. */
function summed(differences: readonly number[]): number[] {
  let sum = 0;
  return differences.map((difference) => {
    sum += difference;
    return sum;
  });
}
