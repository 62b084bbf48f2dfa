/** The web page in a real browser for black-box tests: built when it is not, watched for console errors and for foreign requests. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { markPageCurrent, pageIsCurrent } from '../../scripts/bootstrap/web-page.mjs';

const ROOT = join(import.meta.dirname, '..', '..');
const PATIENCE_MS = 30_000;

/** Undefined where none is installed. The first one has no windows and is faster. */
export const CHROMIUM = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => existsSync(path));

export interface WebPage {
  page: Page;
  /** Console errors, page errors and requests to anything but the service. */
  faults: string[];
  open(path: string): ReturnType<Page['goto']>;
  /** What axe-core finds on the present view, a line each. */
  violations(): Promise<string[]>;
  close(): Promise<void>;
}

/** The step before `npm test`, for runs of one file; nothing happens when the page is built. */
export function buildPage(): void {
  if (pageIsCurrent(ROOT)) return;
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const { status } = spawnSync(process.execPath, [vite, 'build', 'packages/web'], {
    cwd: ROOT,
    // As it is served: in the environment of tests another page would be built.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status === 0) markPageCurrent(ROOT);
}

let launched: Promise<Browser> | undefined;

export async function openWebPage(
  baseUrl: string,
  { timezoneId = 'UTC', locale = 'en-US' }: { timezoneId?: string; locale?: string } = {},
): Promise<WebPage> {
  buildPage();
  launched ??= chromium.launch({
    executablePath: CHROMIUM ?? '',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const browser = await launched;
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    timezoneId,
    locale,
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`page: ${error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== baseUrl && url.protocol !== 'blob:') faults.push(`request to ${url.origin}`);
  });
  return {
    page,
    faults,
    open: (path) => page.goto(baseUrl + path),
    violations: () => violationsOf(page),
    close: () => context.close(),
  };
}

export async function closeBrowser(): Promise<void> {
  await (await launched)?.close();
  launched = undefined;
}

async function violationsOf(page: Page): Promise<string[]> {
  // Evaluated by the debugger, which no content policy concerns; half a megabyte, once per document.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: inPage } = globalThis as unknown as { axe: typeof axe };
    const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    const { violations } = await inPage.run({ runOnly: { type: 'tag', values } });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    );
  });
}
