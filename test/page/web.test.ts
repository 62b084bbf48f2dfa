/**
 * The web page as a person uses it, in a real browser against the real service with its sample day: searching, scrubbing, opening a
 * picture. Every test also fails on a console error, on a request that leaves the service, and on anything axe-core finds.
 */
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type RunningDaemon, startDaemon } from '../support/start-daemon.ts';
import { CHROMIUM, closeBrowser, openWebPage, type WebPage } from '../support/web-page.ts';

// A busy machine takes its time over a browser.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });
const PATIENCE_MS = 30_000;

/** Where it is about eight in the evening: the sample day ends now, and shortly after midnight most of it would be yesterday. */
const EVENING = (() => {
  const eastward = ((20 - new Date().getUTCHours() + 12) % 24) - 12;
  return `Etc/GMT${eastward > 0 ? '-' : '+'}${Math.abs(eastward)}`;
})();

const VIEWS = [
  '/app/timeline',
  '/app/search?q=budget',
  '/app/ask?q=what+is+in+the+budget%3F',
  '/app/frame/2?q=budget',
  '/app/audio',
  '/app/speakers',
  '/app/activity',
  '/app/pipes',
  '/app/sync',
  '/app/health',
  '/app/settings/privacy',
  '/app/settings/appearance',
  '/app/settings/access',
  '/app/welcome',
];

let daemon: RunningDaemon;
let web: WebPage;
let page: WebPage['page'];
let open: WebPage['open'];

beforeAll(async () => {
  if (CHROMIUM === undefined) return;
  daemon = await startDaemon({ args: ['--replay'] });
  await until(async () => (await total('')) > 20);
});

afterAll(async () => {
  await closeBrowser();
  await daemon?.stop();
});

beforeEach(async (context) => {
  context.skip(CHROMIUM === undefined, 'no Chromium is installed');
  web = await openWebPage(daemon.baseUrl, { timezoneId: EVENING });
  ({ page, open } = web);
});

afterEach(async () => {
  await web?.close();
  expect(web?.faults ?? []).toEqual([]);
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  await vi.waitFor(async () => expect(await isSo()).toBe(true), {
    timeout: PATIENCE_MS,
    interval: 100,
  });
}

async function total(q: string): Promise<number> {
  const reply = await fetch(`${daemon.baseUrl}/search?limit=1&q=${encodeURIComponent(q)}`);
  return ((await reply.json()) as { pagination: { total: number } }).pagination.total;
}

describe('the page', () => {
  test('is served with a policy that lets nothing in or out, while programs get JSON', async () => {
    const reply = await open('/');
    const policy = reply?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toContain('unsafe');
    await page.waitForURL('**/app/timeline**');
    const program = await fetch(`${daemon.baseUrl}/`, { headers: { accept: 'application/json' } });
    expect(await program.json()).toMatchObject({ name: 'hindcast', docs: '/docs' });
    const missing = await fetch(`${daemon.baseUrl}/app/assets/no-such-file.js`);
    expect(missing.status).toBe(404);
    const foreign = await fetch(`${daemon.baseUrl}/app`, {
      headers: { origin: 'https://evil.example' },
    });
    expect(foreign.status).toBe(403);
  });

  test('shows no accessibility violation in light and dark, wide and narrow', async () => {
    for (const path of VIEWS) {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 1440, height: 860 });
      await open(path);
      await page.locator('h1').waitFor({ state: 'attached' });
      await page.waitForLoadState('networkidle');
      expect(await web.violations(), `${path} light 1440`).toEqual([]);
      // The page follows the system and the window; opening it again would show the same.
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.setViewportSize({ width: 420, height: 860 });
      await page.locator('html[data-theme=dark]').waitFor({ state: 'attached' });
      expect(await web.violations(), `${path} dark 420`).toEqual([]);
    }
  });
});

