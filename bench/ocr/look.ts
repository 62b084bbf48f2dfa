/** Colours, fonts and sizes of an invented screen. */
import { FONTS, installedOf } from './fonts.ts';
import type { Prose } from './prose.ts';

export interface Look {
  readonly isDark: boolean;
  readonly isHeldOut: boolean;
  readonly size: number;
  readonly sans: string;
  readonly serif: string;
  readonly mono: string;
  readonly ground: string;
  readonly panel: string;
  readonly ink: string;
  readonly faint: string;
  readonly border: string;
  readonly accent: string;
}

// Grounds and inks of the two sets differ, as their fonts do.
const COLOURS = {
  tuning: {
    dark: ['#1e1e1e', '#0d1117', '#2b2d31', '#282c34'],
    light: ['#ffffff', '#fafafa', '#f6f8fa', '#fffdf7'],
    accent: ['#2f6fed', '#1a7f37', '#8250df', '#bf3989'],
  },
  'held-out': {
    dark: ['#18181b', '#1b2636', '#232136', '#2e3440'],
    light: ['#ffffff', '#f4f4f5', '#fdf6e3', '#eef2f7'],
    accent: ['#0b57d0', '#00796b', '#b3261e', '#6750a4'],
  },
};

export function makeLook(
  text: Prose,
  options: { isDark: boolean; size: number; isHeldOut: boolean },
): Look {
  const { isDark, size } = options;
  const set = options.isHeldOut ? 'held-out' : 'tuning';
  const family = (kind: keyof (typeof FONTS)['tuning'], generic: string) =>
    `'${text.pick(installedOf(FONTS[set][kind])) ?? generic}', ${generic}`;
  const dark = text.pick(COLOURS[set].dark);
  const light = text.pick(COLOURS[set].light);
  return {
    isDark,
    isHeldOut: options.isHeldOut,
    size,
    sans: family('sans', 'sans-serif'),
    serif: family('serif', 'serif'),
    mono: family('mono', 'monospace'),
    ground: isDark ? dark : light,
    panel: isDark ? '#333842' : '#e9edf2',
    ink: isDark ? text.pick(['#e6e6e6', '#d4d4d4', '#c9d1d9']) : text.pick(['#111', '#24292f']),
    faint: isDark ? '#9aa4b0' : '#6a737d',
    border: isDark ? '#4a4f58' : '#cfd6de',
    accent: text.pick(COLOURS[set].accent),
  };
}

export function page(look: Look, style: string, body: string): string {
  return (
    `<!doctype html><html><head><meta charset="utf-8"><style>*{box-sizing:border-box}` +
    `body{margin:0;width:1920px;height:1080px;overflow:hidden;background:${look.ground};color:${look.ink};` +
    `font:${look.size}px/1.45 ${look.sans}}${style}</style></head><body>${body}</body></html>`
  );
}

export function repeat(count: number, make: (index: number) => string): string {
  return Array.from({ length: count }, (_, i) => make(i)).join('');
}

/** Rows of a given line height that fit below `top`. */
export function rowsThatFit(look: Look, lineHeight: number, top = 40): number {
  return Math.floor((1080 - top) / (look.size * lineHeight));
}

/** Texture like that of a photo: clouds of colour with fine grain. */
export function photo(seed: number, width: number, height: number): string {
  return (
    `<svg width="${width}" height="${height}" style="display:block"><filter id="f${seed}">` +
    `<feTurbulence type="fractalNoise" baseFrequency="0.0${(seed % 5) + 1}" numOctaves="6" seed="${seed}"/>` +
    `<feColorMatrix values="1.6 0 0 0 -.3  0 1.5 0 0 -.25  0 0 1.4 0 -.2  0 0 0 0 1"/></filter>` +
    `<rect width="100%" height="100%" filter="url(#f${seed})"/></svg>`
  );
}
