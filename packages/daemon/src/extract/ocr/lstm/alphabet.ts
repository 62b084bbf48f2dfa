/** What the outputs of the network stand for. */
import { OtherWayError } from './errors.ts';
import { byteReader } from './trained-data.ts';

/** A space, and in dictionaries the place of a word or a digit in a pattern. */
export const SPACE = 0;

export interface Alphabet {
  /** The letter of each output of the network; -1 for the one that means nothing. */
  readonly letterOf: Int32Array;
  readonly texts: readonly string[];
  readonly areDigits: readonly boolean[];
}

const PROPERTY = { digit: 8 };

// Written from left to right, with spaces between words, one sign after the other.
const KNOWN_SCRIPTS =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** Throws OtherWayError for other writing systems. */
export function alphabetOf(options: {
  unicharset: Buffer;
  recoder: Buffer;
  codes: number;
  nullCode: number;
}): Alphabet {
  const [, ...lines] = options.unicharset.toString('utf8').trimEnd().split('\n');
  const letters = lines.map((line) => line.split(' '));
  const texts = letters.map(([text = '']) => (text === 'NULL' ? ' ' : text));
  const areDigits = letters.map(
    ([, properties = '0']) => (Number.parseInt(properties, 16) & PROPERTY.digit) !== 0,
  );
  const strange = texts.find((text) => !KNOWN_SCRIPTS.test(text));
  if (strange !== undefined) throw new OtherWayError(`it is written with signs such as ${strange}`);
  const letterOf = new Int32Array(options.codes).fill(-1);
  const file = byteReader(options.recoder);
  const count = file.int32();
  for (let letter = 0; letter < count; letter++) {
    file.skip(1);
    const length = file.int32();
    if (length !== 1) throw new OtherWayError('its signs have several codes');
    const code = file.int32();
    // Where several signs share an output, the last one is meant.
    if (code !== options.nullCode) letterOf[code] = letter;
  }
  return { letterOf, texts, areDigits };
}