test('days and hours begin where a time zone of half an hour has them', async () => {
  const there = await openWebPage(daemon.baseUrl, { timezoneId: 'Asia/Kolkata' });
  try {
    await there.open('/app/timeline?z=day');
    await there.page.locator('.hr span').first().waitFor();
    const labels = await there.page.locator('.hr span').allTextContents();
    expect(labels.filter((label) => !label.endsWith(':00'))).toEqual([]);
    await there.open('/app/activity?length=week');
    await there.page.getByText('Show as table', { exact: true }).waitFor();
    // Soon after midnight there, today has nothing yet.
    const found = await fetch(`${daemon.baseUrl}/search?content_type=ocr&limit=1&order=ascending`);
    const [oldest] = ((await found.json()) as { data: { content: { timestamp: string } }[] }).data;
    await there.open(`/app/activity?from=${oldest?.content.timestamp}`);
    await there.page.getByRole('switch', { name: 'Show as table' }).click();
    const firsts = there.page.locator('table.data tbody tr td:first-child');
    await firsts.first().waitFor();
    const hours = await firsts.allTextContents();
    expect(hours.length).toBeGreaterThan(0);
    expect(hours.filter((hour) => !hour.endsWith(':00'))).toEqual([]);
    expect(there.faults).toEqual([]);
  } finally {
    await there.close();
  }
});

test('the first visit reports what is missing and how to repair it, and finds a word of the screen', async () => {
  await open('/app/welcome');
  const recorded = page.getByRole('region', { name: 'What is being recorded' });
  await recorded.getByText('this machine is not recorded').waitFor();
  await recorded.getByRole('button', { name: /^Copy: .*npm start/ }).click();
  await page.getByText('Copied the command').waitFor();
  const chip = page.getByRole('region', { name: 'Find something now' }).locator('.chip').first();
  await chip.click();
  await page.locator('.shot svg.boxes rect').first().waitFor();
});

