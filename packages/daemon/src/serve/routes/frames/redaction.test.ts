/** `GET /frames/{frame_id}?redact_pii=true` with the real redactor. These tests look at pixels. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openOcr } from '#extract/ocr/ocr.ts';
import { redactFrame } from '#extract/pii/redact/redactor.ts';
import { readAgain } from '#ingest/screen/read-again.ts';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { type TestServer, testServer } from '#serve/server.fixture.ts';
import { drawText } from '../../../../../screen-ocr/src/letters.fixture.ts';

const SIZE = { width: 800, height: 300 };
const TOLERANCE = 12;

interface ShownWord {
  text: string;
  left: number;
  top: number;
  width: number;
  height: number;
}
type Area = Omit<ShownWord, 'text'>;

/** A line of words at a baseline; each word gets exactly the width of its box. */
function line(text: string, left: number, baseline: number): ShownWord[] {
  const words: ShownWord[] = [];
  for (const word of text.split(' ')) {
    const last = words.at(-1);
    const from = last === undefined ? left : last.left + last.width + 10;
    words.push({ text: word, left: from, top: baseline - 20, width: word.length * 13, height: 26 });
  }
  return words;
}

async function draw(words: readonly ShownWord[]): Promise<Buffer> {
  const texts = words.map(({ text, left, top, width }) =>
    drawText({ text, x: left, y: top + 20, size: 22, fill: '#000000', width }),
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}"><rect width="100%" height="100%" fill="#fff"/>${texts.join('')}</svg>`;
  return sharp(Buffer.from(svg)).flatten().jpeg({ quality: 95 }).toBuffer();
}

const fractions = ({ left, top, width, height }: Area): Area => ({
  left: left / SIZE.width,
  top: top / SIZE.height,
  width: width / SIZE.width,
  height: height / SIZE.height,
});

let server: TestServer;
let images = 0;

const ocr = await openOcr();
const reading = readAgain(async () => ocr);

beforeAll(async () => {
  server = await testServer((real) => ({
    redactFrame,
    readAgain: reading,
    // Reading a picture takes longer on a busy machine.
    limits: { ...real.limits, frameTimeoutMs: 60_000 },
  }));
});
afterAll(async () => {
  await server.close();
  await ocr.close();
});

async function addFrame(jpeg: Buffer, data: object, to: TestServer = server): Promise<number> {
  images += 1;
  const path = join(to.dataDir, '..', `drawn-${images}.jpg`);
  await writeFile(path, jpeg);
  const [id = 0] = await to.add('frames', { file_path: path, ...data });
  return id;
}

/** A frame that shows the words, with their boxes. */
async function addWords(words: readonly ShownWord[], text?: string): Promise<number> {
  const boxes = words.map((word) => ({ text: word.text, ...fractions(word), conf: 90 }));
  return addFrame(await draw(words), {
    ocr_results: [
      { text: text ?? words.map((word) => word.text).join(' '), text_json: JSON.stringify(boxes) },
    ],
  });
}

async function redacted(id: number, from: TestServer = server) {
  const reply = await from.app.inject(`/frames/${id}?redact_pii=true`);
  const document = await documentOf(from.app);
  expect(deviations(document, 'get', '/frames/{frame_id}', reply)).toEqual([]);
  return reply;
}

async function clear(id: number): Promise<Buffer> {
  return (await server.app.inject(`/frames/${id}`)).rawPayload;
}

/** The brightest value in an area: 0 when all of it is black. */
async function brightest(jpeg: Buffer, area: Area): Promise<number> {
  return Math.max(...(await sharp(jpeg).extract(area).raw().toBuffer()));
}

/** The greatest difference between two images in an area. */
async function difference(a: Buffer, b: Buffer, area: Area): Promise<number> {
  const one = await sharp(a).extract(area).raw().toBuffer();
  const other = await sharp(b).extract(area).raw().toBuffer();
  return one.reduce((most, value, at) => Math.max(most, Math.abs(value - (other[at] ?? 0))), 0);
}

const HARMLESS = [
  ...line('Invoice 2024-01-15 from Harbour', 40, 50),
  ...line('Version 1.2.3 done', 40, 270),
];
const CARD = line('4012 8888 8888 1881', 140, 120);
const MAIL = line('jane.doe@example.com', 140, 170);
const UPPER = line('5555 5555', 140, 200);
const LOWER = line('5555 4444', 140, 235);

