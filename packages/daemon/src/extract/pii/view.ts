/**
 * Text as the matchers see it: one kind of dash, one kind of space, no invisible characters, each character with its place in the
 * original. What a line break means is not known (a card number on two lines, a long key broken at the edge of a terminal), so there
 * are three readings of it: as it stands, as a space, and as nothing.
 */

export interface View {
  readonly text: string;
  /** For each character of `text`, its place in the original. */
  readonly origins: readonly number[];
}

const INVISIBLE = /[\u00AD\u200B-\u200F\u2060\uFEFF\r]/u;
const DASH = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/u;
const SPACE = /[\t\u00A0\u2000-\u200A\u202F\u205F\u3000]/u;
// The forms of ASCII that are as wide as a Chinese character.
const FULL_WIDTH = /[\uFF01-\uFF5E]/u;

export function normalisedView(text: string): View {
  return mapped(text, (unit) => {
    if (unit < '\u0080' && unit !== '\t' && unit !== '\r') return unit;
    if (INVISIBLE.test(unit)) return '';
    if (DASH.test(unit)) return '-';
    if (SPACE.test(unit)) return ' ';
    return FULL_WIDTH.test(unit) ? String.fromCharCode(unit.charCodeAt(0) - 0xfee0) : unit;
  });
}

/** The same with single line breaks replaced; an empty line separates as before. */
export function withoutLineBreaks(view: View, replacement: '' | ' '): View {
  const { text } = view;
  const joined = mapped(text, (unit, at) =>
    unit === '\n' && text[at - 1] !== '\n' && text[at + 1] !== '\n' ? replacement : unit,
  );
  return { text: joined.text, origins: joined.origins.map((at) => view.origins[at] ?? 0) };
}

/** `replace` gives at most one character for each. */
function mapped(text: string, replace: (unit: string, at: number) => string): View {
  const units: string[] = [];
  const origins: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const unit = replace(text.charAt(at), at);
    if (unit === '') continue;
    units.push(unit);
    origins.push(at);
  }
  return { text: units.join(''), origins };
}