describe('searching', () => {
  test('finds while typing, with the keyboard alone, and opens the picture with the word marked', async () => {
    await open('/app/timeline');
    await page.locator('canvas[data-frame-id]').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('enclosure');
    await page.waitForURL('**/app/search?q=enclosure');
    await page.locator('[role=option] mark').first().waitFor();
    expect(
      (await page.locator('[role=option] mark').first().textContent())?.toLowerCase(),
    ).toContain('enclosure');
    const first = await page.locator('[role=option][aria-selected=true]').getAttribute('id');
    await page.keyboard.press('ArrowDown');
    await until(
      async () =>
        (await page.locator('[role=option][aria-selected=true]').getAttribute('id')) !== first,
    );
    await page.locator('.prev svg.boxes rect').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/app/frame/*?q=enclosure');
    await page.locator('.canvas svg.boxes rect').first().waitFor();
    await page.locator('#frame-panel mark').first().waitFor();
  });

  test('draws the box where the word stands on the picture', async () => {
    await open('/app/search?q=budget');
    const box = page.locator('.prev svg.boxes rect').first();
    await box.waitFor();
    const place = await box.boundingBox();
    const picture = await page.locator('.prev .shot img').boundingBox();
    const key = (await page.locator('[role=option][aria-selected=true]').getAttribute('id')) ?? '';
    const reply = await fetch(`${daemon.baseUrl}/frames/${key.replace('hit-f', '')}/ocr`);
    const { text_positions: words } = (await reply.json()) as {
      text_positions: { text: string; bounds: { left: number; top: number } }[];
    };
    const word = words.find(({ text }) => /^budget/i.test(text));
    if (!word || !place || !picture) throw new Error('the word has no place');
    expect(place.x - picture.x).toBeCloseTo(word.bounds.left * picture.width, -1);
    expect(place.y - picture.y).toBeCloseTo(word.bounds.top * picture.height, -1);
  });

  test('begins with the best match when that is chosen, in the list and in the address', async () => {
    await open('/app/search?q=budget');
    const ids = () => page.locator('[role=option]').evaluateAll((all) => all.map(({ id }) => id));
    await page.locator('[role=option]').first().waitFor();
    await page.getByRole('button', { name: 'Best match' }).click();
    await page.waitForURL(/order=best/);
    await page.getByText('Best match first').waitFor();
    const reply = await fetch(
      `${daemon.baseUrl}/search?q=budget*&group=true&limit=20&order=relevance`,
    );
    const { data } = (await reply.json()) as {
      data: { content: { frame_id?: number; chunk_id?: number } }[];
    };
    const { frame_id, chunk_id } = data[0]?.content ?? {};
    expect((await ids())[0]).toBe(frame_id ? `hit-f${frame_id}` : `hit-a${chunk_id}`);
  });

  test('marks pictures of the strip that say something else about the words', async () => {
    await open('/app/frame/3?q=budget');
    const other = page.getByRole('link', { name: /with other words$/ });
    await other.first().waitFor();
    expect(await other.count()).toBe(await page.locator('.film .otherdot').count());
    const same = page.locator('.film a[aria-current]');
    expect(await same.locator('.otherdot').count()).toBe(0);
  });

  test('of several apps any is meant, chosen one after the other', async () => {
    await open('/app/search?app=Pigeon+Mail');
    await page.locator('[role=option]').first().waitFor();
    await page.getByRole('button', { name: 'App: Pigeon Mail' }).click();
    await page.getByRole('textbox', { name: 'App contains' }).fill('Terminal');
    await page.keyboard.press('Enter');
    await page.waitForURL(/app=Pigeon\+Mail&app=Terminal/);
    await page.getByRole('button', { name: 'App: Pigeon Mail or Terminal' }).waitFor();
    const both = await fetch(
      `${daemon.baseUrl}/search?limit=1000&app_name=Pigeon+Mail&app_name=Terminal`,
    );
    const { data } = (await both.json()) as { data: { content: { app_name: string } }[] };
    expect(new Set(data.map(({ content }) => content.app_name))).toEqual(
      new Set(['Pigeon Mail', 'Terminal']),
    );
    await page.locator('[role=option]', { hasText: 'Terminal' }).first().waitFor();
  });

  test('says what to do when nothing is found, and a link gives the same search again', async () => {
    await open('/app/search?q=enclosrue');
    await page.getByRole('button', { name: 'Search for “enclosure”' }).click();
    await page.locator('[role=option] mark').first().waitFor();
    await open('/app/search?q=xylophonist&type=screen');
    await page.getByText('Nothing found for “xylophonist”').waitFor();
    await page.getByRole('button', { name: 'Screen and sound' }).click();
    await page.waitForURL((url) => !url.searchParams.has('type'));
  });
});

describe('the timeline', () => {
  test('scrubs by pointer and steps by arrow keys, and the picture follows', async () => {
    await open('/app/timeline?z=day');
    const canvas = page.locator('canvas[data-frame-id]');
    await canvas.waitFor();
    const shown = () => canvas.getAttribute('data-frame-id');
    const last = await shown();
    await page.keyboard.press('Home');
    await until(async () => (await shown()) !== last);
    const first = await shown();
    await page.keyboard.press('ArrowRight');
    await until(async () => (await shown()) !== first);
    const lane = await page.locator('.lane').first().boundingBox();
    if (!lane) throw new Error('there is no lane');
    await page.mouse.move(lane.x + 5, lane.y + 10);
    await page.mouse.down();
    const seen = new Set<string | null>();
    for (let x = 0; x <= lane.width; x += lane.width / 40) {
      await page.mouse.move(lane.x + x, lane.y + 10);
      seen.add(await shown());
    }
    await page.mouse.up();
    expect(seen.size).toBeGreaterThan(2);
    await page.waitForURL(/at=20/);
  });

  test('goes to a date that is typed, says what is not there, and comes back', async () => {
    await open('/app/timeline');
    await page.locator('canvas[data-frame-id]').waitFor();
    await page.keyboard.press('g');
    await page.getByRole('textbox', { name: 'Go to' }).fill('3 Feb 2024 10:00');
    await page.keyboard.press('Enter');
    await page.getByText('Nothing recorded on Sat 3 Feb 2024').waitFor();
    await page.getByRole('button', { name: 'Today' }).click();
    await page.locator('.lane .sg').first().waitFor();
  });
});

describe('a timeline under fingers', () => {
  /** As a screen sends them: what playwright calls touch is a tap alone. */
  async function fingers(paths: readonly (readonly [x: number, y: number])[][]): Promise<void> {
    const session = await page.context().newCDPSession(page);
    const points = (step: number) =>
      paths.map((path, id) => {
        const [x, y] = path[Math.min(step, path.length - 1)] ?? [0, 0];
        return { id, x, y };
      });
    const steps = Math.max(...paths.map((path) => path.length));
    await session.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: points(0),
    });
    for (let step = 1; step < steps; step += 1) {
      await session.send('Input.dispatchTouchEvent', {
        type: 'touchMove',
        touchPoints: points(step),
      });
    }
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await session.detach();
  }

  test('a drag moves time under the playhead, two fingers zoom, a tap goes there', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open('/app/timeline?z=1h');
    await page.locator('canvas[data-frame-id]').waitFor();
    const lane = await page.locator('.lane').first().boundingBox();
    if (!lane) throw new Error('there is no lane');
    const y = lane.y + lane.height / 2;
    const from = lane.x + lane.width / 3;
    const at = async () =>
      Date.parse(new URL(page.url()).searchParams.get('at') ?? new Date().toISOString());
    const before = await at();
    // To the right: what was earlier comes into view. A third of the width of an hour.
    const drag = Array.from({ length: 12 }, (_, i) => [from + (i * lane.width) / 33, y] as const);
    await fingers([drag]);
    await until(async () => (await at()) < before - 10 * 60_000);
    expect(before - (await at())).toBeLessThan(35 * 60_000);
    const middle = lane.x + lane.width / 2;
    const apart = (way: number) =>
      Array.from({ length: 10 }, (_, i) => [middle + way * (20 + i * 20), y] as const);
    await fingers([apart(-1), apart(1)]);
    await page.waitForURL(/z=(15m|5m)/);
    const left = await at();
    await fingers([[[lane.x + lane.width * 0.9, y]]]);
    await until(async () => (await at()) !== left);
  });
});

