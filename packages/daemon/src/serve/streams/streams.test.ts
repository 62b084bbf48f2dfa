import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { VisionControl } from '#ingest/screen/vision-control.ts';
import { portOf } from '#serve/http/raw-exchange.fixture.ts';
import { NOW_MS, type TestServer, testServer } from '#serve/server.fixture.ts';

const PATIENCE = { timeout: 15_000, interval: 10 };

interface Listener {
  messages: unknown[];
  socket: WebSocket;
  closed: Promise<{ code: number; reason: string }>;
}

async function listen(server: TestServer, path: string): Promise<Listener> {
  const socket = new WebSocket(`ws://127.0.0.1:${await portOf(server.app)}${path}`);
  const messages: unknown[] = [];
  socket.addEventListener('message', ({ data }) => messages.push(JSON.parse(String(data))));
  const closed = once(socket, 'close').then(([event]) => {
    const { code, reason } = event as CloseEvent;
    return { code, reason };
  });
  await once(socket, 'open');
  return { messages, socket, closed };
}

/** The `data:` lines of an event stream, as they come. */
async function listenToEvents(server: TestServer, path: string) {
  const stop = new AbortController();
  const url = `http://127.0.0.1:${await portOf(server.app)}${path}`;
  const reply = await fetch(url, { signal: stop.signal });
  const messages: unknown[] = [];
  const reading = (async () => {
    let text = '';
    for await (const piece of reply.body ?? []) {
      text += Buffer.from(piece).toString();
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1];
        if (data !== undefined) messages.push(JSON.parse(data));
      }
    }
  })().catch(() => undefined);
  return {
    reply,
    messages,
    async close() {
      stop.abort();
      await reading;
    },
  };
}

const at = (seconds: number) => new Date(NOW_MS - 60_000 + seconds * 1000).toISOString();

describe('events', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer((real) => ({ vision: { ...real.vision, isRunning: () => true } }));
  });
  afterAll(() => server.close());

  test('what is stored is reported by name, with its id and an ISO time', async () => {
    const [chunkId = 0] = await server.add('transcription', { transcription: 'hello' });
    const { newSpeakerId: speaker_id } = await server.store.speakers.reassign({
      chunkId,
      name: 'Rosa',
      propagate: false,
    });
    const { messages, socket } = await listen(server, '/ws/events');
    const [frameId] = await server.add('frames', {
      timestamp: at(1),
      ocr_results: [{ text: 'velvet invoice' }],
    });
    const said = { timestamp: at(2), transcription: 'we agreed', speaker_id };
    await server.add('transcription', said, 'desk');
    await server.add('ui', { timestamp: at(3), text: 'Save as' });
    await expect.poll(() => messages.length, PATIENCE).toBe(3);
    expect(messages).toMatchObject([
      {
        name: 'ocr_result',
        data: { frame_id: frameId, text: 'velvet invoice', timestamp: at(1), image: null },
      },
      {
        name: 'transcription',
        data: {
          transcription: 'we agreed',
          device: 'desk',
          is_final: true,
          timestamp: at(2),
          speaker: 'Rosa',
          speaker_id,
        },
      },
      { name: 'ui_frame', data: { text: 'Save as', text_output: 'Save as', timestamp: at(3) } },
    ]);
    socket.close();
  });

  test('pictures come when they are asked for, and events keep their order', async () => {
    const { messages, socket } = await listen(server, '/ws/events?images=true');
    const image = await server.makeImage();
    await server.add('frames', { timestamp: at(4), file_path: image });
    await server.add('ui', { timestamp: at(5), text: 'after the picture' });
    await expect.poll(() => messages.length, PATIENCE).toBe(2);
    const [first, second] = messages as { name: string; data: { image: string | null } }[];
    expect(first?.name).toBe('ocr_result');
    expect(Buffer.from(first?.data.image ?? '', 'base64').subarray(0, 2)).toEqual(
      Buffer.from([0xff, 0xd8]),
    );
    expect(second?.name).toBe('ui_frame');
    socket.close();
  });

  test('the same as server-sent events, all or of one kind', async () => {
    const all = await listenToEvents(server, '/sse/events');
    const seen = await listenToEvents(server, '/sse/vision');
    expect(all.reply.headers.get('content-type')).toContain('text/event-stream');
    await server.add('ui', { timestamp: at(6), text: 'a button' });
    await server.add('frames', { timestamp: at(7), ocr_results: [{ text: 'a page' }] });
    await expect.poll(() => [all.messages.length, seen.messages.length], PATIENCE).toEqual([2, 1]);
    expect(all.messages).toMatchObject([{ name: 'ui_frame' }, { name: 'ocr_result' }]);
    expect(seen.messages).toMatchObject([{ text: 'a page' }]);
    await all.close();
    await seen.close();
  });

  test('a stream of what is not recorded is refused', async () => {
    const reply = await server.app.inject('/sse/transcriptions');
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'NOTHING_TO_STREAM']);
  });

  test('clients may tell each other something, but not in our name', async () => {
    const one = await listen(server, '/ws/events');
    const other = await listen(server, '/ws/events');
    one.socket.send(JSON.stringify({ name: 'lunch', data: { at: 'noon' } }));
    await expect
      .poll(() => other.messages, PATIENCE)
      .toEqual([{ name: 'lunch', data: { at: 'noon' } }]);
    one.socket.send(JSON.stringify({ name: 'transcription', data: { transcription: 'a lie' } }));
    one.socket.send('no json');
    await expect.poll(() => one.messages.length, PATIENCE).toBe(3);
    expect(one.messages.slice(1)).toMatchObject([
      { code: 'INVALID_EVENT' },
      { code: 'INVALID_EVENT' },
    ]);
    expect(other.messages).toHaveLength(1);
    one.socket.close();
    other.socket.close();
  });

  test('a bad parameter is a plain 400', async () => {
    const reply = await server.app.inject('/sse/events?images=perhaps');
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'INVALID_PARAMETER']);
  });

  test('a reader of pictures that cannot keep up is cut off once, and the service goes on', async () => {
    const before = server.streams().dropped;
    const stream = await listenToEvents(server, '/sse/events?images=true');
    const image = await server.makeImage();
    const frames = Array.from({ length: 40 }, (_, i) => ({
      timestamp: at(9 + i),
      file_path: image,
    }));
    await server.add('frames', frames);
    await expect.poll(() => server.streams().dropped, PATIENCE).toBe(before + 1);
    await expect
      .poll(() => stream.messages.at(-1), PATIENCE)
      .toMatchObject({
        message: expect.stringContaining('too slow'),
      });
    await stream.close();
    expect((await server.app.inject('/search')).statusCode).toBe(200);
  });

  test('a reader that does not read is cut off, and the others go on', async () => {
    const port = await portOf(server.app);
    const deaf = connect(port, '127.0.0.1');
    deaf.on('error', () => {});
    deaf.write(
      'GET /ws/events HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    await once(deaf, 'data');
    deaf.pause();
    const closed = once(deaf, 'close');
    const { messages, socket } = await listen(server, '/ws/events');
    const long = JSON.stringify({ name: 'noise', data: 'x'.repeat(60_000) });
    // The buffers of the system take some megabytes before ours begins to fill.
    let reported = 0;
    const droppedBefore = server.streams().dropped;
    while (server.streams().dropped === droppedBefore && reported < 1_000) {
      socket.send(long);
      reported += 1;
      await expect.poll(() => messages.length, { ...PATIENCE, interval: 0 }).toBe(reported);
    }
    expect(server.streams().dropped).toBe(droppedBefore + 1);
    deaf.resume();
    await closed;
    socket.send(JSON.stringify({ name: 'still here', data: null }));
    await expect.poll(() => messages.at(-1), PATIENCE).toEqual({ name: 'still here', data: null });
    socket.close();
  });
});

