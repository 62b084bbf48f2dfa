/** Search results for people: for each a line with when and where, and a line with what was found, its words in bold. */
import type { Item, MemoryItem } from '@hindcast/client';
import { counted, cut, printable, type Style, widthOf } from './terminal.ts';

const INDENT = '    ';
// Enough text before the first match to see what it is about.
const LEAD_CHARS = 24;

/** An item with what `group` and `snippet` of the search add to it. */
export type Found = (Item | MemoryItem) & {
  group?: { size: number } | undefined;
  match?: { snippet?: { text: string } | undefined } | undefined;
};

export function resultLines(
  items: readonly Found[],
  options: { words: readonly string[]; columns: number; style: Style; hasIds?: boolean },
): string[] {
  const { columns, style } = options;
  const pattern = wordsPattern(options.words);
  return items.flatMap((item) => {
    const { place, text } = describe(item);
    const end = `${framesIn(item)}${options.hasIds ? `  #${idOf(item)}` : ''}`;
    const time = localTime(item.content.timestamp);
    const head = cut(`${time}  ${place}`, columns - widthOf(end));
    const found = cut(aroundMatch(text, pattern), columns - INDENT.length);
    return [`${head}${style.dim(end)}`, `${INDENT}${emphasise(found, pattern, style)}`];
  });
}

function describe(item: Found): { place: string; text: string } {
  const snippet = item.match?.snippet?.text;
  switch (item.type) {
    case 'OCR':
    case 'UI': {
      const { app_name, window_name, text } = item.content;
      return { place: windowText(app_name, window_name), text: printable(snippet ?? text) };
    }
    case 'Audio': {
      const { speaker, device_name, transcription } = item.content;
      const place = speaker?.name ? `${speaker.name} said` : `heard on ${device_name}`;
      return { place: printable(place), text: printable(snippet ?? transcription) };
    }
    case 'Input': {
      const { event_type, app_name, window_title, text_content } = item.content;
      const text = text_content === null ? event_type : `${event_type}: ${text_content}`;
      return { place: windowText(app_name ?? '', window_title ?? ''), text: printable(text) };
    }
    case 'Memory': {
      const { source, content } = item.content;
      return { place: `memory of ${printable(source)}`, text: printable(content) };
    }
  }
}

function framesIn({ type, group }: Found): string {
  return type === 'OCR' && group && group.size > 1 ? `  (${counted(group.size, 'frame')})` : '';
}

function idOf(item: Found): number {
  if (item.type === 'OCR') return item.content.frame_id;
  return item.type === 'Audio' ? item.content.chunk_id : item.content.id;
}

/** `Firefox · Harbour news`: a title that ends with the name of its program says it once. */
export function windowText(app: string, title: string): string {
  const name = printable(app);
  const parts = /^(.+)\s[-–—|]\s(.+)$/.exec(printable(title));
  const isNamed = name !== '' && parts?.[2]?.toLowerCase().includes(name.toLowerCase());
  const rest = isNamed ? parts?.[1] : printable(title);
  return [name, rest].filter(Boolean).join(' · ') || 'unknown window';
}

/** `2026-11-14 09:12` in the time zone of the person. */
export function localTime(iso: string): string {
  const at = new Date(iso);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** `09:12`, likewise. */
export function localClock(iso: string): string {
  return localTime(iso).slice('2026-11-14 '.length);
}

/** Matches the words as the service reads them: quotes hold a phrase together, a final star is a prefix. */
function wordsPattern(words: readonly string[]): RegExp | undefined {
  const parts = words
    .flatMap((word) => word.split(/["\s]+/))
    .map((word) => word.replace(/\*+$/, ''))
    .filter((word) => word !== '')
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return parts.length === 0 ? undefined : new RegExp(`(${parts.join('|')})`, 'giu');
}

function aroundMatch(text: string, pattern: RegExp | undefined): string {
  const at = pattern === undefined ? -1 : text.search(pattern);
  if (at <= LEAD_CHARS) return text;
  const start = text.indexOf(' ', at - LEAD_CHARS) + 1;
  return `…${text.slice(start > 0 && start <= at ? start : at)}`;
}

function emphasise(text: string, pattern: RegExp | undefined, style: Style): string {
  return pattern === undefined ? text : text.replace(pattern, (match) => style.bold(match));
}