describe('a marked range', () => {
  test('is made into a video with the keyboard', async () => {
    await open('/app/timeline');
    await page.locator('canvas[data-frame-id]').waitFor();
    await page.keyboard.press('Home');
    await page.keyboard.press('i');
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('o');
    await page.getByRole('button', { name: 'Export video' }).focus();
    await page.keyboard.press('Enter');
    const reported = await page.getByText(/Saved a video of \d+ pictures as/).textContent();
    const [, count = '', path = ''] = /of (\d+) pictures as (\S+)/.exec(reported ?? '') ?? [];
    expect(Number(count)).toBeGreaterThan(2);
    expect(readFileSync(path).subarray(4, 8).toString()).toBe('ftyp');
  });
});

describe('a picture', () => {
  test('has its app left out from now on, until that is undone', async () => {
    await open('/app/frame/2');
    const ignored = async () => {
      const { data } = (await (await fetch(`${daemon.baseUrl}/config`)).json()) as {
        data: { key: string; value: unknown }[];
      };
      return data.find(({ key }) => key === 'vision.ignoredApps')?.value;
    };
    await page.getByRole('button', { name: 'Never record Pigeon Mail' }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    expect(await ignored()).toEqual(['Pigeon Mail']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Never record Pigeon Mail' }).waitFor();
    expect(await ignored()).toEqual([]);
  });

  test('can be zoomed, read, walked from and tagged', async () => {
    await open('/app/frame/2');
    await page.locator('.canvas img').waitFor();
    const width = async () => (await page.locator('.canvas').boundingBox())?.width ?? 0;
    const fitted = await width();
    await page.keyboard.press('1');
    await until(async () => (await width()) > fitted);
    await page.locator('.textlayer span').first().waitFor({ state: 'attached' });
    await page.keyboard.press('f');
    await page.keyboard.press('ArrowRight');
    // The address changes before the view, whose tags belong to one picture.
    await page.locator('[aria-current][href="/app/frame/3"]').waitFor();
    await page.getByRole('button', { name: 'Add tag' }).click();
    await page.keyboard.type('lisbon');
    await page.keyboard.press('Enter');
    await page.getByText('lisbon', { exact: true }).waitFor();
    const tagged = await fetch(`${daemon.baseUrl}/search?tags=lisbon`);
    expect(((await tagged.json()) as { pagination: { total: number } }).pagination.total).toBe(1);
  });

  test('is never shown in clear while personal data is to be hidden', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.addInitScript(() =>
      localStorage.setItem('hindcast.preferences', JSON.stringify({ hidePersonalData: true })),
    );
    await open('/app/frame/2');
    await page.locator('.canvas img, .covered').first().waitFor();
    const clear = asked.filter((url) => url.endsWith('/frames/2'));
    expect(clear).toEqual([]);
  });
});
