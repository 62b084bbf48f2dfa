/**
 * Recognises a browser window that shows a page of this service, so that a search does not find the search. The page ends all its
 * titles with a mark (`packages/web/src/parts/view-title.ts`), because browsers tell their address late or not at all.
 */
import type { TextNode } from '#core/observation.ts';
import { isBrowser } from './exclusion-defaults.ts';

/** The browser's own words may follow, but no further part of a page's title: `Issues · Hindcast · GitHub` is another page. */
const TITLE_MARK = /· Hindcast(?=$|\s)(?!.*·)/u;
const THIS_MACHINE: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

export function isOwnPage(
  window: {
    readonly app: string;
    readonly className: string;
    readonly title: string;
    readonly browserUrl?: string | undefined;
  },
  /** Where this service answers; undefined while that is not known. */
  port: number | undefined,
): boolean {
  if (!isBrowser(window)) return false;
  const { title, browserUrl = '' } = window;
  if (TITLE_MARK.test(title)) return true;
  // A page that is loading has its address for a title.
  const [loading = ''] = title.split(/[/\s]/, 1);
  return [browserUrl, `http://${loading}`].some((address) => isOwnAddress(address, port));
}

/** Whether the address bar names it; a page that has just been asked for has neither a title nor its own address. */
export function isOwnPageAskedFor(
  nodes: readonly Pick<TextNode, 'role' | 'text'>[],
  port: number | undefined,
): boolean {
  return nodes.some(
    ({ role, text }) =>
      role === 'entry' && isOwnAddress(text.replace(/^(?!\w+:\/\/)/, 'http://'), port),
  );
}

function isOwnAddress(address: string, port: number | undefined): boolean {
  if (port === undefined || !URL.canParse(address)) return false;
  const url = new URL(address);
  return THIS_MACHINE.has(url.hostname) && url.port === String(port);
}
