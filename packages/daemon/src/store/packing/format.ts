/**
 * The content of a frame (text, words with their places, elements) as bytes, before compression. The text comes
 * first, so that it can be had without the rest. Places are relative to their neighbour: a page that was scrolled
 * then differs only in what came into sight.
 */

import type { NewElement } from '../new-records.ts';
import type { TextBox } from '../records.ts';
import { termsOf } from '../search/words/tokens.ts';
import { numberWriter, readPack } from './codec/columns.ts';
import { decodeElements, encodeElements } from './codec/elements.ts';
import { decodeWords, encodeWords } from './codec/words.ts';

export interface FrameContent {
  text: string;
  boxes: readonly TextBox[];
  elements: readonly NewElement[];
}

/** Bytes of the text, words, elements, names (of roles and sources), literal texts. */
const HEADER_LENGTH = 5;

export interface EncodedContent {
  bytes: Buffer;
  /** An element has words that are not those of the text, so that a search of the text does not find it. */
  hasTextApart: boolean;
}

export function encodeContent({ text, boxes, elements }: FrameContent): EncodedContent {
  const literals: string[] = [];
  const words = encodeWords(boxes, text, literals);
  const ownToWords = literals.length;
  const nodes = encodeElements(elements, text, literals);
  const names = new Map<string, number>();
  const numberOf = (name: string) => {
    const known = names.get(name) ?? names.size;
    names.set(name, known);
    return known;
  };
  const nameColumn = numberWriter();
  for (const { source } of elements) nameColumn.push(numberOf(source));
  for (const { role } of elements) nameColumn.push(numberOf(role));
  const textBytes = Buffer.from(text);
  const header = numberWriter();
  for (const count of [textBytes.length, boxes.length, elements.length, names.size]) {
    header.push(count);
  }
  header.push(literals.length);
  const strings = [...names.keys(), ...literals].map((string) => Buffer.from(string));
  const lengths = numberWriter();
  for (const { length } of strings) lengths.push(length);
  const columns = [...words, nameColumn, ...nodes].map((column) => column.bytes());
  return {
    bytes: Buffer.concat([header.bytes(), textBytes, lengths.bytes(), ...strings, ...columns]),
    hasTextApart: literals.slice(ownToWords).some((literal) => termsOf(literal).words.length > 0),
  };
}

/** The text alone, without reading the rest. */
export function decodeText(bytes: Buffer): string {
  const reading = readPack(bytes);
  const [textLength = 0] = reading.numbers(HEADER_LENGTH);
  return reading.text(textLength);
}

/** Throws DamagedPackError. */
export function decodeContent(bytes: Buffer): FrameContent {
  const reading = readPack(bytes);
  const [textLength = 0, boxCount = 0, elementCount = 0, nameCount = 0, literalCount = 0] =
    reading.numbers(HEADER_LENGTH);
  const text = reading.text(textLength);
  const lengths = reading.numbers(nameCount + literalCount);
  const strings = lengths.map((length) => reading.text(length));
  const names = strings.slice(0, nameCount);
  const literals = strings.slice(nameCount).values();
  const nextLiteral = () => literals.next().value ?? '';
  const boxes = decodeWords(reading, boxCount, text, nextLiteral);
  return { text, boxes, elements: decodeElements(reading, elementCount, names, text, nextLiteral) };
}
