import { once } from 'node:events';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { exchange, lines, portOf } from '#serve/http/raw-exchange.fixture.ts';
import { type TestServer, testServer } from '#serve/server.fixture.ts';
import { numberedJpeg, numberShownIn } from '#store/media/video/numbered-picture.fixture.ts';
import { probeVideo, readVideoFrame } from '#store/media/video/read-video-frame.ts';

const COUNT = 12;
const PATIENCE = { timeout: 20_000, interval: 20 };
const at = (second: number) => `2026-02-03T09:00:${String(second).padStart(2, '0')}Z`;

let server: TestServer;
let ids: number[];
let textOnly: number;
let missing: number;
let small: number;

async function addPicture(number: number, second: number, size = {}): Promise<number> {
  const path = join(server.dataDir, '..', `numbered-${number}-${second}.jpg`);
  await writeFile(path, await numberedJpeg(number, size));
  const [id = 0] = await server.add('frames', { file_path: path, timestamp: at(second) });
  return id;
}

/** Whole by its structure, and zeroed where its pixels are. */
async function addDamaged(number: number, second: number, size = {}): Promise<number> {
  const id = await addPicture(number, second, size);
  const { file_path } = (await server.app.inject(`/frames/${id}/metadata`)).json();
  const bytes = await readFile(file_path);
  bytes.fill(0, bytes.length >> 1, (bytes.length >> 1) + 400);
  await writeFile(file_path, bytes);
  return id;
}

beforeAll(async () => {
  server = await testServer();
  ids = [];
  for (let number = 0; number < COUNT; number += 1) ids.push(await addPicture(number, number));
  [textOnly = 0] = await server.add('frames', {
    timestamp: at(30),
    ocr_results: [{ text: 'no picture' }],
  });
  missing = await addPicture(99, 31);
  const { file_path } = (await server.app.inject(`/frames/${missing}/metadata`)).json();
  await rm(file_path);
  small = await addPicture(5, 40, { width: 161, height: 91 });
});
afterAll(() => server.close());

async function post(payload: object, to = server) {
  const reply = await to.app.inject({ method: 'POST', url: '/frames/export', payload });
  expect(deviations(await documentOf(to.app), 'post', '/frames/export', reply)).toEqual([]);
  return reply;
}