describe('limits', () => {
  test('more than a hundred streams are refused before the upgrade', async () => {
    await using server = await testServer();
    await portOf(server.app);
    const open = await Promise.all(Array.from({ length: 100 }, () => listen(server, '/ws/events')));
    const reply = await server.app.inject('/sse/events');
    expect([reply.statusCode, reply.json().code]).toEqual([503, 'TOO_MANY_STREAMS']);
    const refused = new WebSocket(`ws://127.0.0.1:${await portOf(server.app)}/ws/health`);
    await once(refused, 'error');
    open[0]?.socket.close();
    await expect.poll(() => server.streams().open, PATIENCE).toBe(99);
    const next = await listen(server, '/ws/events');
    expect(next.socket.readyState).toBe(WebSocket.OPEN);
  });

  test('a stop ends every stream with its reason', async () => {
    const server = await testServer();
    const socket = await listen(server, '/ws/events');
    const events = await listenToEvents(server, '/sse/events');
    await server.close();
    expect(await socket.closed).toEqual({ code: 1001, reason: 'the service stops' });
    expect(events.messages).toEqual([{ message: 'the service stops' }]);
  });

  test('plain HTTP to a WebSocket address gets a hint', async () => {
    await using server = await testServer();
    const reply = await server.app.inject('/ws/events');
    expect([reply.statusCode, reply.json().code]).toEqual([426, 'WEBSOCKET_REQUIRED']);
  });
});

