import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Frame } from '../records.ts';
import { inspectJpeg } from './jpeg.ts';
import { type Media, openMedia } from './media.ts';
import { numberedJpegs, numberShownIn } from './video/numbered-picture.fixture.ts';
import { writeVideo } from './video/write-video.ts';

const AT_MS = Date.UTC(2026, 1, 3, 23, 59, 59, 7);

let dataDir: string;
let sources: string;
let media: Media;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hindcast-media-'));
  sources = await mkdtemp(join(tmpdir(), 'hindcast-images-'));
  media = await openMedia({ dataDir });
});

afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true });
  await rm(sources, { recursive: true, force: true });
});

/** 40 x 20, left half red, right half transparent. */
function picture(): ReturnType<typeof sharp> {
  const red = { width: 20, height: 20, channels: 4, background: '#ff0000' } as const;
  return sharp({
    create: { width: 40, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  }).composite([{ input: { create: red }, left: 0, top: 0 }]);
}

async function source(name: string, bytes: Buffer): Promise<string> {
  const path = join(sources, name);
  await writeFile(path, bytes);
  return path;
}

async function mediaFiles(): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

function frameOf(filePath: string, more: Partial<Frame> = {}): Frame {
  return {
    id: 5,
    atMs: AT_MS,
    filePath,
    offsetIndex: 0,
    isVideo: false,
    width: null,
    height: null,
    appName: '',
    windowName: '',
    browserUrl: null,
    deviceName: '',
    focused: null,
    frameName: null,
    textSource: null,
    captureTrigger: null,
    isRemote: false,
    machineId: null,
    ...more,
  };
}

async function importedFrame(): Promise<{ frame: Frame; path: string }> {
  const from = await source('a.jpg', await picture().jpeg().toBuffer());
  const { snapshotPath } = await media.importImage(from, AT_MS, 'monitor_1');
  const path = join(dataDir, snapshotPath);
  return { frame: frameOf(path), path };
}

describe('media.importImage', () => {
  test('copies an ordinary JPEG byte for byte, named by UTC day, time and device', async () => {
    const jpeg = await picture().jpeg({ progressive: true }).toBuffer();
    const from = await source('a.jpg', jpeg);
    const image = await media.importImage(from, AT_MS, 'HDMI-1: Übergroß/../x');
    expect(image).toEqual({
      snapshotPath: 'data/2026-02-03/1770163199007_HDMI-1-bergro-x.jpg',
      width: 40,
      height: 20,
    });
    expect(await readFile(join(dataDir, image.snapshotPath))).toEqual(jpeg);
  });

  test('makes files and folders that only their owner can read', async () => {
    const { path } = await importedFrame();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(dataDir, 'data'))).mode & 0o777).toBe(0o700);
    expect((await stat(join(dataDir, 'data', '2026-02-03'))).mode & 0o777).toBe(0o700);
  });

  test('gives each of ten images of one instant and device its own file', async () => {
    const from = await source('a.png', await picture().png().toBuffer());
    const images = await Promise.all(
      Array.from({ length: 10 }, () => media.importImage(from, AT_MS, 'm')),
    );
    expect(new Set(images.map(({ snapshotPath }) => snapshotPath)).size).toBe(10);
    expect((await mediaFiles()).length).toBe(10);
  });

  test('never makes the data folder again when that was taken away', async () => {
    const from = await source('a.jpg', await picture().jpeg().toBuffer());
    await rm(dataDir, { recursive: true });
    const importing = media.importImage(from, AT_MS, 'm');
    await expect(importing).rejects.toMatchObject({ code: 'DATA_FILE_GONE' });
    await expect(stat(dataDir)).rejects.toThrow('ENOENT');
  });

  test('refuses what is not a picture and leaves nothing behind', async () => {
    const from = await source('text.png', Buffer.from('not a picture'));
    await expect(media.importImage(from, AT_MS, 'm')).rejects.toMatchObject({
      code: 'UNREADABLE_IMAGE',
      context: { file_path: from },
    });
    expect(await mediaFiles()).toEqual([]);
  });

  test('rejects with the reason of the signal and leaves nothing behind', async () => {
    const from = await source('a.png', await picture().png().toBuffer());
    const leaving = new AbortController();
    // Two imports are at work, the others wait for their turn: both kinds end.
    const imports = Array.from({ length: 6 }, () =>
      media.importImage(from, AT_MS, 'm', leaving.signal),
    );
    leaving.abort(new Error('client went away'));
    for (const outcome of await Promise.allSettled(imports)) {
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { message: 'client went away' },
      });
    }
    expect(await mediaFiles()).toEqual([]);
    await expect(media.importImage(from, AT_MS, 'm')).resolves.toMatchObject({ width: 40 });
  });

  // A real full disk needs its own file system, which Linux gives to a user namespace.
  const canMount =
    process.platform === 'linux' && spawnSync('unshare', ['-Urm', 'true']).status === 0;
  test.skipIf(!canMount)(
    'says that the disk is full, leaves nothing behind, and works again when there is room',
    async () => {
      const noise = await sharp({
        create: {
          width: 500,
          height: 500,
          channels: 3,
          background: 'white',
          noise: { type: 'gaussian', mean: 128, sigma: 60 },
        },
      })
        .jpeg({ quality: 90 })
        .toBuffer();
      const large = await source('large.jpg', noise);
      const small = await source('small.jpg', await picture().jpeg().toBuffer());
      const script = `
        import { readdirSync } from 'node:fs';
        import { openMedia } from ${JSON.stringify(new URL('./media.ts', import.meta.url).href)};
        const [dataDir, large, small] = process.argv.slice(1);
        const media = await openMedia({ dataDir });
        const failure = await media.importImage(large, 0, 'm').catch((error) => error.code);
        const left = readdirSync(dataDir, { recursive: true }).filter((name) => name.endsWith('.jpg'));
        const { snapshotPath } = await media.importImage(small, 0, 'm');
        console.log(JSON.stringify({ failure, left, snapshotPath }));
      `;
      const printed = execFileSync('unshare', [
        '-Urm',
        'sh',
        '-c',
        'mount -t tmpfs -o size=64k tmpfs "$1" && exec "$0" --input-type=module -e "$2" "$1" "$3" "$4"',
        process.execPath,
        dataDir,
        script,
        large,
        small,
      ]);
      expect(JSON.parse(printed.toString())).toEqual({
        failure: 'DISK_FULL',
        left: [],
        snapshotPath: 'data/1970-01-01/0_m.jpg',
      });
    },
  );
});