describe('an image with personal data', () => {
  test('has every pixel of it covered and the rest as it was', async () => {
    const secret = [...CARD, ...MAIL];
    const id = await addWords([...HARMLESS, ...line('Card', 40, 120), ...secret]);
    const reply = await redacted(id);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-pii-redacted': 'true',
      'x-pii-regions-count': '2',
      'cache-control': expect.stringContaining('no-cache'),
    });
    const before = await clear(id);
    const after = reply.rawPayload;
    for (const word of secret) {
      const area = { left: word.left, top: word.top, width: word.width, height: word.height };
      expect(await brightest(before, area)).toBeGreaterThan(200);
      expect(await brightest(after, area)).toBeLessThanOrEqual(TOLERANCE);
    }
    const above = { left: 0, top: 0, width: 800, height: 88 };
    const below = { left: 0, top: 192, width: 800, height: 108 };
    const nearby = { left: 0, top: 0, width: 128, height: 300 };
    for (const area of [above, below, nearby]) {
      expect(await difference(before, after, area)).toBeLessThanOrEqual(TOLERANCE);
    }
  });

  test('has both lines of a number covered that goes over two', async () => {
    const id = await addWords([...HARMLESS, ...UPPER, ...LOWER]);
    const reply = await redacted(id);
    expect(reply.headers['x-pii-regions-count']).toBe('2');
    for (const { text: _text, ...area } of [...UPPER, ...LOWER]) {
      expect(await brightest(reply.rawPayload, area)).toBeLessThanOrEqual(TOLERANCE);
    }
  });

  test('is never confirmed as known by the name of the clear one', async () => {
    const id = await addWords(MAIL);
    const { etag } = (await server.app.inject(`/frames/${id}`)).headers;
    const reply = await server.app.inject({
      url: `/frames/${id}?redact_pii=true`,
      headers: { 'if-none-match': String(etag) },
    });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers.etag).toBeUndefined();
    expect(reply.headers['x-pii-redacted']).toBe('true');
  });

  test('has the words of an element covered when only elements are stored', async () => {
    const bounds = { left: 120, top: 90, width: 400, height: 60 };
    const id = await addFrame(await draw([...HARMLESS, ...CARD]), {
      elements: [
        {
          role: 'heading',
          text: 'Invoice',
          bounds: fractions({ left: 40, top: 30, width: 90, height: 26 }),
        },
        { role: 'text', text: '4012 8888 8888 1881', bounds: fractions(bounds) },
      ],
    });
    const reply = await redacted(id);
    expect(reply.headers['x-pii-regions-count']).toBe('1');
    for (const { text: _text, ...area } of CARD) {
      expect(await brightest(reply.rawPayload, area)).toBeLessThanOrEqual(TOLERANCE);
    }
  });
});

describe('a redacted image that is read again', () => {
  async function read(jpeg: Buffer): Promise<ShownWord[]> {
    const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    const image = { width, height, format: 'rgb', pixels: new Uint8Array(data) } as const;
    const { lines } = await ocr.read(image, new AbortController().signal);
    return lines.flatMap(({ words }) =>
      words.map(({ text, x, y, width, height }) => ({ text, left: x, top: y, width, height })),
    );
  }
  const textOf = (words: readonly ShownWord[]) => words.map(({ text }) => text).join(' ');

  test.each(['the boxes it was drawn with', 'the boxes of the reader'])(
    'has lost what was personal and kept the rest, with %s',
    async (source) => {
      const drawn = [...HARMLESS, ...CARD, ...MAIL];
      const seen = await read(await draw(drawn));
      expect(textOf(seen).replaceAll(' ', '')).toContain('4012888888881881');
      expect(textOf(seen)).toContain('jane.doe@example.com');
      const words = source === 'the boxes of the reader' ? seen : drawn;
      const boxes = words.map((word) => ({ text: word.text, ...fractions(word), conf: 90 }));
      const id = await addFrame(await draw(drawn), {
        ocr_results: [{ text: textOf(words), text_json: JSON.stringify(boxes) }],
      });
      const left = textOf(await read((await redacted(id)).rawPayload));
      expect(left).not.toMatch(/8888|jane|doe|example/);
      expect(left).toContain('Invoice');
      expect(left).toContain('Version');
    },
  );
});

describe('an image of which nothing is stored', () => {
  test('is read itself', async () => {
    const id = await addFrame(await draw([...HARMLESS, ...MAIL]), {});
    const reply = await redacted(id);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['x-pii-redacted']).toBe('true');
    for (const { text: _text, ...area } of MAIL) {
      expect(await brightest(reply.rawPayload, area)).toBeLessThanOrEqual(TOLERANCE);
    }
  });

  test('has lines covered that look like text and cannot be read', async () => {
    // The upper half is above the picture.
    const cut = line('5105 1051 0510 5100', 140, 10);
    const id = await addFrame(await draw([...HARMLESS, ...cut]), {});
    const reply = await redacted(id);
    expect(reply.headers['x-pii-redacted']).toBe('true');
    for (const { left, width } of cut) {
      const area = { left: left + 2, top: 0, width: width - 4, height: 10 };
      expect(await brightest(reply.rawPayload, area)).toBeLessThanOrEqual(TOLERANCE);
    }
  });
});

