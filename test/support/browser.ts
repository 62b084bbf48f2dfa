/** A real Chromium on a test desktop, with pages from a server of this machine; nothing else can be reached from it. */
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { type Desktop, whyNoDesktop } from './desktop.ts';

const PROGRAM = 'chromium';
// On a busy machine the first window takes its time.
const OPEN_WITHIN_MS = 40_000;

/** Why there can be no browser; undefined when there can. Give it to `describe.skipIf` and print it. */
export function whyNoBrowser(whyNoScreen = whyNoDesktop()): string | undefined {
  const isThere = (process.env.PATH ?? '')
    .split(delimiter)
    .some((folder) => existsSync(join(folder, PROGRAM)));
  return whyNoScreen ?? (isThere ? undefined : 'missing chromium; apt-get install -y chromium');
}

/**
 * Opens a page and waits for its window, whose number is the answer. All windows of one desktop belong to one browser unless
 * `profile` names another. As a person would start it: nothing asks it to be accessible.
 */
export function openPage(
  desktop: Pick<Desktop, 'home' | 'open'>,
  page: { url: string; title: string; flags?: readonly string[]; profile?: string },
): Promise<number> {
  const flags = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--no-first-run',
    '--disable-component-update',
    '--disable-background-networking',
    '--password-store=basic',
    `--user-data-dir=${join(desktop.home, page.profile ?? 'browser')}`,
  ];
  const args = [...flags, ...(page.flags ?? []), page.url];
  return desktop.open(PROGRAM, args, page.title, OPEN_WITHIN_MS);
}

/** Serves what `pageOf` makes of a path without its first slash. */
export async function servePages(pageOf: (path: string) => string) {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html').end(pageOf(request.url?.slice(1) ?? ''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
