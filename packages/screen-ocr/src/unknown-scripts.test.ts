/** Pictures of scripts that no network knows. They are files: drawn text depends on the fonts of the machine. */
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import type { OcrBox, OcrImage } from './engine.ts';
import { openScreenOcr } from './line-engine.ts';

const engine = await openScreenOcr();
afterAll(() => engine.close());
const wanted = new AbortController().signal;

async function pictureOf(name: string): Promise<OcrImage> {
  const file = fileURLToPath(new URL(`./words/scripts.fixture/${name}.png`, import.meta.url));
  const { data, info } = await sharp(file).greyscale().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return { width, height, format: 'luma', pixels: new Uint8Array(data), isRawWanted: true };
}

/** Of the four lines in each picture. */
const MIDDLES = [28, 59, 90, 121];
const isAcross = ({ y, height }: OcrBox, row: number) => y <= row && row < y + height;

test.each(['lao', 'khmer', 'tamil', 'amharic', 'hindi'])(
  'four lines of %s give no words, and are marked as unread',
  async (name) => {
    const { lines, rawLines = [] } = await engine.read(await pictureOf(name), wanted);
    expect(lines.map(({ text }) => text)).toEqual([]);
    const unread = rawLines.filter(({ isUnread }) => isUnread);
    for (const middle of MIDDLES) expect(unread.some((line) => isAcross(line, middle))).toBe(true);
  },
);

test('Thai, which looks like Lao, is read', async () => {
  const { lines } = await engine.read(await pictureOf('thai'), wanted);
  expect(lines).toHaveLength(4);
  expect(lines[1]?.text).toBe('บันทึกการตั้งค่าแล้ว');
  expect(lines[3]?.text).toBe('เปิดไฟล์ใหม่ในหน้าต่างนี้');
});
