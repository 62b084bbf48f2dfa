import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inspectJpeg } from '../jpeg.ts';
import {
  lumaDifference,
  numberedJpeg,
  numberedJpegs,
  numberShownIn,
} from './numbered-picture.fixture.ts';
import { probeVideo, readVideoFrame, readVideoFrames } from './read-video-frame.ts';
import { videoBomb } from './video-bomb.fixture.ts';
import { writeVideo } from './write-video.ts';

const COUNT = 70;

let folder: string;
let video: string;
let made = 0;

function newFile(): string {
  made += 1;
  return join(folder, `made ${made} %d: file.mp4`);
}

async function allOf(frames: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const list: Buffer[] = [];
  for await (const frame of frames) list.push(frame);
  return list;
}

/** A picture unlike that of any other number. */
async function noise(seed: number): Promise<Buffer> {
  const [width, height] = [320, 180];
  const pixels = Uint8Array.from({ length: width * height }, (_, i) => {
    const value = Math.sin(seed * 10_000 + (i >> 1)) * 10_000;
    return (value - Math.floor(value)) * 255;
  });
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .jpeg()
    .toBuffer();
}

/** Their numbers, from 1 on, as the table of the file says (ISO 14496-12, 8.6.2). */
async function keyFramesOf(file: string): Promise<number[]> {
  const bytes = await readFile(file);
  const table = bytes.indexOf('stss') + 8;
  return Array.from({ length: bytes.readUInt32BE(table) }, (_, i) =>
    bytes.readUInt32BE(table + 4 + 4 * i),
  );
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hindcast-video-'));
  video = newFile();
  await writeVideo({ file: video, pictures: numberedJpegs(COUNT), framesPerSecond: 2 });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('writeVideo', () => {
  test('returns what it has written, in a file that only its owner can read', async () => {
    const file = newFile();
    const written = await writeVideo({ file, pictures: numberedJpegs(3), framesPerSecond: 0.5 });
    const { size, mode } = await stat(file);
    expect(written).toEqual({ frameCount: 3, width: 320, height: 180, sizeBytes: size });
    expect(mode & 0o777).toBe(0o600);
    expect(await probeVideo(file)).toEqual({
      frameCount: 3,
      width: 320,
      height: 180,
      framesPerSecond: 0.5,
    });
  });

  test.each([0.1, 1, 29.97, 60])('keeps a rate of %f frames per second', async (rate) => {
    const file = newFile();
    await writeVideo({ file, pictures: numberedJpegs(40), framesPerSecond: rate });
    const { framesPerSecond, frameCount } = await probeVideo(file);
    expect(framesPerSecond).toBeCloseTo(rate, 2);
    expect(frameCount).toBe(40);
    expect(await numberShownIn(await readVideoFrame(file, 39))).toBe(39);
  });

  test.each([
    ['odd sizes', (n: number) => numberedJpeg(n, { width: 321, height: 181 })],
    [
      'full colour resolution',
      async (n: number) =>
        sharp(await numberedJpeg(n))
          .jpeg({ chromaSubsampling: '4:4:4' })
          .toBuffer(),
    ],
    [
      'no colour',
      async (n: number) =>
        sharp(await numberedJpeg(n))
          .greyscale()
          .jpeg()
          .toBuffer(),
    ],
    [
      'progressive coding',
      async (n: number) =>
        sharp(await numberedJpeg(n))
          .jpeg({ progressive: true })
          .toBuffer(),
    ],
  ])('takes pictures with %s and gives them back in their size', async (_name, pictureOf) => {
    const sources = await Promise.all([0, 1, 2].map(pictureOf));
    const file = newFile();
    async function* pictures() {
      yield* sources;
    }
    await writeVideo({ file, pictures: pictures(), framesPerSecond: 1 });
    const frames = await allOf(readVideoFrames(file, [0, 1, 2]));
    for (const [index, frame] of frames.entries()) {
      expect(await lumaDifference(frame, sources[index] ?? Buffer.alloc(0))).toBeLessThan(3);
      expect(await numberShownIn(frame)).toBe(index);
    }
  });

  test('what is kept has a key frame where a picture shows something new', async () => {
    const [one, other] = await Promise.all([noise(1), noise(7)]);
    async function* pictures() {
      yield* [one, one, one, other, other, other];
    }
    const file = newFile();
    await writeVideo({ file, pictures: pictures(), framesPerSecond: 1, isThorough: true });
    expect(await keyFramesOf(file)).toEqual([1, 4]);
  });

  test('keeps the colours of the pictures', async () => {
    const colours = ['#ff0000', '#00ff00', '#0000ff', '#ffffff', '#000000', '#c08040'];
    async function* pictures() {
      for (const background of colours) {
        yield await sharp({ create: { width: 64, height: 64, channels: 3, background } })
          .jpeg()
          .toBuffer();
      }
    }
    const file = newFile();
    await writeVideo({ file, pictures: pictures(), framesPerSecond: 1 });
    let index = 0;
    for await (const frame of readVideoFrames(file, colours.keys())) {
      const wanted = Buffer.from(colours[index]?.slice(1) ?? '', 'hex');
      const { data } = await sharp(frame)
        .extract({ left: 30, top: 30, width: 1, height: 1 })
        .raw()
        .toBuffer({ resolveWithObject: true });
      for (const channel of [0, 1, 2]) {
        expect(Math.abs((data[channel] ?? 0) - (wanted[channel] ?? 0))).toBeLessThan(8);
      }
      index += 1;
    }
    expect(index).toBe(colours.length);
  });

  test('leaves no file when a picture is broken, has another size, or there is none', async () => {
    const small = await numberedJpeg(1, { width: 160, height: 90 });
    const whole = await numberedJpeg(1);
    const series = [[whole, whole.subarray(0, 400)], [whole, small], [Buffer.from('x')], []];
    for (const jpegs of series) {
      const file = newFile();
      async function* pictures() {
        yield* jpegs;
      }
      await expect(
        writeVideo({ file, pictures: pictures(), framesPerSecond: 1 }),
      ).rejects.toThrow();
      await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' });
    }
  });

  test('hands on what the source of the pictures throws, and leaves no file', async () => {
    const file = newFile();
    const failure = new Error('the disk of the pictures is missing');
    async function* pictures() {
      yield await numberedJpeg(1);
      throw failure;
    }
    await expect(writeVideo({ file, pictures: pictures(), framesPerSecond: 1 })).rejects.toBe(
      failure,
    );
    await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('stops when the signal aborts, ends the source of the pictures, and leaves no file', async () => {
    const file = newFile();
    const controller = new AbortController();
    let isEnded = false;
    let given = 0;
    async function* pictures() {
      try {
        for (; ; given += 1) {
          if (given === 5) controller.abort(new Error('enough'));
          yield await numberedJpeg(given);
        }
      } finally {
        isEnded = true;
      }
    }
    const writing = writeVideo({
      file,
      pictures: pictures(),
      framesPerSecond: 1,
      signal: controller.signal,
    });
    await expect(writing).rejects.toThrow('enough');
    expect({ isEnded, given }).toEqual({ isEnded: true, given: 5 });
    await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('never writes over a file that is there', async () => {
    const file = newFile();
    await writeFile(file, 'keep me');
    const writing = writeVideo({ file, pictures: numberedJpegs(1), framesPerSecond: 1 });
    await expect(writing).rejects.toMatchObject({ code: 'EEXIST' });
    expect(await readFile(file, 'utf8')).toBe('keep me');
  });

  // A real full disk needs its own file system, which Linux gives to a user namespace.
  const canMount =
    process.platform === 'linux' && spawnSync('unshare', ['-Urm', 'true']).status === 0;
  test.skipIf(!canMount)('says that the disk is full and leaves no file', async () => {
    const script = `
      import { readdirSync } from 'node:fs';
      import { writeVideo } from ${JSON.stringify(new URL('./write-video.ts', import.meta.url).href)};
      import { numberedJpegs } from ${JSON.stringify(new URL('./numbered-picture.fixture.ts', import.meta.url).href)};
      const [folder] = process.argv.slice(1);
      const pictures = numberedJpegs(40, { width: 640, height: 360 });
      const failure = await writeVideo({ file: folder + '/a.mp4', pictures, framesPerSecond: 1 }).catch((error) => error.code);
      console.log(JSON.stringify({ failure, left: readdirSync(folder) }));
    `;
    const mounted = await mkdtemp(join(folder, 'small-'));
    const printed = execFileSync('unshare', [
      '-Urm',
      'sh',
      '-c',
      'mount -t tmpfs -o size=16k tmpfs "$1" && exec "$0" --input-type=module -e "$2" "$1"',
      process.execPath,
      mounted,
      script,
    ]);
    expect(JSON.parse(printed.toString())).toEqual({ failure: 'DISK_FULL', left: [] });
  });
});

describe('readVideoFrame', () => {
  test('gives each frame of a video, never its neighbour, close to its picture', async () => {
    for (let index = 0; index < COUNT; index += 1) {
      const frame = await readVideoFrame(video, index);
      expect(inspectJpeg(frame)).toEqual({ width: 320, height: 180, ordinary: true });
      expect(await numberShownIn(frame)).toBe(index);
      expect(await lumaDifference(frame, await numberedJpeg(index))).toBeLessThan(3);
    }
  });

  test.each([COUNT, COUNT + 1, -1, 0.5, Number.NaN, 1e15])(
    'has no frame %d in a video of 70',
    async (index) => {
      await expect(readVideoFrame(video, index)).rejects.toMatchObject({ code: 'VIDEO_BROKEN' });
    },
  );

  test('gives what is left of a file that was cut, and an error for the rest', async () => {
    const bytes = await readFile(video);
    const file = newFile();
    await writeFile(file, bytes.subarray(0, bytes.length * 0.6));
    let firstGone = 0;
    while (firstGone < COUNT) {
      const frame = await readVideoFrame(file, firstGone).catch((error) => error);
      if (!Buffer.isBuffer(frame)) break;
      expect(await numberShownIn(frame)).toBe(firstGone);
      firstGone += 1;
    }
    expect(firstGone).toBeGreaterThan(0);
    expect(firstGone).toBeLessThan(COUNT);
    await expect(readVideoFrame(file, COUNT - 1)).rejects.toMatchObject({ code: 'VIDEO_BROKEN' });
    await expect(probeVideo(file)).rejects.toMatchObject({ code: 'VIDEO_BROKEN' });
  });

  test('never shows a frame of a file with a hole in it as another one', async () => {
    const bytes = await readFile(video);
    const file = newFile();
    const from = Math.floor(bytes.length / 2);
    await writeFile(file, Buffer.from(bytes).fill(0, from, from + 4000));
    let removed = 0;
    for (let index = 0; index < COUNT; index += 1) {
      const frame = await readVideoFrame(file, index).catch((error) => error);
      if (Buffer.isBuffer(frame)) expect(await numberShownIn(frame)).toBe(index);
      else {
        expect(frame).toMatchObject({ code: 'VIDEO_BROKEN' });
        removed += 1;
      }
    }
    expect(removed).toBeGreaterThan(0);
  });

  test('refuses what is no video', async () => {
    const bytes = await readFile(video);
    const contents = [
      Buffer.alloc(0),
      Buffer.alloc(20_000),
      Buffer.from('#EXTM3U\nhttp://127.0.0.1:1/x.ts\n'),
      Buffer.from("ffconcat version 1.0\nfile '/etc/hostname'\n"),
      await numberedJpeg(1),
      bytes.subarray(0, 40),
      bytes.subarray(100),
    ];
    for (const content of contents) {
      const file = newFile();
      await writeFile(file, content);
      await expect(readVideoFrame(file, 0)).rejects.toMatchObject({ code: 'VIDEO_BROKEN' });
    }
    for (const path of [join(folder, 'missing.mp4'), folder, '', 'http://127.0.0.1:1/a.mp4']) {
      await expect(readVideoFrame(path, 0)).rejects.toMatchObject({ code: 'VIDEO_BROKEN' });
    }
  });

  test.skipIf(process.platform === 'win32')(
    'refuses a named pipe instead of waiting for it',
    async () => {
      const pipe = join(folder, 'pipe.mp4');
      execFileSync('mkfifo', [pipe]);
      await expect(readVideoFrame(pipe, 0)).rejects.toMatchObject({ code: 'VIDEO_BROKEN' });
    },
  );

  test('refuses a small file with more pixels than all screens have', async () => {
    const file = newFile();
    await writeFile(file, videoBomb());
    await expect(readVideoFrame(file, 0)).rejects.toMatchObject({ code: 'VIDEO_BROKEN' });
    await expect(probeVideo(file)).rejects.toMatchObject({ code: 'VIDEO_BROKEN' });
  });

  test('rejects with the reason of a signal, before and while it decodes', async () => {
    const reason = new Error('too late');
    await expect(readVideoFrame(video, 3, AbortSignal.abort(reason))).rejects.toBe(reason);
    const controller = new AbortController();
    const reading = [29, 59, 28, 58].map((index) =>
      readVideoFrame(video, index, controller.signal),
    );
    setImmediate(() => controller.abort(reason));
    for (const outcome of await Promise.allSettled(reading)) {
      expect(outcome).toEqual({ status: 'rejected', reason });
    }
    expect(await numberShownIn(await readVideoFrame(video, 29))).toBe(29);
  });
});

describe('readVideoFrames', () => {
  test('gives frames in any order and as often as asked', async () => {
    const indexes = [0, 1, 2, 40, 39, 39, 69, 5, 36];
    const frames = await allOf(readVideoFrames(video, indexes));
    expect(await Promise.all(frames.map(numberShownIn))).toEqual(indexes);
  });

  test('lets others read while it waits for its caller', async () => {
    const readers = Array.from({ length: 4 }, () => readVideoFrames(video, [0, 1]));
    for (const reader of readers) expect((await reader.next()).done).toBe(false);
    expect(await numberShownIn(await readVideoFrame(video, 7))).toBe(7);
    for (const reader of readers) await reader.return(undefined);
  });

  test('closes the file when the caller stops early', async () => {
    const open = async () => (await readdir('/proc/self/fd').catch(() => [])).length;
    for await (const _frame of readVideoFrames(video, [0, 1, 2])) break;
    const before = await open();
    for (let time = 0; time < 20; time += 1) {
      for await (const _frame of readVideoFrames(video, [0, 1, 2])) break;
    }
    expect(await open()).toBeLessThan(before + 10);
  });
});
