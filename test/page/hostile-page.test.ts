/**
 * A real browser opens hostile pages, and they try everything a page can do to read the service or to change it. The same tries
 * from an own page succeed, which proves that they would have worked.
 */
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ATTACK_SCRIPT } from '../support/hostile-attacks.ts';
import { NOTHING_CAPTURED, type RunningDaemon, startDaemon } from '../support/start-daemon.ts';

/** What the pages look for, and what stands next to it. */
const WORD = 'falcon';
const SECRET = 'zanzibar4711';
const PICTURE = join(
  import.meta.dirname,
  '../../packages/daemon/assets/sample/30-call-drawing.jpg',
);
const EVIL_HOST = 'evil.example';
const REBOUND_HOST = 'rebound.example';

const CHROMIUM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
].find((path) => existsSync(path));

interface Try {
  name: string;
  got: string;
}

let browser: Browser;
let evilServer: Server;
let daemon: RunningDaemon;
let port: number;
let page: Page;
/** Status of the answers the browser's tools tell of, also of those that it keeps from the page. */
let statuses: number[];

beforeAll(async () => {
  if (CHROMIUM === undefined) return;
  evilServer = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(hostilePage());
  }).listen(0, '127.0.0.1');
  browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Chromium itself keeps public pages from local services. Other browsers do not, so it must not help here.
      '--disable-features=LocalNetworkAccessChecks',
      // Both names point at this machine, as a hostile name server would have it.
      `--host-resolver-rules=MAP ${EVIL_HOST} 127.0.0.1, MAP ${REBOUND_HOST} 127.0.0.1`,
    ],
  });
});

afterAll(async () => {
  await browser?.close();
  evilServer?.close();
});

beforeEach(async (context) => {
  context.skip(CHROMIUM === undefined, 'no Chromium is installed');
  daemon = await startDaemon({ args: NOTHING_CAPTURED });
  port = Number(new URL(daemon.baseUrl).port);
  await post('/add', {
    device_name: 'monitor',
    content: {
      content_type: 'frames',
      data: [{ file_path: PICTURE, ocr_results: [{ text: `${WORD} ${SECRET}` }], tags: ['kept'] }],
    },
  });
  page = await browser.newPage();
  statuses = [];
  await watchAnswers();
});

afterEach(async () => {
  await page?.close();
  await daemon?.stop();
});

async function watchAnswers(): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const asked = new Set<string>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (Number(new URL(request.url).port) === port) asked.add(requestId);
  });
  session.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
    if (asked.has(requestId)) statuses.push(statusCode);
  });
  await session.send('Network.enable');
}

function hostilePage(): string {
  return `<!doctype html><title>a harmless page</title><body><script>${ATTACK_SCRIPT}</script></body>`;
}

