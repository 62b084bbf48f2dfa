import { describe, expect, test } from 'vitest';
import { detectPii } from './detect.ts';
import { cells, isInside, layOut } from './redact/layout.fixture.ts';
import { overlaps, type Word } from './words.ts';

const regionsOf = (words: readonly Word[]) => detectPii(words).regions;

describe('detectPii', () => {
  test('gives one region for a number of several words', () => {
    expect(regionsOf(layOut(['pay 4111 1111 1111 1111 now']))).toEqual([
      { kind: 'credit_card', ...cells(4, 0, 19) },
    ]);
  });

  test('gives one region for each line of a number on two lines', () => {
    expect(regionsOf(layOut(['please pay 4111 1111', '1111 1111 by Friday']))).toEqual([
      { kind: 'credit_card', ...cells(11, 0, 9) },
      { kind: 'credit_card', ...cells(0, 1, 9) },
    ]);
  });

  test('joins an address that was split into words without a gap', () => {
    const words = layOut(['to jane@example.com'], (_line, column) => [5, 9, 14].includes(column));
    expect(words.map(({ text }) => text)).toEqual(['to', 'ja', 'ne@e', 'xampl', 'e.com']);
    expect(regionsOf(words)).toEqual([{ kind: 'email', ...cells(3, 0, 16) }]);
  });

  test('works with fractions as with pixels', () => {
    const pixels = layOut(['a', 'b 123-45-6789 c']);
    const fractions = pixels.map(({ text, left, top, width, height }) => ({
      text,
      left: left / 1920,
      top: top / 1080,
      width: width / 1920,
      height: height / 1080,
    }));
    const [region, ...others] = regionsOf(fractions);
    expect(others).toEqual([]);
    expect(region?.kind).toBe('ssn');
    expect(region?.left).toBeCloseTo(20 / 1920, 9);
    expect(region?.height).toBeCloseTo(20 / 1080, 9);
  });

  test('finds a number in a narrow column although the order goes row by row', () => {
    const rows = ['4111 1111       Status       open', '1111 1111       Paid         no'];
    expect(regionsOf(layOut(rows))).toEqual([
      { kind: 'credit_card', ...cells(0, 0, 9) },
      { kind: 'credit_card', ...cells(0, 1, 9) },
    ]);
  });

  test('finds a number whose words come in any order', () => {
    const words = layOut(['pay 4111 1111 1111 1111 now']).reverse();
    expect(regionsOf(words)).toEqual([{ kind: 'credit_card', ...cells(4, 0, 19) }]);
  });

  test('covers only the part of a word that matters, with a margin', () => {
    const line = 'a-rather-long-prefix:jane@example.com/and/a/long/path/behind/it';
    const [region, ...others] = regionsOf(layOut([line]));
    expect(others).toEqual([]);
    const address = cells(line.indexOf('jane'), 0, 'jane@example.com'.length);
    expect(region && isInside(address, region)).toBe(true);
    expect(region && overlaps(region, cells(0, 0, 14))).toBe(false);
    expect(region && overlaps(region, cells(line.length - 14, 0, 14))).toBe(false);
  });

  test('covers a whole box that holds several lines', () => {
    const box = { left: 5, top: 6, width: 300, height: 90 };
    const text = 'first line\nwrite to jane@example.com\nlast line';
    expect(regionsOf([{ text, ...box }])).toEqual([{ kind: 'email', ...box }]);
  });

  test('covers every line of a private key', () => {
    const lines = [
      '$ cat id_rsa',
      '-----BEGIN RSA PRIVATE KEY-----',
      'MIIEowIBAAKCAQEA7bqXY',
      'c2hvcnQ=',
      '-----END RSA PRIVATE KEY-----',
      '$ _',
    ];
    expect(regionsOf(layOut(lines))).toEqual(
      [1, 2, 3, 4].map((line) => ({
        kind: 'private_key',
        ...cells(0, line, lines[line]?.length ?? 0),
      })),
    );
  });

  test('finds nothing among harmless words, and nothing among none', () => {
    const lines = ['2024-01-15 10:30 192.168.0.1 v1.2.3', 'commit 9f86d081884c7d659a2feaa0c55ad01'];
    expect(regionsOf(layOut(lines))).toEqual([]);
    expect(regionsOf([])).toEqual([]);
  });

  test('says where a value from elsewhere stands, however it is written', () => {
    const detector = detectPii(layOut(['call 555 123', '4567 or not']));
    expect(detector.regions).toEqual([]);
    const located = detector.locate(
      new Map([
        ['(555) 123-4567', 'phone'],
        ['555 123 4568', 'phone'],
        [' - ', 'phone'],
      ]),
    );
    expect([...located.values()]).toEqual([
      [
        { kind: 'phone', ...cells(5, 0, 7) },
        { kind: 'phone', ...cells(0, 1, 4) },
      ],
      [],
      [],
    ]);
  });
});