async function exportedFiles(): Promise<string[]> {
  const folder = join(server.dataDir, 'exports');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

describe('POST /frames/export', () => {
  test('writes the frames in the given order at the given rate', async () => {
    const order = [3, 0, 11, 7];
    const reply = await post({ frame_ids: order.map((one) => ids[one]), fps: 0.5 });
    expect(reply.statusCode).toBe(200);
    const { file_path, ...facts } = reply.json();
    const { size, mode } = await stat(file_path);
    expect(facts).toEqual({
      frame_count: 4,
      skipped_count: 0,
      duration_secs: 8,
      file_size_bytes: size,
    });
    expect(mode & 0o777).toBe(0o600);
    expect(dirname(file_path)).toBe(join(server.dataDir, 'exports'));
    expect(await probeVideo(file_path)).toEqual({
      frameCount: 4,
      width: 320,
      height: 180,
      framesPerSecond: 0.5,
    });
    for (const [index, number] of order.entries()) {
      expect(await numberShownIn(await readVideoFrame(file_path, index))).toBe(number);
    }
  });

  test('writes what browsers play: 4:2:0 and the index at the start', async () => {
    const { file_path } = (await post({ frame_ids: ids.slice(0, 2) })).json();
    const bytes = await readFile(file_path);
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
    // The profile in the decoder configuration: 100 is High; 4:4:4 would be 244.
    expect(bytes[bytes.indexOf('avcC') + 5]).toBe(100);
  });

  test('takes all frames of a range, in the order of time, one per second unless asked otherwise', async () => {
    const reply = await post({ start_time: at(2), end_time: at(6) });
    const { file_path, frame_count, duration_secs } = reply.json();
    expect({ frame_count, duration_secs }).toEqual({ frame_count: 5, duration_secs: 5 });
    for (let index = 0; index < 5; index += 1) {
      expect(await numberShownIn(await readVideoFrame(file_path, index))).toBe(index + 2);
    }
  });

  test('skips frames without a picture and unknown ones, and counts them', async () => {
    const reply = await post({ frame_ids: [ids[1], textOnly, missing, 99_999, ids[2]] });
    const { file_path, frame_count, skipped_count } = reply.json();
    expect({ frame_count, skipped_count }).toEqual({ frame_count: 2, skipped_count: 3 });
    expect(await numberShownIn(await readVideoFrame(file_path, 1))).toBe(2);
  });

  test('skips pictures that are damaged inside, whatever their size, and counts them', async () => {
    const same = await addDamaged(7, 50);
    const other = await addDamaged(8, 51, { width: 162, height: 90 });
    const reply = await post({ frame_ids: [same, ids[1], other, ids[2], same] });
    expect(reply.statusCode).toBe(200);
    const { file_path, frame_count, skipped_count } = reply.json();
    expect({ frame_count, skipped_count }).toEqual({ frame_count: 2, skipped_count: 3 });
    expect(await probeVideo(file_path)).toMatchObject({ frameCount: 2 });
    expect(await numberShownIn(await readVideoFrame(file_path, 1))).toBe(2);
    const before = await exportedFiles();
    const nothing = await post({ frame_ids: [same, other] });
    expect(nothing.statusCode).toBe(400);
    expect(nothing.json()).toMatchObject({ code: 'NOTHING_TO_EXPORT', skipped_count: 2 });
    expect(await exportedFiles()).toEqual(before);
  });

  test('letterboxes frames of other sizes to that of the largest', async () => {
    const narrow = await addPicture(6, 41, { width: 90, height: 180 });
    const reply = await post({ frame_ids: [small, ids[4], narrow] });
    const { file_path } = reply.json();
    expect(await probeVideo(file_path)).toMatchObject({ frameCount: 3, width: 320, height: 180 });
    expect(await numberShownIn(await readVideoFrame(file_path, 0))).toBe(5);
    expect(await numberShownIn(await readVideoFrame(file_path, 1))).toBe(4);
    const boxed = await readVideoFrame(file_path, 2);
    const bar = await sharp(boxed)
      .extract({ left: 0, top: 0, width: 100, height: 180 })
      .raw()
      .toBuffer();
    expect(Math.max(...bar)).toBeLessThan(24);
    const picture = await sharp(boxed)
      .extract({ left: 115, top: 0, width: 90, height: 180 })
      .jpeg()
      .toBuffer();
    expect(await numberShownIn(picture)).toBe(6);
  });

  test.each([
    ['nothing', {}, 'INVALID_BODY'],
    ['no ids', { frame_ids: [] }, 'INVALID_BODY'],
    ['half a range', { start_time: at(1) }, 'INVALID_BODY'],
    ['no time', { start_time: 'soon', end_time: at(1) }, 'INVALID_BODY'],
    ['ids that are none', { frame_ids: ['x'] }, 'INVALID_BODY'],
    ['a rate of 0', { frame_ids: [1], fps: 0 }, 'INVALID_PARAMETER'],
    ['a rate of 1000', { frame_ids: [1], fps: 1000 }, 'INVALID_PARAMETER'],
    [
      'a range without frames',
      { start_time: '2020-01-01', end_time: '2020-01-02' },
      'NOTHING_TO_EXPORT',
    ],
    ['frames that are unknown', { frame_ids: [99_998, 99_999] }, 'NOTHING_TO_EXPORT'],
    ['too many frames', { frame_ids: Array(10_001).fill(1) }, 'TOO_MANY_FRAMES'],
  ])('is a 400 for %s', async (_name, payload, code) => {
    const before = await exportedFiles();
    const reply = await post(payload);
    expect(reply.statusCode).toBe(400);
    expect(reply.json().code).toBe(code);
    expect(await exportedFiles()).toEqual(before);
  });

  test('says that a range has no frame, which is not a frame without picture', async () => {
    const none = await post({ start_time: '2020-01-01', end_time: '2020-01-02' });
    expect(none.json().error).toBe('there is no frame to show');
    const unread = await post({ frame_ids: [missing] });
    expect(unread.json().error).toBe('none of the frames has a picture that can be read');
  });

  test('is a 400 when all pictures are missing, and leaves no file', async () => {
    const before = await exportedFiles();
    const reply = await post({ frame_ids: [missing, missing] });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ code: 'NOTHING_TO_EXPORT', skipped_count: 2 });
    expect(await exportedFiles()).toEqual(before);
  });

  test('ends with its caller and leaves no file', async () => {
    const asked = Promise.withResolvers<AbortSignal>();
    await using slow = await testServer((real) => ({
      exports: {
        ...real.exports,
        exportFrames(wanted) {
          asked.resolve(wanted.signal);
          return real.exports.exportFrames(wanted);
        },
      },
      media: real.media,
    }));
    const path = join(slow.dataDir, '..', 'one.jpg');
    await writeFile(path, await numberedJpeg(1));
    const [id] = await slow.add('frames', { file_path: path });
    const caller = new AbortController();
    const calling = fetch(`http://127.0.0.1:${await portOf(slow.app)}/frames/export`, {
      method: 'POST',
      body: JSON.stringify({ frame_ids: Array(10_000).fill(id) }),
      signal: caller.signal,
    });
    const signal = await asked.promise;
    caller.abort();
    await expect(calling).rejects.toThrow();
    await expect.poll(() => signal.aborted, PATIENCE).toBe(true);
    const drafts = async () =>
      (await readdir(join(slow.dataDir, 'exports'), { recursive: true }).catch(() => [])).filter(
        (name) => name.endsWith('.mp4'),
      );
    await expect.poll(drafts, PATIENCE).toEqual([]);
  });
});