async function post(path: string, body: object): Promise<unknown> {
  const response = await fetch(daemon.baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return response.json();
}

interface Logged {
  caller: string;
  route: string;
  count: number;
  refused: number;
}

/** What the service itself says it was asked by others than this test; also what the browser keeps from its tools. */
async function loggedOfOthers(): Promise<Logged[]> {
  const response = await fetch(`${daemon.baseUrl}/access-log?limit=1000`);
  const { data } = (await response.json()) as { data: Logged[] };
  return data.filter(({ caller }) => caller !== 'node');
}

/** The browser sent tries of every kind, and it was the service that refused them, each. */
async function expectAllRefused(): Promise<void> {
  const routes = async () => [...new Set((await loggedOfOthers()).map(({ route }) => route))];
  await expect
    .poll(routes, { timeout: 10_000 })
    .toEqual(
      expect.arrayContaining([
        'GET /search',
        'GET /frames/:frame_id',
        'POST /add',
        'POST /raw_sql',
      ]),
    );
  const logged = await loggedOfOthers();
  expect(logged.filter(({ count, refused }) => count !== refused)).toEqual([]);
  expect(logged.reduce((sum, { refused }) => sum + refused, 0)).toBeGreaterThan(20);
  expect(new Set(statuses)).toEqual(new Set([403]));
}

/** Everything the attacks could have changed, read by a local program. */
async function stored(): Promise<unknown> {
  return post('/raw_sql', {
    query: `SELECT
      (SELECT count(*) FROM frames) AS frames,
      (SELECT count(*) FROM audio_transcriptions) AS transcripts,
      (SELECT group_concat(name) FROM tags) AS tags,
      (SELECT count(*) FROM vision_tags) AS tagged`,
  });
}

/** `patient` names the tries that are to succeed. */
function attack(base: string, patient: readonly string[] = []): Promise<Try[]> {
  const [at, word, names] = [base, WORD, patient].map((value) => JSON.stringify(value));
  return page.evaluate(`attack(${at}, ${word}, ${names})`);
}

/** Tries that learnt more than that something is there. */
function successes(tries: Try[]): Try[] {
  const nothing = new Set(['refused', 'timeout', 'opaque', 'closed', 'sent']);
  return tries.filter(({ got }) => !nothing.has(got));
}

const UNCHANGED = [{ frames: 1, transcripts: 0, tags: 'kept', tagged: 1 }];

describe('a page of another site', () => {
  test.each(['127.0.0.1', 'localhost'])(
    'can read nothing of http://%s and change nothing',
    async (host) => {
      const evilPort = (evilServer.address() as AddressInfo).port;
      await page.goto(`http://${EVIL_HOST}:${evilPort}/`);
      const tries = await attack(`http://${host}:${port}`);
      expect(successes(tries)).toEqual([]);
      expect(await stored()).toEqual(UNCHANGED);
      await expectAllRefused();
      for (const frame of page.frames()) expect(await frame.content()).not.toContain(SECRET);
    },
    60_000,
  );

  test('cannot show what is stored by leading the person there', async () => {
    const evilPort = (evilServer.address() as AddressInfo).port;
    await page.goto(`http://${EVIL_HOST}:${evilPort}/`);
    const target = `http://127.0.0.1:${port}/search?q=${WORD}`;
    const arrived = page.waitForResponse((response) => response.url() === target);
    await page.evaluate(`location.href = ${JSON.stringify(target)}`);
    expect((await arrived).status()).toBe(403);
    await page.waitForURL(target);
    expect(await page.content()).not.toContain(SECRET);
  });
});

test('a page whose name was turned to this machine (DNS rebinding) can read nothing and change nothing', async () => {
  // First the name led to the server of the attacker, which served the page; now it leads here.
  const origin = `http://${REBOUND_HOST}:${port}`;
  await page.route(`${origin}/`, (route) =>
    route.fulfill({ contentType: 'text/html', body: hostilePage() }),
  );
  await page.goto(`${origin}/`);
  // The same origin as far as the browser is concerned: only the Host header shows it.
  const tries = await attack('');
  const answered = tries.filter(({ got }) => got.includes('HOST_NOT_ALLOWED'));
  expect(answered.length).toBeGreaterThan(15);
  expect(successes(tries.filter((entry) => !answered.includes(entry)))).toEqual([]);
  expect(JSON.stringify(tries)).not.toContain(SECRET);
  expect(await stored()).toEqual(UNCHANGED);
  await expectAllRefused();
}, 60_000);

test('a page of this machine on another port can read, and show pictures', async () => {
  const ownPort = (evilServer.address() as AddressInfo).port;
  await page.goto(`http://127.0.0.1:${ownPort}/`);
  const tries = await attack(`http://127.0.0.1:${port}`, ['fetch search', 'image']);
  const got = new Map(tries.map((entry) => [entry.name, entry.got]));
  expect(got.get('fetch search')).toContain(SECRET);
  expect(got.get('image')).toBe('loaded 1280');
}, 60_000);

test('the same tries from a page of the service itself succeed, so they would have worked', async () => {
  await page.route(`${daemon.baseUrl}/own`, (route) =>
    route.fulfill({ contentType: 'text/html', body: hostilePage() }),
  );
  await page.goto(`${daemon.baseUrl}/own`);
  const reads = ['fetch search', 'fetch sql', 'fetch sql as plain text', 'xhr search'];
  const tries = await attack('', [...reads, 'image']);
  const got = new Map(tries.map((entry) => [entry.name, entry.got]));
  for (const name of reads) {
    expect(got.get(name), name).toContain(SECRET);
  }
  expect(got.get('image')).toBe('loaded 1280');
  const ways = ['fetch', 'plain fetch', 'xhr', 'form', 'beacon', 'keepalive'];
  await vi.waitFor(async () =>
    expect(await stored()).toMatchObject([{ transcripts: ways.length, tags: 'kept,planted' }]),
  );
}, 60_000);
