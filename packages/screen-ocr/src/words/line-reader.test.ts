/** On pictures of single words, files: drawn text depends on the fonts of the machine. */
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { openScreenOcr } from '../screen-ocr.ts';

async function textsOf(picture: string): Promise<string[]> {
  const file = fileURLToPath(new URL(`./scripts.fixture/${picture}.png`, import.meta.url));
  const { data, info } = await sharp(file).greyscale().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const engine = await openScreenOcr();
  const { lines } = await engine.read(
    { width, height, format: 'luma', pixels: new Uint8Array(data) },
    AbortSignal.timeout(60_000),
  );
  await engine.close();
  return lines.map(({ text }) => text);
}

test('a lone Arabic word is read, though its letters are measured far too small', async () => {
  expect(await textsOf('arabic-word')).toEqual(['ملابس']);
});

test('the name under an icon is Latin, though it looks like a Russian word at first', async () => {
  expect(await textsOf('icon-labels')).toEqual(['File System', 'Home']);
});
