import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { coverRegions, UndecodableImageError } from './redact-image.ts';

const signal = new AbortController().signal;

/** 100 x 50, in one colour. */
function orange(): ReturnType<typeof sharp> {
  return sharp({ create: { width: 100, height: 50, channels: 3, background: '#ffaa22' } });
}

/** The greatest difference of any pixel in the area from a colour. */
async function distance(
  jpeg: Buffer,
  area: { left: number; top: number; width: number; height: number },
  colour: readonly number[],
): Promise<number> {
  const { data } = await sharp(jpeg).extract(area).raw().toBuffer({ resolveWithObject: true });
  return data.reduce(
    (most, value, at) => Math.max(most, Math.abs(value - (colour[at % 3] ?? 0))),
    0,
  );
}

const ORANGE = [0xff, 0xaa, 0x22];
const BLACK = [0, 0, 0];

describe('coverRegions', () => {
  test('covers the region and a few pixels around it, and nothing else', async () => {
    const region = { left: 0.4, top: 0.4, width: 0.2, height: 0.2 };
    const { jpeg, count } = await coverRegions(await orange().jpeg().toBuffer(), [region], signal);
    expect(count).toBe(1);
    const covered = { left: 38, top: 18, width: 24, height: 14 };
    expect(await distance(jpeg, covered, BLACK)).toBeLessThan(12);
    expect(await distance(jpeg, { left: 0, top: 0, width: 100, height: 8 }, ORANGE)).toBeLessThan(
      8,
    );
    expect(await distance(jpeg, { left: 0, top: 0, width: 32, height: 50 }, ORANGE)).toBeLessThan(
      8,
    );
    expect(await distance(jpeg, { left: 72, top: 0, width: 28, height: 50 }, ORANGE)).toBeLessThan(
      8,
    );
    expect(await distance(jpeg, { left: 0, top: 40, width: 100, height: 10 }, ORANGE)).toBeLessThan(
      8,
    );
  });

  test('keeps size and format, and drops what the file says about itself', async () => {
    const source = await orange()
      .withExif({ IFD0: { ImageDescription: 'jane@example.com' } })
      .jpeg()
      .toBuffer();
    const { jpeg } = await coverRegions(source, [], signal);
    const { format, width, height, exif } = await sharp(jpeg).metadata();
    expect({ format, width, height, exif }).toEqual({
      format: 'jpeg',
      width: 100,
      height: 50,
      exif: undefined,
    });
    expect(source.includes('jane@example.com')).toBe(true);
    expect(jpeg.includes('jane@example.com')).toBe(false);
  });

  test('cuts regions at the edges and does not count those outside', async () => {
    const regions = [
      { left: -0.5, top: -0.5, width: 0.6, height: 0.7 },
      { left: 0.9, top: 0.8, width: 5, height: 5 },
      { left: 3, top: 3, width: 1, height: 1 },
      { left: -3, top: 0, width: 1, height: 1 },
    ];
    const { jpeg, count } = await coverRegions(await orange().jpeg().toBuffer(), regions, signal);
    expect(count).toBe(2);
    expect(await distance(jpeg, { left: 0, top: 0, width: 10, height: 10 }, BLACK)).toBeLessThan(
      12,
    );
    expect(await distance(jpeg, { left: 90, top: 40, width: 10, height: 10 }, BLACK)).toBeLessThan(
      12,
    );
    expect(await distance(jpeg, { left: 24, top: 0, width: 56, height: 50 }, ORANGE)).toBeLessThan(
      8,
    );
  });

  test('works on a picture in shades of grey', async () => {
    const grey = await orange().greyscale().jpeg().toBuffer();
    const all = { left: 0, top: 0, width: 1, height: 1 };
    const { jpeg } = await coverRegions(grey, [all], signal);
    expect(await distance(jpeg, { left: 0, top: 0, width: 100, height: 50 }, BLACK)).toBe(0);
  });

  test('rejects a picture that cannot be decoded', async () => {
    const cut = (await orange().jpeg().toBuffer()).subarray(0, 300);
    await expect(coverRegions(cut, [], signal)).rejects.toThrow(UndecodableImageError);
    await expect(coverRegions(Buffer.from('no image'), [], signal)).rejects.toThrow(
      UndecodableImageError,
    );
  });

  test('rejects a picture with damage in the middle, where what follows may be displaced', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const create = { width: 200, height: 200, channels: 3, background: '#fff', noise } as const;
    const jpeg = await sharp({ create }).jpeg().toBuffer();
    // A piece is closed: all that follows moves up.
    const third = Math.floor(jpeg.length / 3);
    const damaged = Buffer.concat([jpeg.subarray(0, third), jpeg.subarray(third + 999)]);
    await expect(coverRegions(damaged, [], signal)).rejects.toThrow(UndecodableImageError);
  });

  test('rejects with the reason of the signal', async () => {
    const closed = new AbortController();
    const covering = coverRegions(await orange().jpeg().toBuffer(), [], closed.signal);
    closed.abort(new Error('client went away'));
    await expect(covering).rejects.toThrow('client went away');
  });
});
