import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTime } from './time.ts';

const NOW_MS = Date.parse('2026-02-03T12:00:00.000Z');

const instant = fc.integer({
  min: Date.parse('0001-01-01T00:00:00Z'),
  max: Date.parse('9998-12-31T23:59:59.999Z'),
});

describe('parseTime', () => {
  test('reads back every time that the service writes', () => {
    fc.assert(
      fc.property(instant, (atMs) => {
        expect(parseTime(new Date(atMs).toISOString(), NOW_MS)).toBe(atMs);
      }),
    );
  });

  test('reads the same instant in every zone', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: -23 * 60, max: 23 * 60 }), (atMs, zoneMinutes) => {
        const local = new Date(atMs + zoneMinutes * 60_000).toISOString().replace('Z', '');
        const size = Math.abs(zoneMinutes);
        const hours = String(Math.floor(size / 60)).padStart(2, '0');
        const zone = `${zoneMinutes < 0 ? '-' : '+'}${hours}:${String(size % 60).padStart(2, '0')}`;
        expect(parseTime(`${local}${zone}`, NOW_MS)).toBe(atMs);
      }),
    );
  });

  test('reads milliseconds from 1e11 on, seconds below', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8.64e15 }), (value) => {
        expect(parseTime(String(value), NOW_MS)).toBe(value >= 1e11 ? value : value * 1000);
      }),
    );
  });

  test('gives an instant that can be written, or nothing, for any text', () => {
    const nearly = fc
      .array(fc.constantFrom('2', '0', '9', '-', ':', 'T', 'Z', '+', ' ', '.', 'h', 'ago', 'now'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), nearly), (text) => {
        const atMs = parseTime(text, NOW_MS);
        if (atMs !== undefined) expect(() => new Date(atMs).toISOString()).not.toThrow();
      }),
      { numRuns: 2000 },
    );
  });
});
