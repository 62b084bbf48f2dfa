/** The networks of this package, on strips as the line finder draws them. The strips are files: drawn text depends on the fonts of the machine. */
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { inLogicalOrder } from '../words/logical-order.ts';
import { openReader } from './reader.ts';
import type { LineRecogniser, Strip } from './strip.ts';

const reader = await openReader();
const wanted = new AbortController().signal;
afterAll(() => reader.close());

async function stripOf(name: string): Promise<Strip> {
  const file = fileURLToPath(new URL(`./strips.fixture/${name}.png`, import.meta.url));
  const { data, info } = await sharp(file).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { pixels: new Uint8Array(data), width: info.width, height: info.height };
}

async function textOf(by: LineRecogniser, name: string): Promise<string> {
  const words = inLogicalOrder(await by.read(await stripOf(name), wanted));
  return words.map(({ text }) => text).join(' ');
}

test.each([
  ['english', 'Invoice 4711: paid on 2026-11-17'],
  ['code', "const total = sum(items, 'net') + 0.5;"],
  ['russian', 'Настройки сохранены'],
  ['greek', 'Πρακτικά συνεδρίασης'],
  ['hebrew', 'ההגדרות נשמרו בהצלחה'],
  ['chinese', '会议记录 2026年11月17日'],
  ['japanese', '設定を保存しました'],
  ['korean', '회의록을 확인해 주세요'],
  ['arabic', 'تم حفظ الإعدادات بنجاح'],
  ['mixed', 'Firefox 浏览器下载完成'],
])('%s is read without knowing the language', async (name, text) => {
  expect(await textOf(reader, name)).toBe(text);
});

test('words are placed where they stand in the strip', async () => {
  const strip = await stripOf('english');
  const words = await reader.read(strip, wanted);
  expect(words[0]?.x).toBeLessThan(8);
  const last = words.at(-1);
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeGreaterThan(strip.width - 12);
  expect(words.every((word, i) => word.x >= (words[i - 1]?.x ?? 0))).toBe(true);
});

test('an empty strip has no words', async () => {
  for (const width of [2, 64]) {
    const strip = { pixels: new Uint8Array(width * 32), width, height: 32 };
    expect(await reader.read(strip, wanted)).toEqual([]);
  }
});

test('a rule, in which the network looks at no step, has no words', async () => {
  const pixels = new Uint8Array(64 * 32).fill(255, 14 * 64, 18 * 64);
  expect(await reader.read({ pixels, width: 64, height: 32 }, wanted)).toEqual([]);
});

test('without the eastern network its lines stay empty, and others are read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hindcast-networks-'));
  for (const name of ['western.onnx', 'western.alphabet.txt']) {
    await symlink(
      fileURLToPath(new URL(`../../model/${name}`, import.meta.url)),
      join(folder, name),
    );
  }
  const western = await openReader(pathToFileURL(`${folder}/`));
  expect(await textOf(western, 'japanese')).toBe('');
  expect(await textOf(western, 'russian')).toBe('Настройки сохранены');
  await western.close();
  await rm(folder, { recursive: true });
});

/** With ground at its right. */
function widened({ pixels, width, height }: Strip, to: number): Strip {
  const wide = new Uint8Array(to * height);
  for (let y = 0; y < height; y++) {
    wide.set(pixels.subarray(y * width, (y + 1) * width), y * to);
  }
  return { pixels: wide, width: to, height };
}

test('strips read at the same time give what they give alone', async () => {
  const names = ['english', 'code', 'japanese', 'greek', 'mixed'];
  const read = await Promise.all(names.map(stripOf));
  // Strips of one width share a run of the network.
  const widest = Math.max(...read.map(({ width }) => width));
  const strips = [...read, ...read.map((strip) => widened(strip, widest))];
  const together = await Promise.all(strips.map((strip) => reader.read(strip, wanted)));
  for (const [i, strip] of strips.entries()) {
    expect(together[i]).toEqual(await reader.read(strip, wanted));
  }
});