describe('an image without personal data', () => {
  test('is sent as it is, and says so', async () => {
    const id = await addWords(HARMLESS);
    const reply = await redacted(id);
    expect(reply.headers).toMatchObject({ 'x-pii-redacted': 'false', 'x-pii-regions-count': '0' });
    expect(reply.rawPayload.equals(await clear(id))).toBe(true);
  });
});

describe('instead of an image that nobody can vouch for', () => {
  const plain = () => draw(HARMLESS);
  const words = (text: string, boxes: object[]) => ({
    ocr_results: [{ text, text_json: JSON.stringify(boxes) }],
  });
  const somewhere = { left: 0.1, top: 0.1, width: 0.2, height: 0.05 };

  test.each([
    [
      'personal data in the text has no position',
      words('hello jane.doe@example.com', [{ text: 'hello', ...somewhere }]),
      'text_without_position',
    ],
    [
      'there is more text than a screen can show',
      words('word '.repeat(30_000), [{ text: 'word', ...somewhere }]),
      'too_much_text',
    ],
  ])('a 409 without content comes when %s', async (_name, data, reason) => {
    const id = await addFrame(await plain(), data);
    const reply = await redacted(id);
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({ code: 'REDACTION_IMPOSSIBLE', frame_id: id, reason });
    expect(reply.body).not.toMatch(/jane|hello|word /);
  });

  test('a 409 comes when nothing on the machine can read the picture', async () => {
    await using blind = await testServer(() => ({
      redactFrame,
      readAgain: readAgain(async () => undefined),
    }));
    const id = await addFrame(
      await plain(),
      words('hello', [{ text: 'hello', ...somewhere }]),
      blind,
    );
    const reply = await redacted(id, blind);
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({ code: 'REDACTION_IMPOSSIBLE', reason: 'no_reader' });
  });

  test('a 500 comes when the reader breaks', async () => {
    await using broken = await testServer(() => ({
      redactFrame,
      readAgain: () => Promise.reject(new Error('jane.doe@example.com')),
    }));
    const id = await addFrame(await plain(), {}, broken);
    const reply = await redacted(id, broken);
    expect(reply.statusCode).toBe(500);
    expect(reply.body).not.toContain('jane');
  });

  test('a 409 comes when there are more elements than can be looked at', async () => {
    const element = { role: 'text', text: 'hello', bounds: somewhere };
    const id = await addFrame(await plain(), { elements: Array(10_000).fill(element) });
    const reply = await redacted(id);
    expect(reply.statusCode).toBe(409);
    expect(reply.json().reason).toBe('too_many_elements');
  });

  test('a 500 comes when the redactor breaks', async () => {
    await using broken = await testServer(() => ({
      redactFrame: () => Promise.reject(new Error('jane.doe@example.com')),
    }));
    const id = await addFrame(await plain(), {}, broken);
    const reply = await redacted(id, broken);
    expect(reply.statusCode).toBe(500);
    expect(reply.body).not.toContain('jane');
  });

  test('a 404 comes for a frame that never was', async () => {
    expect((await redacted(99_999)).statusCode).toBe(404);
  });

  test('a 410 comes when the file is broken, also where only decoding shows it', async () => {
    const cut = await addWords(MAIL);
    const rotten = await addWords(MAIL);
    const pathOf = async (id: number): Promise<string> =>
      (await server.app.inject(`/frames/${id}/metadata`)).json().file_path;
    const whole = await readFile(await pathOf(cut));
    await writeFile(await pathOf(cut), whole.subarray(0, whole.length / 2));
    // The frame header promises a higher image than there is data for.
    const header = whole.indexOf(Buffer.from([0xff, 0xc0]));
    whole.writeUInt16BE(3000, header + 5);
    await writeFile(await pathOf(rotten), whole);
    for (const id of [cut, rotten]) {
      const reply = await redacted(id);
      expect(reply.statusCode).toBe(410);
      expect(reply.json()).toMatchObject({ code: 'FRAME_GONE', frame_id: id });
    }
  });

  test('a 408 comes when it takes too long, and the work is aborted', async () => {
    const reported = Promise.withResolvers<unknown>();
    await using slow = await testServer((real) => ({
      limits: { ...real.limits, frameTimeoutMs: 300 },
      redactFrame: (_jpeg, _read, signal) => {
        signal.addEventListener('abort', () => reported.resolve(signal.reason));
        return new Promise(() => undefined);
      },
    }));
    const id = await addFrame(await plain(), {}, slow);
    const reply = await redacted(id, slow);
    expect(reply.statusCode).toBe(408);
    expect(reply.json().code).toBe('FRAME_TIMEOUT');
    expect(await reported.promise).toMatchObject({ code: 'FRAME_TIMEOUT' });
  });
});
