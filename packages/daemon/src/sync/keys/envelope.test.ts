import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ENVELOPE_VERSION, open, type Place, paddedLength, seal } from './envelope.ts';
import vectors from './test-vectors.json' with { type: 'json' };

const KEY = Buffer.alloc(32, 7);
const PLACE: Place = { accountId: 'account', machineId: 'machine', stream: 'log', sequence: 5 };
const REFUSED = expect.objectContaining({ code: 'SYNC_BLOB_REFUSED' });

describe('an envelope', () => {
  test.each(vectors.envelopes)('opens the committed vector "$name"', async (vector) => {
    const masterKey = Buffer.from(vectors.masterKey, 'hex');
    const opened = await open(masterKey, vector.place, Buffer.from(vector.sealed, 'base64'));
    expect(opened.toString()).toBe(vector.content);
    const again = await seal(masterKey, vector.place, opened, Buffer.from(vector.salt, 'hex'));
    expect(again.toString('base64')).toBe(vector.sealed);
  });

  test('gives back what was sealed, of any size', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 5_000 }), async (content) => {
        const sealed = await seal(KEY, PLACE, content);
        expect(await open(KEY, PLACE, sealed)).toEqual(Buffer.from(content));
      }),
    );
  });

  test('never looks the same twice', async () => {
    const content = Buffer.from('the same');
    const [one, two] = [await seal(KEY, PLACE, content), await seal(KEY, PLACE, content)];
    expect(one.equals(two)).toBe(false);
  });

  test('is refused with any bit changed', async () => {
    const sealed = await seal(KEY, PLACE, Buffer.from('some words'));
    for (let i = 0; i < sealed.length; i++) {
      const tampered = Buffer.from(sealed);
      tampered[i] = (tampered[i] ?? 0) ^ 1;
      // One bit of the version makes it a version that is not there yet, or one that never was.
      await expect(open(KEY, PLACE, tampered)).rejects.toThrow();
    }
  });

  test('is refused at any length but its own', async () => {
    const sealed = await seal(KEY, PLACE, Buffer.from('some words'));
    for (let length = 0; length < sealed.length; length++) {
      await expect(open(KEY, PLACE, sealed.subarray(0, length))).rejects.toThrow(REFUSED);
    }
    const longer = Buffer.concat([sealed, Buffer.alloc(1)]);
    await expect(open(KEY, PLACE, longer)).rejects.toThrow(REFUSED);
  });

  test.each<[string, Partial<Place>]>([
    ['another account', { accountId: 'other' }],
    ['another device', { machineId: 'other' }],
    ['another stream', { stream: 'media' }],
    ['a later number, as when it is replayed', { sequence: 6 }],
    ['an earlier number, as when two are swapped', { sequence: 4 }],
    ['names that only run together the same', { accountId: 'accountm', machineId: 'achine' }],
  ])('does not open for %s', async (_what, change) => {
    const sealed = await seal(KEY, PLACE, Buffer.from('some words'));
    await expect(open(KEY, { ...PLACE, ...change }, sealed)).rejects.toThrow(REFUSED);
  });

  test('does not open with another key', async () => {
    const sealed = await seal(KEY, PLACE, Buffer.from('x'));
    await expect(open(randomBytes(32), PLACE, sealed)).rejects.toThrow(REFUSED);
  });

  test('of a later version is distinguished from a broken one', async () => {
    const sealed = await seal(KEY, PLACE, Buffer.from('x'));
    sealed[3] = ENVELOPE_VERSION + 1;
    await expect(open(KEY, PLACE, sealed)).rejects.toThrow(
      expect.objectContaining({ code: 'SYNC_NEWER_VERSION' }),
    );
  });

  test('hides small differences of size', async () => {
    const contents = Array.from({ length: 100 }, (_, i) => Buffer.alloc(i, 1));
    const sealed = await Promise.all(contents.map((content) => seal(KEY, PLACE, content)));
    const sizes = new Set(sealed.map(({ length }) => length));
    expect(sizes.size).toBe(1);
    for (let length = 257; length < 2_000_000; length = Math.ceil(length * 1.07)) {
      expect(paddedLength(length)).toBeGreaterThanOrEqual(length);
      expect(paddedLength(length) / length).toBeLessThan(1.125);
    }
  });
});
