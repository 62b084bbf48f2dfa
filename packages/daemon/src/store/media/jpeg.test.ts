import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { inspectJpeg } from './jpeg.ts';

function noise(): ReturnType<typeof sharp> {
  return sharp({
    create: {
      width: 64,
      height: 48,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });
}

describe('inspectJpeg', () => {
  test.each([
    ['baseline', {}],
    ['progressive', { progressive: true }],
    ['with optimised tables', { mozjpeg: true }],
  ])('knows the size of a %s JPEG', async (_name, options) => {
    const jpeg = await noise().jpeg(options).toBuffer();
    expect(inspectJpeg(jpeg)).toEqual({ width: 64, height: 48, ordinary: true });
  });

  test('calls a four-colour JPEG not ordinary', async () => {
    const jpeg = await noise().toColourspace('cmyk').jpeg().toBuffer();
    expect(inspectJpeg(jpeg)).toEqual({ width: 64, height: 48, ordinary: false });
  });

  test('is not fooled by a picture inside the metadata', async () => {
    const thumbnail = await noise().jpeg().toBuffer();
    const jpeg = await noise().jpeg().toBuffer();
    const segment = Buffer.from([0xff, 0xe1, 0, 0]);
    segment.writeUInt16BE(thumbnail.length + 2, 2);
    const start = [jpeg.subarray(0, 2), segment, thumbnail];
    const whole = Buffer.concat([...start, jpeg.subarray(2)]);
    expect(inspectJpeg(whole)).toEqual({ width: 64, height: 48, ordinary: true });
    expect(inspectJpeg(Buffer.concat(start))).toBeUndefined();
  });

  test.each([false, true])(
    'refuses every shortened JPEG (progressive: %s)',
    async (progressive) => {
      const jpeg = await noise().jpeg({ progressive }).toBuffer();
      const accepted = Array.from({ length: jpeg.length }, (_, length) => length).filter(
        (length) => inspectJpeg(jpeg.subarray(0, length)) !== undefined,
      );
      expect(accepted).toEqual([]);
    },
  );

  test('refuses a JPEG with something behind its end', async () => {
    const jpeg = await noise().jpeg().toBuffer();
    expect(inspectJpeg(Buffer.concat([jpeg, Buffer.from([0])]))).toBeUndefined();
  });

  test('refuses a JPEG whose middle was overwritten with text of another file', async () => {
    const jpeg = await noise().jpeg().toBuffer();
    jpeg.fill(
      Buffer.from([0xff, 0x41, 0x42, 0x43]),
      Math.floor(jpeg.length / 2),
      jpeg.length - 100,
    );
    expect(inspectJpeg(jpeg)).toBeUndefined();
  });

  test.each(['', '\xff', '\xff\xd8', '\xff\xd8\xff\xd9', '\xff\xd8\xff\xff\xff\xff', 'GIF89a'])(
    'refuses %j',
    (bytes) => {
      expect(inspectJpeg(Buffer.from(bytes, 'latin1'))).toBeUndefined();
    },
  );
});
