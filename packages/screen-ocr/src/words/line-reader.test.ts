/** On a picture of a table cell, a file: drawn text depends on the fonts of the machine. */
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { openScreenOcr } from '../screen-ocr.ts';

test('a lone Arabic word is read, though its letters are measured far too small', async () => {
  const file = fileURLToPath(new URL('./scripts.fixture/arabic-word.png', import.meta.url));
  const { data, info } = await sharp(file).greyscale().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const engine = await openScreenOcr();
  const { lines } = await engine.read(
    { width, height, format: 'luma', pixels: new Uint8Array(data) },
    AbortSignal.timeout(60_000),
  );
  await engine.close();
  expect(lines.map(({ text }) => text)).toEqual(['ملابس']);
});