interface Message {
  status: string;
  progress: number;
  video_data: number[] | null;
  error: string | null;
}

interface Kept {
  file_path: string;
  file_size_bytes: number;
}

describe('WS /frames/export', () => {
  async function connect(query = '') {
    const socket = new WebSocket(
      `ws://127.0.0.1:${await portOf(server.app)}/frames/export${query}`,
    );
    const messages: Message[] = [];
    socket.addEventListener('message', ({ data }) => messages.push(JSON.parse(String(data))));
    await once(socket, 'open');
    return { socket, messages };
  }
  const last = (messages: readonly Message[]) => messages.at(-1)?.status;

  async function numbersIn(data: readonly number[] | null | undefined, count: number) {
    const file = join(server.dataDir, '..', `received-${performance.now()}.mp4`);
    await writeFile(file, Buffer.from(data ?? []));
    expect((await probeVideo(file)).frameCount).toBe(count);
    const indexes = Array.from({ length: count }, (_, index) => index);
    return Promise.all(
      indexes.map(async (index) => numberShownIn(await readVideoFrame(file, index))),
    );
  }

  test('sends progress and then the video, and keeps no file', async () => {
    const before = await exportedFiles();
    const asked = [ids[8], ids[2], ids[5]];
    const { socket, messages } = await connect(`?fps=2&frame_ids=${asked.join(',')}`);
    await expect.poll(() => last(messages), PATIENCE).toBe('completed');
    expect(messages[0]).toEqual({
      status: 'extracting',
      progress: 0,
      video_data: null,
      error: null,
    });
    const progress = messages.map((message) => message.progress);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.at(-1)).toBe(1);
    expect(await numbersIn(messages.at(-1)?.video_data, 3)).toEqual([8, 2, 5]);
    expect(await exportedFiles()).toEqual(before);
    socket.close();
  });

  test('waits for the frames when the address names none', async () => {
    const { socket, messages } = await connect('?fps=2');
    socket.send(JSON.stringify({ frame_ids: [ids[9]] }));
    await expect.poll(() => last(messages), PATIENCE).toBe('completed');
    expect(await numbersIn(messages.at(-1)?.video_data, 1)).toEqual([9]);
    socket.close();
  });

  test('leaves a file of a range when asked to, and reports what it holds', async () => {
    const { socket, messages } = await connect();
    socket.send(JSON.stringify({ start_time: at(2), end_time: at(6), fps: 2, keep_file: true }));
    await expect.poll(() => last(messages), PATIENCE).toBe('completed');
    const { file_path, file_size_bytes, ...facts } = messages.at(-1) as Message & Kept;
    expect(facts).toMatchObject({ video_data: null, frame_count: 5, duration_secs: 2.5 });
    expect(dirname(file_path)).toBe(join(server.dataDir, 'exports'));
    expect((await stat(file_path)).size).toBe(file_size_bytes);
    expect(await numberShownIn(await readVideoFrame(file_path, 4))).toBe(6);
    socket.close();
  });

  test.each([
    ['is no JSON', 'x', /JSON/],
    ['names half a range', '{"start_time":"2026-02-03"}', /start_time and end_time/],
    ['names no frames', '{}', /frame_ids is required/],
    ['names wrong ones', '{"frame_ids":["a"]}', /frame_ids/],
    ['names unknown ones', '{"frame_ids":[99999]}', /none of the frames/],
    ['has a wrong rate', '{"frame_ids":[1],"fps":-1}', /fps must be/],
  ])('reports what is wrong when the message %s', async (_name, text, expected) => {
    const { socket, messages } = await connect();
    const closed = once(socket, 'close');
    socket.send(text);
    await expect.poll(() => last(messages), PATIENCE).toBe('error');
    expect(messages.at(-1)).toMatchObject({
      video_data: null,
      error: expect.stringMatching(expected),
    });
    // By the service, and not a minute later.
    await closed;
  });

  test('stops working when the client goes away', async () => {
    const { socket, messages } = await connect();
    socket.send(JSON.stringify({ frame_ids: Array(9000).fill(ids[0]) }));
    await expect.poll(() => last(messages), PATIENCE).toBe('encoding');
    socket.close();
    await expect.poll(() => server.streams().open, PATIENCE).toBe(0);
    const drafts = async () =>
      readdir(join(server.dataDir, 'exports', '.unfinished')).catch(() => []);
    await expect.poll(drafts, PATIENCE).toEqual([]);
    // The one encoder is free again.
    expect((await post({ frame_ids: [ids[0]] })).statusCode).toBe(200);
  });

  test('is refused to pages of other sites before it opens', async () => {
    const head = (...more: string[]) =>
      lines(
        'GET /frames/export?frame_ids=1 HTTP/1.1',
        'Host: localhost',
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
        ...more,
      );
    for (const header of ['Origin: https://evil.example', 'Sec-Fetch-Site: cross-site']) {
      const reply = await exchange(server.app, head(header));
      expect(reply.status).toBe(403);
      expect(JSON.parse(reply.body).success).toBe(false);
    }
    expect(
      (await exchange(server.app, head().replace('Host: localhost', 'Host: evil.example'))).status,
    ).toBe(403);
  });

  test('is a 400 for an address that cannot be read, and a 426 without a WebSocket', async () => {
    expect((await server.app.inject('/frames/export?frame_ids=1')).statusCode).toBe(426);
    const socket = new WebSocket(
      `ws://127.0.0.1:${await portOf(server.app)}/frames/export?frame_ids=x`,
    );
    const [event] = await Promise.race([once(socket, 'error'), once(socket, 'open')]);
    expect((event as Event).type).toBe('error');
  });
});

test('the name of an export is never that of another one', async () => {
  const replies = await Promise.all([1, 2, 3].map((one) => post({ frame_ids: [ids[one]] })));
  const names = replies.map((reply) => basename(reply.json().file_path));
  expect(new Set(names).size).toBe(3);
});
