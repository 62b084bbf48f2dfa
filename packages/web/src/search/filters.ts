/**
 * What narrows a search, in the address of the view and in the words of the field: `app:mail`, `site:example.org`, `after:yesterday`.
 * A known prefix becomes a chip once it is finished; anything else is searched as it stands.
 */
import { isoOf } from '../parts/format.ts';
import { readWhen } from '../timeline/when.ts';

const NAMES = ['app', 'window', 'site', 'speaker', 'tag'] as const;
const ENDS = ['from', 'to'] as const;
export type FilterName = (typeof NAMES)[number];
export type SearchType = 'all' | 'screen' | 'sound';

/** Of several apps, windows, sites or speakers any is meant; of several tags all are. */
export type Filters = Readonly<Partial<Record<FilterName, readonly string[]>>> &
  Readonly<Partial<Record<(typeof ENDS)[number], string>>> & {
    readonly type: SearchType;
    readonly isGrouped: boolean;
    readonly order: 'newest' | 'best';
  };

const TYPES: readonly SearchType[] = ['all', 'screen', 'sound'];
const PREFIX = /(?:^|\s)(app|window|site|speaker|tag|type|before|after):("[^"]+"|\S+)(?=\s)/i;

export function readFilters(parameters: URLSearchParams): Filters {
  const type = parameters.get('type') as SearchType;
  const named = NAMES.flatMap((name) => {
    const values = parameters.getAll(name).filter((value) => value !== '');
    return values.length > 0 ? [[name, [...new Set(values)]] as const] : [];
  });
  const ends = ENDS.flatMap((name) => {
    const value = parameters.get(name);
    return value ? [[name, value] as const] : [];
  });
  return {
    ...Object.fromEntries(named),
    ...Object.fromEntries(ends),
    type: TYPES.includes(type) ? type : 'all',
    isGrouped: parameters.get('group') !== '0',
    order: parameters.get('order') === 'best' ? 'best' : 'newest',
  };
}

export function writeFilters(parameters: URLSearchParams, filters: Filters): void {
  for (const name of NAMES) {
    parameters.delete(name);
    for (const value of filters[name] ?? []) parameters.append(name, value);
  }
  for (const name of ENDS) {
    const value = filters[name];
    if (value) parameters.set(name, value);
    else parameters.delete(name);
  }
  if (filters.type === 'all') parameters.delete('type');
  else parameters.set('type', filters.type);
  if (filters.isGrouped) parameters.delete('group');
  else parameters.set('group', '0');
  if (filters.order === 'newest') parameters.delete('order');
  else parameters.set('order', filters.order);
}

export function isNarrowed(filters: Filters): boolean {
  const hasValues = [...NAMES, ...ENDS].some((name) => (filters[name]?.length ?? 0) > 0);
  return hasValues || filters.type !== 'all';
}

/** Takes finished prefixes out of the text; undefined when there is none. */
export function takePrefix(
  text: string,
  filters: Filters,
  nowMs: number,
): { text: string; change: Partial<Filters> } | undefined {
  const match = PREFIX.exec(`${text}`);
  if (!match) return undefined;
  const [whole, prefix = '', quoted = ''] = match;
  const value = quoted.replaceAll('"', '');
  const change = changeFor({ prefix: prefix.toLowerCase(), value }, filters, nowMs);
  if (!change) return undefined;
  const rest = `${text.slice(0, match.index)} ${text.slice(match.index + whole.length)}`;
  return { text: rest.replace(/\s+/g, ' ').trimStart(), change };
}

function changeFor(
  { prefix, value }: { prefix: string; value: string },
  filters: Filters,
  nowMs: number,
): Partial<Filters> | undefined {
  if (prefix === 'type') {
    const type = value.toLowerCase() as SearchType;
    return TYPES.includes(type) ? { type } : undefined;
  }
  if (prefix === 'before' || prefix === 'after') {
    const atMs = readWhen(value, nowMs);
    if (atMs === undefined) return undefined;
    return prefix === 'before' ? { to: isoOf(atMs) } : { from: isoOf(atMs) };
  }
  const name = NAMES.find((known) => known === prefix);
  return name && { [name]: [...new Set([...(filters[name] ?? []), value])] };
}

/** While a word is being typed, everything that begins with it is meant. */
export function asTyped(text: string): string {
  const isOpen = (text.match(/"/g)?.length ?? 0) % 2 === 1;
  const query = isOpen ? `${text}"` : text;
  return /(?:^|\s)[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]+$/u.test(query)
    ? `${query}*`
    : query.trim();
}

/** `-word` and `-"some words"` are not to be there; a dash inside a word is part of it. */
export function splitExcluded(text: string): { wanted: string; excluded: string } {
  const excluded: string[] = [];
  const wanted = text.replace(/(^|\s)-("[^"]+"|[^\s"-]\S*)/g, (_, space: string, word: string) => {
    excluded.push(word);
    return space;
  });
  return { wanted: excluded.length === 0 ? text : wanted.trim(), excluded: excluded.join(' ') };
}

/** What comes first, for `/search`. Without words nothing is a better match than another. */
export function inOrder(q: string, { order }: Filters): { order?: 'relevance' } {
  return order === 'best' && q !== '' ? { order: 'relevance' } : {};
}

/** The parameters of `/search` and `/search/facets`. */
export function searchParameters(text: string, filters: Filters) {
  const contentType = { all: 'all', screen: 'vision', sound: 'audio' }[filters.type];
  const { wanted, excluded } = splitExcluded(text);
  return {
    q: asTyped(wanted),
    exclude: excluded,
    content_type: contentType,
    app_name: filters.app,
    window_name: filters.window,
    browser_url: filters.site,
    start_time: filters.from,
    end_time: filters.to,
    speaker_name: filters.speaker,
    tags: filters.tag?.join(','),
  };
}

/** The same for a search by meaning, which knows no beginnings of words. */
export function meantParameters(text: string, filters: Filters) {
  return { ...searchParameters(text, filters), q: splitExcluded(text).wanted.trim() };
}
