import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { type TestServer, testServer } from '#serve/server.fixture.ts';
import {
  numberedJpeg,
  numberedJpegs,
  numberShownIn,
} from '#store/media/video/numbered-picture.fixture.ts';
import { probeVideo, readVideoFrame } from '#store/media/video/read-video-frame.ts';
import { writeVideo } from '#store/media/video/write-video.ts';

let server: TestServer;
let outside: string;
const inMedia = (name: string) => join(server.dataDir, 'data', name);

beforeAll(async () => {
  server = await testServer();
  await mkdir(inMedia(''), { recursive: true });
  const size = { width: 160, height: 90 };
  await writeVideo({ file: inMedia('a.mp4'), pictures: numberedJpegs(4), framesPerSecond: 2 });
  await writeVideo({
    file: inMedia('b.mp4'),
    pictures: numberedJpegs(3, size),
    framesPerSecond: 1,
  });
  const whole = await readFile(inMedia('a.mp4'));
  await writeFile(inMedia('cut.mp4'), whole.subarray(0, whole.length - 300));
  await writeFile(inMedia('empty.mp4'), '');
  await writeFile(inMedia('text.mp4'), 'no video');
  const jpeg = await numberedJpeg(1);
  await writeFile(inMedia('a.jpg'), jpeg);
  await writeFile(inMedia('cut.jpg'), jpeg.subarray(0, jpeg.length / 2));
  outside = join(server.dataDir, '..', 'outside.mp4');
  await writeFile(outside, whole);
  await symlink(outside, inMedia('link.mp4'));
});
afterAll(async () => {
  await server.close();
  await rm(outside, { force: true });
});

const ESCAPES = () => [
  outside,
  join(server.dataDir, 'db.sqlite'),
  '/etc/hostname',
  'data/../db.sqlite',
  '../outside.mp4',
  'data',
  'file:///etc/hostname',
  'data/a.mp4\0.jpg',
  inMedia('link.mp4'),
];

describe('POST /experimental/frames/merge', () => {
  async function merge(paths: unknown) {
    const path = '/experimental/frames/merge';
    const payload = { video_paths: paths };
    const reply = await server.app.inject({ method: 'POST', url: path, payload });
    expect(deviations(await documentOf(server.app), 'post', path, reply)).toEqual([]);
    return reply;
  }

  test('puts the frames of all videos into one, letterboxed to the largest', async () => {
    const reply = await merge([inMedia('b.mp4'), 'data/a.mp4', inMedia('b.mp4')]);
    expect(reply.statusCode).toBe(200);
    const { video_path, frame_count, duration_secs } = reply.json();
    expect({ frame_count, duration_secs }).toEqual({ frame_count: 10, duration_secs: 10 });
    expect(video_path).toMatch(/exports.output_[0-9a-f-]{36}\.mp4$/);
    expect(await probeVideo(video_path)).toMatchObject({ frameCount: 10, width: 320, height: 180 });
    const numbers = [];
    for (let index = 0; index < 10; index += 1) {
      numbers.push(await numberShownIn(await readVideoFrame(video_path, index)));
    }
    expect(numbers).toEqual([0, 1, 2, 0, 1, 2, 3, 0, 1, 2]);
    expect((await merge([video_path])).statusCode).toBe(200);
  });

  test('refuses paths that lead out of the media folder', async () => {
    for (const path of ESCAPES()) {
      const reply = await merge([inMedia('a.mp4'), path]);
      expect(reply.statusCode, path).toBe(400);
      expect(reply.json().code, path).toBe('MEDIA_PATH_REFUSED');
    }
  });

  test.each(['missing.mp4', 'cut.mp4', 'empty.mp4', 'text.mp4', 'a.jpg'])(
    'is a 410 when one of the videos is %s',
    async (name) => {
      const reply = await merge([inMedia('a.mp4'), inMedia(name)]);
      expect(reply.statusCode).toBe(410);
      expect(reply.json().code).toBe('VIDEO_BROKEN');
    },
  );

  test.each([[[]], ['data/a.mp4'], [undefined], [['']], [[1]]])(
    'is a 400 for the paths %j',
    async (paths) => {
      const reply = await merge(paths);
      expect(reply.statusCode).toBe(400);
      expect(reply.json().code).toBe('INVALID_BODY');
    },
  );
});

describe.each(['get', 'post'] as const)('%s /experimental/validate/media', (method) => {
  const path = '/experimental/validate/media';
  async function validate(file?: string) {
    const reply = await server.app.inject(
      method === 'get'
        ? { url: path, query: file === undefined ? {} : { file_path: file } }
        : { method: 'POST', url: path, payload: file === undefined ? {} : { file_path: file } },
    );
    expect(deviations(await documentOf(server.app), method, path, reply)).toEqual([]);
    return reply;
  }

  test.each(['a.mp4', 'a.jpg'])('says that %s is valid', async (name) => {
    const reply = await validate(inMedia(name));
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({ status: 'valid media file', valid: true });
  });

  test.each(['cut.mp4', 'empty.mp4', 'text.mp4', 'cut.jpg', 'missing.jpg'])(
    'is a 417 with the reason for %s',
    async (name) => {
      const reply = await validate(inMedia(name));
      expect(reply.statusCode).toBe(417);
      expect(reply.json()).toMatchObject({
        code: 'MEDIA_INVALID',
        valid: false,
        status: expect.stringMatching(/^invalid media file: /),
      });
    },
  );

  test('is a 400 without a path, and for paths that lead out of the media folder', async () => {
    expect((await validate()).statusCode).toBe(400);
    for (const file of ESCAPES()) {
      const reply = await validate(file);
      expect(reply.statusCode, file).toBe(400);
      expect(reply.json(), file).toMatchObject({
        code: 'MEDIA_PATH_REFUSED',
        valid: false,
        status: expect.stringMatching(/^not checked: /),
      });
    }
  });
});
