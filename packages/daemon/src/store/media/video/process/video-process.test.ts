import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { numberedJpegs, numberShownIn } from '../numbered-picture.fixture.ts';
import { writeVideo } from '../write-video.ts';
import { videoProcess } from './video-process.ts';

const COUNT = 45;
const KILLED = fileURLToPath(new URL('./killed-video-process.fixture.ts', import.meta.url));
const DYING = fileURLToPath(new URL('./dying-video-process.fixture.ts', import.meta.url));
let folder: string;
const file = (name: string) => join(folder, name);
const hasEnded = (pid: number | undefined) => {
  try {
    process.kill(pid ?? 0, 0);
    return false;
  } catch {
    return true;
  }
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hindcast-video-process-'));
  await writeVideo({
    file: file('a.mp4'),
    pictures: numberedJpegs(COUNT),
    framesPerSecond: 1,
  });
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the process that works on videos', { timeout: 60_000 }, () => {
  test('is another one, and gives exactly the frames that were asked for', async () => {
    const videos = videoProcess();
    for (const index of [3, 4, 40, 39, 0]) {
      expect(await numberShownIn(await videos.read(file('a.mp4'), index))).toBe(index);
    }
    expect(videos.pid()).not.toBe(process.pid);
    expect(await videos.facts(file('a.mp4'))).toMatchObject({ frameCount: COUNT });
    expect(await videos.probe(file('a.mp4'))).toMatchObject({ frameCount: COUNT });
  });

  test('loses no request when it is killed in the middle of many', async () => {
    const videos = videoProcess();
    await videos.read(file('a.mp4'), 0);
    const killed = videos.pid();
    const indexes = [29, 12, 44, 7, 31];
    const reading = indexes.map(async (index) =>
      numberShownIn(await videos.read(file('a.mp4'), index)),
    );
    process.kill(killed ?? 0, 'SIGKILL');
    expect(await Promise.all(reading)).toEqual(indexes);
    expect(videos.pid()).not.toBe(killed);
  });

  test('encodes and decodes sound, also when it is killed meanwhile', async () => {
    const videos = videoProcess();
    const samples = Int16Array.from({ length: 32_000 }, (_, i) => 8_000 * Math.sin(i / 10));
    const bytes = Buffer.from(samples.buffer);
    const opus = await videos.sound.encode(bytes);
    expect(opus.subarray(0, 4).toString()).toBe('OggS');
    await writeFile(file('tone.ogg'), opus);
    const encoding = Array.from({ length: 5 }, () => videos.sound.encode(bytes));
    const decoding = Array.from({ length: 5 }, () => videos.sound.decode(file('tone.ogg')));
    process.kill(videos.pid() ?? 0, 'SIGKILL');
    for (const again of await Promise.all(encoding)) expect(again).toEqual(opus);
    for (const heard of await Promise.all(decoding)) {
      expect(Math.abs(heard.length - samples.length)).toBeLessThan(2_000);
      expect(Math.max(...heard.subarray(4_000, 8_000))).toBeCloseTo(8_000 / 32_768, 1);
    }
    await writeFile(file('no.ogg'), 'OggS, but nothing else');
    const refused = { code: 'AUDIO_UNDECODABLE' };
    await expect(videos.sound.decode(file('no.ogg'))).rejects.toMatchObject(refused);
    const dying = videoProcess({ entry: DYING });
    await expect(dying.sound.decode(file('tone.ogg'))).rejects.toMatchObject(refused);
    const killed = videoProcess({ entry: KILLED });
    const ended = { code: 'VIDEO_PROCESS_ENDED' };
    await expect(killed.sound.decode(file('tone.ogg'))).rejects.toMatchObject(ended);
    await expect(dying.sound.encode(bytes)).rejects.toMatchObject(ended);
  });

  test('does not call a file broken because it was killed', async () => {
    const videos = videoProcess({ entry: KILLED });
    const ended = { code: 'VIDEO_PROCESS_ENDED' };
    await expect(videos.read(file('a.mp4'), 1)).rejects.toMatchObject(ended);
  });

  test('calls a file broken that ends it twice', async () => {
    const videos = videoProcess({ entry: DYING });
    await expect(videos.read(file('a.mp4'), 1)).rejects.toMatchObject({ code: 'VIDEO_BROKEN' });
    await expect(videos.facts(file('a.mp4'))).rejects.toMatchObject({ code: 'VIDEO_BROKEN' });
  });

  test('reports a frame that is not there, and of a file that is not', async () => {
    const videos = videoProcess();
    const broken = { code: 'VIDEO_BROKEN' };
    await expect(videos.read(file('a.mp4'), COUNT)).rejects.toMatchObject(broken);
    await expect(videos.probe(file('none.mp4'))).rejects.toMatchObject(broken);
  });

  test('gives a request up when its signal aborts, and reads the next', async () => {
    const videos = videoProcess();
    const controller = new AbortController();
    const reading = videos.read(file('a.mp4'), 29, controller.signal);
    controller.abort(new Error('left'));
    await expect(reading).rejects.toThrow('left');
    expect(await numberShownIn(await videos.read(file('a.mp4'), 4))).toBe(4);
  });

  test('ends when nobody asks for a while, and starts again', async () => {
    const videos = videoProcess({ idleMs: 20 });
    await videos.read(file('a.mp4'), 1);
    const first = videos.pid();
    await vi.waitFor(() => expect(videos.pid()).toBeUndefined(), { timeout: 20_000 });
    await vi.waitFor(() => expect(hasEnded(first)).toBe(true), { timeout: 20_000 });
    expect(await numberShownIn(await videos.read(file('a.mp4'), 2))).toBe(2);
  });

  test('writes a video from pictures that come one by one', async () => {
    const videos = videoProcess();
    const made = { file: file('b.mp4'), pictures: numberedJpegs(6), framesPerSecond: 2 };
    expect(await videos.write(made)).toMatchObject({ frameCount: 6 });
    expect(await numberShownIn(await videos.read(file('b.mp4'), 5))).toBe(5);
  });

  test('leaves damaged pictures out when asked to, and counts them in time', async () => {
    const videos = videoProcess();
    const counts: number[] = [];
    let damaged = 0;
    async function* pictures() {
      for await (const jpeg of numberedJpegs(2)) {
        yield Buffer.from('no picture');
        yield jpeg;
        counts.push(damaged);
      }
    }
    const onDamaged = () => {
      damaged += 1;
    };
    const made = { file: file('c.mp4'), pictures: pictures(), framesPerSecond: 1, onDamaged };
    expect(await videos.write(made)).toMatchObject({ frameCount: 2 });
    expect(counts).toEqual([1, 2]);
  });

  test.each([
    ['it is killed', 'VIDEO_PROCESS_ENDED'],
    ['the pictures fail', 'NO_MORE'],
    ['its signal aborts', 'ABORTED'],
  ])('leaves no video behind when %s', async (_how, code) => {
    const videos = videoProcess();
    const controller = new AbortController();
    async function* pictures() {
      yield* numberedJpegs(3);
      if (code === 'VIDEO_PROCESS_ENDED') process.kill(videos.pid() ?? 0, 'SIGKILL');
      else if (code === 'ABORTED') controller.abort(Object.assign(new Error(), { code }));
      else throw Object.assign(new Error('no more'), { code });
      yield* numberedJpegs(3);
    }
    const draft = file(`${code}.mp4`);
    const { signal } = controller;
    const video = { file: draft, pictures: pictures(), framesPerSecond: 1, signal };
    await expect(videos.write(video)).rejects.toMatchObject({ code });
    await expect(access(draft)).rejects.toMatchObject({ code: 'ENOENT' });
    // Others are served on.
    expect(await numberShownIn(await videos.read(file('a.mp4'), 9))).toBe(9);
  });
});
