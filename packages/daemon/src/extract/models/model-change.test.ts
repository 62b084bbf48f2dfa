import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#store/testing/temporary-store.ts';
import { writeChanged } from './model-change.ts';

test('a difference is added to each byte for itself, over any length', async () => {
  await using folder = await temporaryFolder();
  const [file, change, target] = ['file', 'change', 'target'].map((name) =>
    join(folder.path, name),
  );
  // Longer than a piece of the stream, and no multiple of four.
  const before = Buffer.from(Array.from({ length: 200_003 }, (_, i) => (i * 7) % 256));
  const more = Buffer.from(before.map((_, i) => (i < 70_000 ? 0 : i * 13)));
  writeFileSync(file as string, before);
  writeFileSync(change as string, brotliCompressSync(more));
  const sha256 = await writeChanged(file as string, change as string, target as string);
  const expected = before.map((byte, i) => byte + (more[i] as number));
  expect(readFileSync(target as string).equals(expected)).toBe(true);
  expect(sha256).toBe(createHash('sha256').update(expected).digest('hex'));
  expect(readFileSync(file as string).equals(before)).toBe(true);
});
