/** How a text is split into words, and what stands around, must not change what is covered. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { detectPii } from './detect.ts';
import { cells, isInside, layOut } from './redact/layout.fixture.ts';
import { redactText } from './redact/redact-text.ts';
import { overlaps } from './words.ts';

const SECRETS = [
  '4111 1111 1111 1111',
  '378282246310005',
  '123-45-6789',
  'jane.doe@example.com',
  '+49 30 1234567',
  '(415) 555-2671',
  'ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8',
  'DE89 3704 0044 0532 0130 00',
];
/** These mean the same with a line break in the place of a space. */
const BREAKABLE = ['4111 1111 1111 1111', 'DE89 3704 0044 0532 0130 00', '+49 30 1234567'];

const filler = fc
  .array(fc.constantFrom('status', 'open,', 'the', '(see', 'below)', 'v1.2.3', 'and', 'x.'), {
    minLength: 1,
    maxLength: 5,
  })
  .map((words) => words.join(' '));

const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 120 }), { maxLength: 25 });

// A part of a word is covered with a margin of one character and three hundredths of its length.
const MARGIN = 4;

test('every character of a secret is covered and no other far from it, wherever words are cut', () => {
  fc.assert(
    fc.property(filler, fc.constantFrom(...SECRETS), filler, cuts, (before, secret, after, at) => {
      const line = `${before} ${secret} ${after}`;
      const words = layOut([line], (_line, column) => at.includes(column));
      const { regions } = detectPii(words);
      const start = before.length + 1;
      expect(regions.some((region) => isInside(cells(start, 0, secret.length), region))).toBe(true);
      const left = cells(0, 0, Math.max(0, start - MARGIN));
      const right = cells(start + secret.length + MARGIN, 0, line.length);
      expect(regions.some((region) => overlaps(region, left) || overlaps(region, right))).toBe(
        false,
      );
    }),
    { numRuns: 500 },
  );
});

test('a secret that goes on in the next line is covered on both', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...BREAKABLE),
      fc.nat({ max: 10 }),
      cuts,
      fc.boolean(),
      (secret, gap, at, isIndented) => {
        const groups = secret.split(' ');
        const first = 1 + (gap % (groups.length - 1));
        const [upper, lower] = [groups.slice(0, first).join(' '), groups.slice(first).join(' ')];
        const indent = isIndented ? '  ' : '';
        const lines = [`${indent}${upper}`, `${indent}${lower}`, `${indent}end`];
        const { regions } = detectPii(layOut(lines, (_line, column) => at.includes(column)));
        for (const [line, part] of [upper, lower].entries()) {
          const place = cells(indent.length, line, part.length);
          expect(regions.some((region) => isInside(place, region))).toBe(true);
        }
        expect(regions.some((region) => overlaps(region, cells(0, 2, 5)))).toBe(false);
      },
    ),
    { numRuns: 300 },
  );
});

test('any text and any boxes are taken without an error, and regions stay within the words', () => {
  const number = fc.double({ min: -2, max: 2, noNaN: true });
  const size = fc.double({ min: 1e-3, max: 1, noNaN: true });
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(...SECRETS, '-----BEGIN PRIVATE KEY-----', '@', '4111', 'a@b', '\n', '+1'),
  );
  const word = fc.record({ text, left: number, top: number, width: size, height: size });
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), (words) => {
      for (const region of detectPii(words).regions) {
        expect(region.width).toBeGreaterThan(0);
        expect(region.height).toBeGreaterThan(0);
        expect(words.some((one) => overlaps(one, region))).toBe(true);
      }
    }),
    { numRuns: 150 },
  );
});

test('a redacted text holds no secret and everything else', () => {
  const piece = fc.oneof(
    filler.map((text) => ({ text, isSecret: false })),
    fc.constantFrom(...SECRETS).map((text) => ({ text, isSecret: true })),
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 12 }),
      fc.constantFrom(' | ', ';\n', '\n\n'),
      (pieces, separator) => {
        const redacted = redactText(pieces.map(({ text }) => text).join(separator));
        const parts = redacted === '' ? [] : redacted.split(separator);
        expect(parts.map((part) => part.replace(/^\[[A-Z_]+\]$/, '[]'))).toEqual(
          pieces.map(({ text, isSecret }) => (isSecret ? '[]' : text)),
        );
      },
    ),
    { numRuns: 500 },
  );
});

test('any text can be redacted', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(...SECRETS, ' ', '\n', 'key: ', 'Tel ', '-----END PRIVATE KEY-----'),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      expect(typeof redactText(pieces.join(''))).toBe('string');
    }),
    { numRuns: 300 },
  );
});
