/**
 * Text for a terminal: widths, shortening, colour. Captured text can hold anything, escape sequences included, so all of it goes
 * through `printable` first.
 */

/** One line without anything that could steer the terminal or reorder what is read. */
export function printable(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
      .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
      .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
      .replace(/ {2,}/g, ' ')
      .trim()
  );
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff00-\uff60\uffe0-\uffe6]/u;

/** The characters of a text with the columns each takes. */
function* columnsOf(text: string): Generator<{ character: string; width: number }> {
  for (const { segment } of segmenter.segment(text)) {
    yield { character: segment, width: WIDE.test(segment) ? 2 : 1 };
  }
}

export function widthOf(text: string): number {
  let width = 0;
  for (const column of columnsOf(text)) width += column.width;
  return width;
}

/** At most `width` columns, with an ellipsis where something was cut off. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let result = '';
  let used = 0;
  for (const column of columnsOf(text)) {
    if (used + column.width > width - 1) break;
    result += column.character;
    used += column.width;
  }
  return `${result}…`;
}

export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

export interface Style {
  bold(text: string): string;
  dim(text: string): string;
}

/** Colours only for a person at a terminal who did not switch them off (https://no-color.org). */
export function styleFor(stream: { isTTY?: boolean }, env: NodeJS.ProcessEnv): Style {
  const isColoured = stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
  const paint = (code: number, text: string) =>
    isColoured && text !== '' ? `\u001b[${code}m${text}\u001b[0m` : text;
  return { bold: (text) => paint(1, text), dim: (text) => paint(2, text) };
}

const DEFAULT_COLUMNS = 120;

export function columns(stream: { columns?: number }): number {
  return stream.columns ?? DEFAULT_COLUMNS;
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}

/** `1 frame`, `2 frames`. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
