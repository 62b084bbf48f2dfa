/**
 * Finds the page that a browser window shows, and its address. A browser that goes to another page shows it, and names it in the
 * title of the window, before its tree follows: an address counts only together with the name that the title shows.
 */
import { ACCESSIBLE, type AtspiCalls, type Ref } from './atspi-bus.ts';
import { DOCUMENT_ROLES } from './atspi-roles.ts';
import { allOf, childrenOf, keyOf, roleAt, type ShownNode, statesAt } from './atspi-walk.ts';

const DOCUMENT = 'org.a11y.atspi.Document';
/** Windows of browsers have the page this many levels down, and fewer nodes next to the way to it. */
const MOST_DEPTH = 25;
/** More windows than a person has open. */
const REMEMBERED = 50;

export interface BrowserWindow {
  readonly ref: Ref;
  /** As its title says it: the name of the page and of the browser. */
  readonly name: string;
}

/** `AtspiCalls` bound the number of questions. Remembers the page of each window. */
export function documentFinder() {
  const pages = new Map<string, Ref>();

  function remember({ ref }: BrowserWindow, page: Ref): void {
    const [oldest] = pages.keys();
    if (pages.size >= REMEMBERED && oldest !== undefined) pages.delete(oldest);
    pages.set(keyOf(ref), page);
  }

  /** Undefined for other tabs, helper pages without an address, and a page that the title does not name any more. */
  async function findUrl(
    calls: AtspiCalls,
    window: BrowserWindow,
    page: Ref,
  ): Promise<string | undefined> {
    const [url, name] = await Promise.all([
      addressOf(calls, page),
      calls.property(page, ACCESSIBLE, 'Name').catch(() => ''),
    ]);
    if (url === undefined || !tidy(window.name).startsWith(tidy(String(name ?? '')))) {
      return undefined;
    }
    remember(window, page);
    return url;
  }

  async function firstUrl(
    calls: AtspiCalls,
    window: BrowserWindow,
    candidates: readonly Ref[],
  ): Promise<string | undefined> {
    for (const page of candidates) {
      const url = await findUrl(calls, window, page);
      if (url !== undefined) return url;
    }
    return undefined;
  }

  async function search(calls: AtspiCalls, window: BrowserWindow): Promise<string | undefined> {
    let level = [window.ref];
    for (let depth = 0; depth < MOST_DEPTH && level.length > 0; depth += 1) {
      const nodes = (await Promise.all(level.map((ref) => shownChildren(calls, ref)))).flat();
      const url = await firstUrl(calls, window, pagesAmong(nodes));
      if (url !== undefined) return url;
      level = nodes.map(({ ref }) => ref);
    }
    return undefined;
  }

  /** Of the page that the window showed last. */
  async function knownUrl(calls: AtspiCalls, window: BrowserWindow): Promise<string | undefined> {
    const page = pages.get(keyOf(window.ref));
    const states = page && (await statesAt(calls, page).catch(() => undefined));
    return page && states?.isShown ? findUrl(calls, window, page) : undefined;
  }

  return {
    knownUrl,
    /** For a browser: looks for the page if need be. */
    searchUrl: async (calls: AtspiCalls, window: BrowserWindow) =>
      (await knownUrl(calls, window)) ?? search(calls, window),
    /** For any window, in a tree that was walked already. */
    urlIn: (calls: AtspiCalls, window: BrowserWindow, tree: ShownNode) =>
      firstUrl(calls, window, pagesAmong(allOf(tree))),
  };
}

function pagesAmong(nodes: readonly { ref: Ref; role: number }[]): Ref[] {
  return nodes.filter(({ role }) => DOCUMENT_ROLES.has(role)).map(({ ref }) => ref);
}

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

async function shownChildren(calls: AtspiCalls, parent: Ref) {
  const refs = await childrenOf(calls, parent);
  const nodes = await Promise.all(
    refs.map(async (ref) => {
      const [states, role] = await Promise.all([statesAt(calls, ref), roleAt(calls, ref)]);
      return states.isShown ? { ref, role } : undefined;
    }),
  );
  return nodes.filter((node) => node !== undefined);
}

async function addressOf(calls: AtspiCalls, page: Ref): Promise<string | undefined> {
  const [attributes] = await calls.call(page, DOCUMENT, 'GetAttributes').catch(() => [{}]);
  const { URI, DocURL } = attributes as { URI?: string; DocURL?: string };
  return URI || DocURL || undefined;
}