describe('health and figures', () => {
  test('health is reported at once and as soon as it changes', async () => {
    let status: ReturnType<VisionControl['status']> = { kind: 'ok', monitors: [] };
    let isUnwell = false;
    await using server = await testServer((real) => ({
      health: async () => ({
        ...(await real.health()),
        status: isUnwell ? ('degraded' as const) : ('healthy' as const),
        message: isUnwell ? 'vision (missing)' : 'all is well',
      }),
      vision: { ...real.vision, status: () => status },
    }));
    const { messages, socket } = await listen(server, '/ws/health');
    await expect.poll(() => messages.length, PATIENCE).toBeGreaterThan(0);
    expect(messages[0]).toMatchObject({ status: 'healthy', status_code: 200 });
    status = { kind: 'error', message: 'missing' };
    isUnwell = true;
    await expect
      .poll(() => messages.at(-1), PATIENCE)
      .toMatchObject({ status: 'degraded', status_code: 503, message: 'vision (missing)' });
    socket.close();
  });

  test('a report that is slow is not asked for again meanwhile', async () => {
    let asked = 0;
    await using server = await testServer((real) => ({
      health: async (signal) => {
        asked += 1;
        // The first is that of the greeting.
        if (asked > 1) await new Promise((resolve) => setTimeout(resolve, 2_500));
        return real.health(signal);
      },
    }));
    const { messages, socket } = await listen(server, '/ws/health');
    await expect.poll(() => messages.length, PATIENCE).toBe(2);
    expect(asked).toBe(2);
    socket.close();
  });

  test('the figures that move come by themselves', async () => {
    await using server = await testServer();
    const { messages, socket } = await listen(server, '/ws/metrics');
    await expect.poll(() => messages.length, PATIENCE).toBeGreaterThan(2);
    expect(messages[0]).toEqual({
      audio: {
        vad_passed: 0,
        vad_rejected: 0,
        chunks_sent: 0,
        total_words: 0,
        audio_level_rms: 0,
        device_levels: {},
      },
      vision: { frames_captured: 0, ocr_completed: 0, ocr_queue_depth: 0 },
    });
    socket.close();
  });
});

describe('frames of a range', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
    for (let i = 0; i < 3; i += 1) {
      await server.add('frames', { timestamp: at(10 + i), ocr_results: [{ text: `page ${i}` }] });
    }
    await server.add('transcription', { timestamp: at(12), transcription: 'about page two' });
    await server.add('transcription', { timestamp: at(-600), transcription: 'long ago' });
  });
  afterAll(() => server.close());

  interface Entry {
    timestamp: string;
    devices: {
      device_id: string;
      metadata: { ocr_text: string; app_name: string };
      audio: { transcription: string }[];
    }[];
  }
  const shown = (entries: Entry[]) =>
    entries.map(({ devices }) => [
      devices[0]?.metadata.ocr_text,
      devices[0]?.audio.map(({ transcription }) => transcription),
    ]);

  test('a WebSocket client asks, gets batches, and may ask again', async () => {
    const { messages, socket } = await listen(server, '/stream/frames');
    socket.send(JSON.stringify({ start_time: at(0), end_time: at(30), order: 'ascending' }));
    await expect.poll(() => messages.length, PATIENCE).toBe(1);
    expect(shown(messages[0] as Entry[])).toEqual([
      ['page 0', []],
      ['page 1', []],
      ['page 2', ['about page two']],
    ]);
    socket.send('nonsense');
    socket.send(JSON.stringify({ start_time: at(-700), end_time: at(10) }));
    await expect.poll(() => messages.length, PATIENCE).toBe(2);
    expect(messages[1]).toMatchObject([
      { timestamp: at(10), devices: [{ metadata: { ocr_text: 'page 0' } }] },
      { timestamp: at(-600), devices: [{ device_id: 'audio-only' }] },
    ]);
    socket.close();
  });

  test('new frames follow when the range is not over, and late words as updates', async () => {
    const { messages, socket } = await listen(server, '/stream/frames');
    const end_time = new Date(NOW_MS + 3_600_000).toISOString();
    socket.send(JSON.stringify({ start_time: at(11), end_time, order: 'ascending' }));
    await expect.poll(() => messages.length, PATIENCE).toBe(1);
    await server.add('frames', { timestamp: at(40), ocr_results: [{ text: 'brand new' }] });
    await expect.poll(() => messages.length, PATIENCE).toBe(2);
    expect(shown(messages[1] as Entry[])).toEqual([['brand new', []]]);
    await server.add('transcription', { timestamp: at(41), transcription: 'and said' });
    await expect.poll(() => messages.length, PATIENCE).toBe(3);
    expect(messages[2]).toMatchObject({
      type: 'audio_update',
      timestamp: at(41),
      audio: { transcription: 'and said' },
    });
    socket.close();
  });

  test('as plain HTTP every frame is one event', async () => {
    const query = new URLSearchParams({
      start_time: at(10),
      end_time: at(11),
      order: 'ascending',
    });
    const stream = await listenToEvents(server, `/stream/frames?${query}`);
    await expect.poll(() => stream.messages.length, PATIENCE).toBe(2);
    expect(shown(stream.messages as Entry[])).toEqual([
      ['page 0', []],
      ['page 1', []],
    ]);
    await stream.close();
  });
});
