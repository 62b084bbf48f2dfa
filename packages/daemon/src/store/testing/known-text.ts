/**
 * Texts and queries whose meaning is known by construction: each piece says which words it has, so a
 * test can tell what must be found without tokenising anything.
 */
import fc from 'fast-check';

export interface Piece {
  text: string;
  /** Whole words in order, as a query must name them. */
  words?: readonly string[];
  /** Words inside a compound, found alone but not in phrases. */
  parts?: readonly string[];
  /** Text without spaces: every substring of it is found. */
  run?: string;
}

const WORDS = ['alpha', 'beta', 'budget', 'built', 'gamma', 'plan', 'planet', 'x', '2026'];

const PIECES: readonly Piece[] = [
  ...WORDS.map((word) => ({ text: word, words: [word] })),
  ...WORDS.map((word) => ({ text: word.toUpperCase(), words: [word] })),
  { text: 'Bêta', words: ['beta'] },
  { text: 'getUserPlan', words: ['getuserplan'], parts: ['get', 'user', 'plan'] },
  { text: 'HTTPBudget', words: ['httpbudget'], parts: ['http', 'budget'] },
  { text: 'alpha_beta', words: ['alpha', 'beta'] },
  { text: 'src/plan.ts', words: ['src', 'plan', 'ts'] },
  { text: 'Łódź', words: ['lodz'] },
  { text: '🚀', words: ['🚀'] },
  { text: '…!', words: [] },
  { text: '東京都庁', run: '東京都庁' },
  { text: '京都', run: '京都' },
  { text: 'タワー', run: 'タワー' },
  { text: '한국어', run: '한국어' },
  { text: 'ภาษาไทย', run: 'ภาษาไทย' },
];

export interface KnownText {
  text: string;
  /** Everything that one word finds: whole words and parts. */
  words: readonly string[];
  /** Whole words in order, for phrases; undefined where another script stands between them. */
  line: readonly (string | undefined)[];
  runs: readonly string[];
}

function knownText(text: string, pieces: readonly Piece[]): KnownText {
  return {
    text,
    words: pieces.flatMap((piece) => [...(piece.words ?? []), ...(piece.parts ?? [])]),
    line: pieces.flatMap((piece): (string | undefined)[] => [...(piece.words ?? [undefined])]),
    runs: pieces.flatMap((piece) => piece.run ?? []),
  };
}

export const EMPTY_TEXT: KnownText = knownText('', []);

/** A text of these words and nothing else. */
export function wordsText(text: string, ...words: string[]): KnownText {
  return knownText(text, [{ text, words }]);
}

/** The same text with a word in front. */
export function withWord(word: string, known: KnownText): KnownText {
  return {
    text: `${word} ${known.text}`,
    words: [word, ...known.words],
    line: [word, ...known.line],
    runs: known.runs,
  };
}

const separator = fc.constantFrom(' ', ' ', ' ', '\n', ', ', ' – ');

export const texts: fc.Arbitrary<KnownText> = fc
  .array(fc.tuple(fc.constantFrom(...PIECES), separator), { maxLength: 9 })
  .map((pairs) =>
    knownText(
      pairs.map(([piece, after]) => piece.text + after).join(''),
      pairs.map(([piece]) => piece),
    ),
  );

/** One demand of a query. */
export type Demand =
  | { kind: 'word'; word: string }
  | { kind: 'prefix'; prefix: string }
  | { kind: 'phrase'; words: readonly string[]; lastIsPrefix: boolean }
  | { kind: 'substring'; part: string };

export interface KnownQuery {
  query: string;
  /** Undefined: the query is blank and asks for nothing. Empty: it has no word, and finds nothing. */
  demands: readonly Demand[] | undefined;
}

type Typed = [text: string, demand: Demand | undefined];

const words = fc.constantFrom(
  ...WORDS,
  'get',
  'user',
  'http',
  'httpbudget',
  'lodz',
  '🚀',
  'absent',
);
const spelled = (word: string) =>
  fc.constantFrom(word, word.toUpperCase(), `"${word}"`, `-${word}`, word.replace('o', 'ó'));
const runs = PIECES.flatMap(({ run }) =>
  run === undefined ? [] : [...run].map((_, i) => run.slice(i)),
);

const demands: fc.Arbitrary<Typed> = fc.oneof(
  {
    weight: 6,
    arbitrary: words
      .chain((word) => fc.tuple(spelled(word), fc.constant(word)))
      .map(([text, word]): Typed => [text, { kind: 'word', word }]),
  },
  {
    weight: 5,
    arbitrary: fc.tuple(words, fc.integer({ min: 1, max: 5 })).map(([word, length]): Typed => {
      const prefix = [...word].slice(0, length).join('');
      return [`${prefix}*`, { kind: 'prefix', prefix }];
    }),
  },
  {
    weight: 3,
    arbitrary: fc
      .array(words, { minLength: 2, maxLength: 3 })
      .map(
        (list): Typed => [
          `"${list.join(' ')}"`,
          { kind: 'phrase', words: list, lastIsPrefix: false },
        ],
      ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Typed>(
      ['alpha_beta', { kind: 'phrase', words: ['alpha', 'beta'], lastIsPrefix: false }],
      ['SRC/plan', { kind: 'phrase', words: ['src', 'plan'], lastIsPrefix: false }],
      ['src/pl*', { kind: 'phrase', words: ['src', 'pl'], lastIsPrefix: true }],
    ),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(...runs), fc.integer({ min: 1, max: 4 }))
      .map(([run, length]): Typed => {
        const part = [...run].slice(0, length).join('');
        return [part, { kind: 'substring', part }];
      }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Typed>(['"', undefined], ['--', undefined], ['*', undefined]),
  },
);

export const queries: fc.Arbitrary<KnownQuery> = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ query: '  ', demands: undefined }) },
  {
    weight: 12,
    arbitrary: fc
      .oneof(
        fc.array(demands, { minLength: 1, maxLength: 1 }),
        fc.array(demands, { minLength: 1, maxLength: 3 }),
      )
      .map((typed) => ({
        // A lone quote would swallow what follows it, so such pieces come last.
        query: typed
          .toSorted((a, b) => Number(!a[1]) - Number(!b[1]))
          .map(([text]) => text)
          .join(' '),
        demands: typed.flatMap(([, demand]) => demand ?? []),
      })),
  },
);

export function isFound(texts: readonly KnownText[], demands: readonly Demand[]): boolean {
  return demands.length > 0 && demands.every((demand) => texts.some((text) => meets(text, demand)));
}

function meets({ words, line, runs }: KnownText, demand: Demand): boolean {
  switch (demand.kind) {
    case 'word':
      return words.includes(demand.word);
    case 'prefix':
      return words.some((word) => word.startsWith(demand.prefix));
    case 'substring':
      return runs.some((run) => run.includes(demand.part));
    case 'phrase':
      return line.some((_, start) =>
        demand.words.every((word, i) => {
          const isLast = i === demand.words.length - 1;
          const found = line[start + i];
          return isLast && demand.lastIsPrefix ? found?.startsWith(word) : found === word;
        }),
      );
  }
}