describe('media.readJpeg', () => {
  test('gives the bytes of the frame', async () => {
    const { frame, path } = await importedFrame();
    expect(await media.readJpeg(frame)).toEqual(await readFile(path));
    expect(await media.exists(frame)).toBe(true);
  });

  test('says that a frame is missing when its file is missing, cut, zeroed or something else', async () => {
    const { frame, path } = await importedFrame();
    const whole = await readFile(path);
    const broken = {
      cut: whole.subarray(0, whole.length - 20),
      'end marker only': Buffer.concat([whole.subarray(0, 30), whole.subarray(-2)]),
      'zeros at the end': Buffer.concat([whole.subarray(0, whole.length - 9), Buffer.alloc(9)]),
      zeros: Buffer.alloc(whole.length),
      text: Buffer.from('no picture'),
      empty: Buffer.alloc(0),
    };
    for (const [what, bytes] of Object.entries(broken)) {
      await writeFile(path, bytes);
      await expect(media.readJpeg(frame), what).rejects.toMatchObject({ code: 'FRAME_GONE' });
    }
    await rm(path);
    await expect(media.readJpeg(frame)).rejects.toMatchObject({
      code: 'FRAME_GONE',
      context: { frame_id: 5 },
    });
    expect(await media.exists(frame)).toBe(false);
    await mkdir(path);
    await expect(media.readJpeg(frame)).rejects.toMatchObject({ code: 'FRAME_GONE' });
    expect(await media.exists(frame)).toBe(false);
  });

  test('never reads outside the media folder', async () => {
    const { path } = await importedFrame();
    const outside = join(dataDir, 'outside.jpg');
    await writeFile(outside, await readFile(path));
    const escapes = [outside, join(path, '..', '..', '..', 'outside.jpg'), '../x.jpg', '/', ''];
    for (const filePath of escapes) {
      await expect(media.readJpeg(frameOf(filePath)), filePath).rejects.toMatchObject({
        code: 'FRAME_GONE',
      });
      expect(await media.exists(frameOf(filePath)), filePath).toBe(false);
    }
  });

  test('gives exactly the frame of a video, and that it is missing when the video has no such frame', async () => {
    const path = join(dataDir, 'data', 'a.mp4');
    await mkdir(join(dataDir, 'data'), { recursive: true });
    await writeVideo({ file: path, pictures: numberedJpegs(40), framesPerSecond: 1 });
    for (const offsetIndex of [39, 0, 31, 30, 12]) {
      const jpeg = await media.readJpeg(frameOf(path, { isVideo: true, offsetIndex }));
      expect(inspectJpeg(jpeg)).toMatchObject({ ordinary: true });
      expect(await numberShownIn(jpeg)).toBe(offsetIndex);
    }
    const past = frameOf(path, { isVideo: true, offsetIndex: 40 });
    await expect(media.readJpeg(past)).rejects.toMatchObject({
      code: 'FRAME_GONE',
      cause: { code: 'VIDEO_BROKEN' },
    });
    expect(await media.exists(past)).toBe(true);
  });

  test('says that the frame is missing when the video is no video, missing, or outside', async () => {
    const { path } = await importedFrame();
    const outside = join(dataDir, 'outside.mp4');
    await writeVideo({ file: outside, pictures: numberedJpegs(2), framesPerSecond: 1 });
    for (const filePath of [path, join(dataDir, 'data', 'missing.mp4'), outside]) {
      const frame = frameOf(filePath, { isVideo: true });
      await expect(media.readJpeg(frame), filePath).rejects.toMatchObject({
        code: 'FRAME_GONE',
        context: { frame_id: 5 },
      });
      expect(await media.exists(frame)).toBe(filePath === path);
    }
  });

  test('rejects with the reason of an aborted signal', async () => {
    const { frame } = await importedFrame();
    const reason = new Error('too late');
    await expect(media.readJpeg(frame, AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});

test('media.snapshotPathOf turns the path of a frame back into what the store was given', async () => {
  const { path } = await importedFrame();
  expect(media.snapshotPathOf(path)).toBe('data/2026-02-03/1770163199007_monitor-1.jpg');
  expect(media.snapshotPathOf(join(dataDir, 'db.sqlite'))).toBeUndefined();
  expect(media.snapshotPathOf(join(dataDir, 'data', '2026-02-03', '1_m.mp4'))).toBeUndefined();
});

test('media.discard removes an image, and only in the media folder', async () => {
  const { frame, path } = await importedFrame();
  const bystander = join(dataDir, 'db.sqlite');
  await writeFile(bystander, 'keep me');
  await media.discard('data/../db.sqlite');
  expect(await readFile(bystander, 'utf8')).toBe('keep me');
  const snapshotPath = media.snapshotPathOf(path) ?? '';
  await media.discard(snapshotPath);
  await media.discard(snapshotPath);
  expect(await media.exists(frame)).toBe(false);
});

test('openMedia removes files that a killed process left unfinished', async () => {
  const { frame } = await importedFrame();
  await writeFile(join(dataDir, 'data', '.unfinished', 'half.jpg'), 'half');
  media = await openMedia({ dataDir });
  expect(await mediaFiles()).toEqual(['1770163199007_monitor-1.jpg']);
  expect(await media.exists(frame)).toBe(true);
});
