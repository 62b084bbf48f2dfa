import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAsJpeg } from './image-source.ts';
import { inspectJpeg } from './jpeg.ts';

let sources: string;

beforeAll(async () => {
  sources = await mkdtemp(join(tmpdir(), 'hindcast-images-'));
});

afterAll(() => rm(sources, { recursive: true, force: true }));

/** 40 x 20, left half red, right half transparent. */
function picture(): ReturnType<typeof sharp> {
  const red = { width: 20, height: 20, channels: 4, background: '#ff0000' } as const;
  return sharp({
    create: { width: 40, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  }).composite([{ input: { create: red }, left: 0, top: 0 }]);
}

function pictureAs(format: 'png' | 'webp' | 'gif' | 'tiff' | 'avif'): Promise<Buffer> {
  // By default the library writes JPEG inside TIFF, which has no transparency.
  return format === 'tiff'
    ? picture().tiff({ compression: 'deflate' }).toBuffer()
    : picture().toFormat(format).toBuffer();
}

/** One bit per pixel, written by hand because the library needs seconds for so many pixels. */
function whitePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(Math.ceil(width / 8), 0xff)]);
  const pixels = deflateSync(Buffer.alloc(row.length * height, row), { level: 1 });
  const magic = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    magic,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

async function source(name: string, bytes: Buffer): Promise<string> {
  const path = join(sources, name);
  await writeFile(path, bytes);
  return path;
}

describe('readAsJpeg', () => {
  test('leaves an ordinary JPEG as it is', async () => {
    const jpeg = await picture().jpeg({ progressive: true }).toBuffer();
    expect(await readAsJpeg(await source('a.jpg', jpeg))).toEqual({
      bytes: jpeg,
      width: 40,
      height: 20,
    });
  });

  test.each(['png', 'webp', 'gif', 'tiff', 'avif'] as const)(
    'makes a JPEG of a %s file, transparent parts white',
    async (format) => {
      const from = await source(`a.${format}`, await pictureAs(format));
      const { bytes, width, height } = await readAsJpeg(from);
      expect({ width, height }).toEqual({ width: 40, height: 20 });
      expect(inspectJpeg(bytes)).toEqual({ width: 40, height: 20, ordinary: true });
      const pixels = await sharp(bytes).raw().toBuffer();
      const [left, right] = [pixels.subarray(0, 3), pixels.subarray(39 * 3, 40 * 3)];
      expect(left[0]).toBeGreaterThan(220);
      expect(left[1]).toBeLessThan(40);
      expect(Math.min(...right)).toBeGreaterThan(230);
    },
  );

  test('turns a JPEG upright that says in its EXIF data that it lies on its side, and drops that data', async () => {
    const from = await source(
      'a.jpg',
      await picture().jpeg().withMetadata({ orientation: 6 }).toBuffer(),
    );
    const { bytes, width, height } = await readAsJpeg(from);
    expect({ width, height }).toEqual({ width: 20, height: 40 });
    const { exif, orientation } = await sharp(bytes).metadata();
    expect({ exif, orientation }).toEqual({ exif: undefined, orientation: undefined });
  });

  test('drops what a program put behind the end of a JPEG', async () => {
    const jpeg = Buffer.concat([await picture().jpeg().toBuffer(), Buffer.from('motion video')]);
    const { bytes } = await readAsJpeg(await source('a.jpg', jpeg));
    expect(inspectJpeg(bytes)).toBeDefined();
    expect(bytes.includes('motion video')).toBe(false);
  });

  test('refuses what is not a whole picture', async () => {
    const jpeg = await sharp({
      create: { width: 300, height: 300, channels: 3, background: 'red' },
    })
      .jpeg()
      .toBuffer();
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>';
    const files = [
      await source('empty.jpg', Buffer.alloc(0)),
      await source('text.png', Buffer.from('not a picture')),
      await source('zeros.jpg', Buffer.alloc(5000)),
      await source('cut.jpg', jpeg.subarray(0, jpeg.length * 0.7)),
      await source('cut.png', (await picture().png().toBuffer()).subarray(0, 60)),
      await source('vector.svg', Buffer.from(svg)),
      join(sources, 'missing.png'),
      join(sources, 'nul\0byte.png'),
      sources,
      'relative.png',
      '',
    ];
    for (const path of files) {
      await expect(readAsJpeg(path), path).rejects.toMatchObject({
        code: 'UNREADABLE_IMAGE',
        context: { file_path: path },
      });
    }
  });

  test('refuses a picture of more than 100 million pixels from its header', async () => {
    const bomb = whitePng(20_000, 5001);
    const from = await source('bomb.png', bomb);
    await expect(readAsJpeg(from)).rejects.toMatchObject({
      code: 'UNREADABLE_IMAGE',
      cause: { message: expect.stringContaining('pixel limit') },
    });
  });

  test.skipIf(process.platform === 'win32')(
    'refuses a named pipe and a device at once instead of waiting for them',
    async () => {
      const pipe = join(sources, 'pipe.png');
      execFileSync('mkfifo', [pipe]);
      await symlink('/dev/zero', join(sources, 'zero.png'));
      for (const path of [pipe, '/dev/zero', '/dev/stdin', join(sources, 'zero.png')]) {
        await expect(readAsJpeg(path), path).rejects.toMatchObject({
          code: 'UNREADABLE_IMAGE',
        });
      }
    },
  );
});
