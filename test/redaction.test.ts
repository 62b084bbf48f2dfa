/**
 * `redact_pii=true` from end to end: a browser shows pages with secrets, the service gets the screenshots without any text, and nothing
 * of the secrets may be left in what it answers, neither in pixels nor for a reader. Which pixels are secret is known from a second
 * screenshot in which the secrets are hidden.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seededRandom } from '../bench/search/corpus.ts';
import { browserIn } from '../scripts/bootstrap/browser.mjs';
import { NOTHING_CAPTURED, type RunningDaemon, startDaemon } from './support/start-daemon.ts';

const executablePath = browserIn(process.env.PATH ?? '');
if (executablePath === undefined) process.stderr.write('skipped: no browser found\n');

const LOOKS = {
  light: 'font:13px "DejaVu Sans Mono",monospace;background:#fff;color:#222',
  dark: 'font:12px "DejaVu Sans Mono",monospace;background:#1e1e1e;color:#d4d4d4',
  // Set so tight that the lines touch each other: hardly anything of it can be read.
  small: 'font:10px/11px "DejaVu Sans Mono",monospace;background:#fff;color:#333',
  proportional: 'font:14px "DejaVu Sans",sans-serif;background:#fafafa;color:#111',
};

// Made up as the test runs, so that no file looks as if it held a key.
const random = seededRandom(20_260_203);
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const token = (length: number) =>
  Array.from({ length }, () => LETTERS.charAt(Math.floor(random() * LETTERS.length))).join('');
const hidden = (text: string) => `<b>${text}</b>`;

const KEYS = [`sk-proj-${token(44)}`, `ghp_${token(36)}`, `glpat-${token(20)}`, token(48)];
const MATERIAL = Array.from({ length: 20 }, () => token(64)).join('\n');
const PAGES = {
  'API keys': `<p>Settings of the deployment</p>${KEYS.map((key, i) => `<p>SERVICE_${i}=${hidden(key)}</p>`).join('')}<p>Nothing to see here</p>`,
  'a private key': `<p>Keep this file to yourself</p><pre>-----BEGIN PRIVATE KEY-----\n${hidden(MATERIAL)}\n-----END PRIVATE KEY-----</pre><p>Nothing to see here</p>`,
  'numbers split over words and lines': `<p>Paid with ${hidden('4111 1111 1111 1111')} today</p><div style="width:14ch">Card ${hidden('5555 5555 5555 4444')}</div>
    <p>SSN ${hidden('536-22-1234')}, call ${hidden('+1 (415) 555-2671')}</p><p>Nothing to see here</p>`,
};

let browser: Browser;
let daemon: RunningDaemon;

async function screenshots(html: string, look: string): Promise<{ shown: Buffer; bare: Buffer }> {
  const page = await browser.newPage({ viewport: { width: 900, height: 560 } });
  const style = `body{margin:20px;${look}}b,pre{font:inherit}.bare b{visibility:hidden}`;
  await page.setContent(`<style>${style}</style>${html}`);
  const shown = await page.screenshot({ type: 'jpeg', quality: 85 });
  await page.evaluate('document.body.className = "bare"');
  const bare = await page.screenshot({ type: 'jpeg', quality: 85 });
  await page.close();
  return { shown, bare };
}

async function addFrame(jpeg: Buffer): Promise<number> {
  const path = join(daemon.dataDir, '..', `${daemon.pid}-${token(8)}.jpg`);
  writeFileSync(path, jpeg);
  const content = { content_type: 'frames', data: { file_path: path } };
  const reply = await fetch(`${daemon.baseUrl}/add`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ device_name: 'monitor_1', content }),
  });
  const { ids } = (await reply.json()) as { ids: number[] };
  return ids[0] ?? 0;
}

/** A busy machine may need more than the time an image may take: what was read so far is kept, so asking again ends. */
async function redacted(id: number): Promise<Response> {
  for (;;) {
    const reply = await fetch(`${daemon.baseUrl}/frames/${id}?redact_pii=true`);
    if (reply.status !== 408) return reply;
  }
}

const greyOf = (jpeg: Buffer) => sharp(jpeg).greyscale().raw().toBuffer();

/** How much of the ink of the secrets is still there, and how much there was. */
async function inkLeft({ shown, bare }: { shown: Buffer; bare: Buffer }, after: Buffer) {
  const [before, without, now] = await Promise.all([shown, bare, after].map(greyOf));
  let ink = 0;
  let left = 0;
  for (const [at, level] of before?.entries() ?? []) {
    if (Math.abs(level - (without?.[at] ?? 0)) < 50) continue;
    ink += 1;
    if ((now?.[at] ?? 0) > 12) left += 1;
  }
  return { ink, left };
}

describe.skipIf(executablePath === undefined)('a screenshot', { timeout: 180_000 }, () => {
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: executablePath ?? '',
      args: ['--no-sandbox'],
    });
    daemon = await startDaemon({ args: NOTHING_CAPTURED });
  }, 90_000);
  afterAll(async () => {
    await browser?.close();
    await daemon?.stop();
  }, 60_000);

  const cases = Object.keys(PAGES).flatMap((page) =>
    Object.keys(LOOKS).map((look) => ({ page, look })),
  );
  test.each(cases)('shows nothing of $page, $look', async ({ page, look }) => {
    const shots = await screenshots(
      PAGES[page as keyof typeof PAGES],
      LOOKS[look as keyof typeof LOOKS],
    );
    const id = await addFrame(shots.shown);
    const reply = await redacted(id);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('x-pii-redacted')).toBe('true');
    const after = Buffer.from(await reply.arrayBuffer());
    const { ink, left } = await inkLeft(shots, after);
    expect(ink).toBeGreaterThan(500);
    expect(left).toBe(0);
    await expectReadable(after);
  });

  /** Read again, the harmless line is there and nothing that a secret is made of. */
  async function expectReadable(jpeg: Buffer): Promise<void> {
    const id = await addFrame(jpeg);
    const reply = await fetch(`${daemon.baseUrl}/frames/${id}/ocr`, { method: 'POST' });
    const { text_positions: words } = (await reply.json()) as {
      text_positions: { text: string }[];
    };
    const text = words.map((word) => word.text).join(' ');
    expect(text).toContain('Nothing to see here');
    expect(text).not.toMatch(/\d{4}/);
    for (const key of [...KEYS, ...MATERIAL.split('\n')]) expect(text).not.toContain(key.slice(-8));
  }

  test('without secrets comes as it was stored', async () => {
    const { shown } = await screenshots('<p>Minutes of the meeting in March</p>', LOOKS.light);
    const id = await addFrame(shown);
    const reply = await redacted(id);
    expect(reply.headers.get('x-pii-redacted')).toBe('false');
    const clear = await (await fetch(`${daemon.baseUrl}/frames/${id}`)).arrayBuffer();
    expect(Buffer.from(await reply.arrayBuffer()).equals(Buffer.from(clear))).toBe(true);
  });
});
