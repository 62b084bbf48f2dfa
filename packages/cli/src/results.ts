/** Search results as a table for people: one line each, the words that were asked for in bold. */
import type { Item } from '@hindcast/client';
import { cut, pad, printable, type Style, widthOf } from './terminal.ts';

const APP_WIDTH = 18;
const MIN_TEXT_WIDTH = 20;
const SPACE = 2;
// Enough text before the first match to see what it is about.
const LEAD_CHARS = 24;

interface Row {
  time: string;
  type: string;
  app: string;
  text: string;
}

export function resultTable(
  items: readonly Item[],
  options: { words: readonly string[]; columns: number; style: Style },
): string {
  const rows = items.map(toRow);
  const appWidth = Math.min(APP_WIDTH, Math.max(3, ...rows.map((row) => widthOf(row.app))));
  const before = 'YYYY-MM-DD HH:MM'.length + 'Audio'.length + appWidth + 3 * SPACE;
  const textWidth = Math.max(MIN_TEXT_WIDTH, options.columns - before);
  const pattern = wordsPattern(options.words);
  const { style } = options;
  const head = style.dim(line({ time: 'Time', type: 'Type', app: 'App', text: 'Text' }, appWidth));
  const body = rows.map((row) => {
    const text = emphasise(cut(aroundMatch(row.text, pattern), textWidth), pattern, style);
    return line({ ...row, text }, appWidth);
  });
  return [head, ...body].join('\n');
}

function line(row: Row, appWidth: number): string {
  const gap = ' '.repeat(SPACE);
  return [
    pad(row.time, 16),
    pad(row.type, 5),
    pad(cut(row.app, appWidth), appWidth),
    row.text,
  ].join(gap);
}

function toRow(item: Item): Row {
  const time = localTime(item.content.timestamp);
  switch (item.type) {
    case 'OCR':
    case 'UI': {
      const { app_name: app, text } = item.content;
      return { time, type: item.type, app: printable(app), text: printable(text) };
    }
    case 'Audio': {
      const who = item.content.speaker?.name || item.content.device_name;
      return {
        time,
        type: 'Audio',
        app: printable(who),
        text: printable(item.content.transcription),
      };
    }
    case 'Input': {
      const { event_type: event, app_name: app, text_content: text } = item.content;
      const words = text === null ? event : `${event}: ${text}`;
      return { time, type: 'Input', app: printable(app ?? ''), text: printable(words) };
    }
  }
}

/** `2026-11-14 09:12` in the time zone of the person. */
export function localTime(iso: string): string {
  const at = new Date(iso);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
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
