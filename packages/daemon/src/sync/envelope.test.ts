import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ENVELOPE_VERSION, open, type Place, paddedLength, seal } from './envelope.ts';
import vectors from './test-vectors.json' with { type: 'json' };

const KEY = Buffer.alloc(32, 7);
const PLACE: Place = { accountId: 'account', machineId: 'machine', stream: 'log', sequence: 5 };
const REFUSED = expect.objectContaining({ code: 'SYNC_BLOB_REFUSED' });

describe('an envelope', () => {
  test.each(vectors.envelopes)('opens the committed vector "$name"', (vector) => {
    const masterKey = Buffer.from(vectors.masterKey, 'hex');
    const opened = open(masterKey, vector.place, Buffer.from(vector.sealed, 'base64'));
    expect(opened.toString()).toBe(vector.content);
    const again = seal(masterKey, vector.place, opened, Buffer.from(vector.salt, 'hex'));
    expect(again.toString('base64')).toBe(vector.sealed);
  });

  test('gives back what was sealed, of any size', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5_000 }), (content) => {
        expect(open(KEY, PLACE, seal(KEY, PLACE, content))).toEqual(Buffer.from(content));
      }),
    );
  });

  test('never looks the same twice', () => {
    const content = Buffer.from('the same');
    expect(seal(KEY, PLACE, content).equals(seal(KEY, PLACE, content))).toBe(false);
  });

  test('is refused with any bit changed', () => {
    const sealed = seal(KEY, PLACE, Buffer.from('some words'));
    for (let i = 0; i < sealed.length; i++) {
      const tampered = Buffer.from(sealed);
      tampered[i] = (tampered[i] ?? 0) ^ 1;
      // One bit of the version makes it a version that is not there yet, or one that never was.
      expect(() => open(KEY, PLACE, tampered)).toThrow();
    }
  });

  test('is refused at any length but its own', () => {
    const sealed = seal(KEY, PLACE, Buffer.from('some words'));
    for (let length = 0; length < sealed.length; length++) {
      expect(() => open(KEY, PLACE, sealed.subarray(0, length))).toThrow(REFUSED);
    }
    expect(() => open(KEY, PLACE, Buffer.concat([sealed, Buffer.alloc(1)]))).toThrow(REFUSED);
  });

  test.each<[string, Partial<Place>]>([
    ['another account', { accountId: 'other' }],
    ['another device', { machineId: 'other' }],
    ['another stream', { stream: 'media' }],
    ['a later number, as when it is replayed', { sequence: 6 }],
    ['an earlier number, as when two are swapped', { sequence: 4 }],
    ['names that only run together the same', { accountId: 'accountm', machineId: 'achine' }],
  ])('does not open for %s', (_what, change) => {
    const sealed = seal(KEY, PLACE, Buffer.from('some words'));
    expect(() => open(KEY, { ...PLACE, ...change }, sealed)).toThrow(REFUSED);
  });

  test('does not open with another key', () => {
    expect(() => open(randomBytes(32), PLACE, seal(KEY, PLACE, Buffer.from('x')))).toThrow(REFUSED);
  });

  test('of a later version is told apart from a broken one', () => {
    const sealed = seal(KEY, PLACE, Buffer.from('x'));
    sealed[3] = ENVELOPE_VERSION + 1;
    expect(() => open(KEY, PLACE, sealed)).toThrow(
      expect.objectContaining({ code: 'SYNC_NEWER_VERSION' }),
    );
  });

  test('hides small differences of size', () => {
    const sizes = new Set(
      Array.from({ length: 100 }, (_, i) => seal(KEY, PLACE, Buffer.alloc(i, 1)).length),
    );
    expect(sizes.size).toBe(1);
    for (let length = 257; length < 2_000_000; length = Math.ceil(length * 1.07)) {
      expect(paddedLength(length)).toBeGreaterThanOrEqual(length);
      expect(paddedLength(length) / length).toBeLessThan(1.125);
    }
  });
});
