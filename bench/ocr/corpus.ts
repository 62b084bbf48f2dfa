/**
 * The screens of the accuracy figures. Two sets of the same kinds of page: one to tune with, and one kept aside, with other words, fonts and
 * sizes. Both are the same on every machine that has the same fonts.
 */
import { APP_PAGE_KINDS } from './app-pages.ts';
import { makeLook } from './look.ts';
import { PAGE_KINDS } from './pages.ts';
import { prose } from './prose.ts';

const KINDS = { ...PAGE_KINDS, ...APP_PAGE_KINDS };

export type CorpusSet = 'tuning' | 'held-out';

export interface CorpusPage {
  readonly name: string;
  readonly html: string;
  /** Undefined for a clean screen; else the pixels went through JPEG. */
  readonly jpegQuality: number | undefined;
}

const SIZES: Readonly<Record<CorpusSet, readonly number[]>> = {
  tuning: [13, 12, 16, 12, 14, 11, 13, 14, 12, 20, 12, 14, 18, 9, 11, 10, 12, 15, 13, 14],
  'held-out': [12, 14, 13, 13, 15, 9, 10, 12, 13, 11, 14, 11, 19, 12, 14, 13, 12, 16, 13, 17],
};
const FIRST_SEED: Readonly<Record<CorpusSet, number>> = { tuning: 100, 'held-out': 9_000 };

export function corpus(set: CorpusSet, shift = 0): CorpusPage[] {
  const isHeldOut = set === 'held-out';
  const pages: CorpusPage[] = [];
  const add = (kind: string, isDark: boolean, size: number, jpegQuality?: number) => {
    const text = prose(FIRST_SEED[set] + shift + pages.length, isHeldOut);
    const html = KINDS[kind]?.(text, makeLook(text, { isDark, size, isHeldOut })) ?? '';
    const shade = isDark ? 'dark' : 'light';
    const suffix = jpegQuality === undefined ? '' : ` jpeg${jpegQuality}`;
    pages.push({ name: `${kind} ${shade} ${size}px${suffix}`, html, jpegQuality });
  };
  const sizes = SIZES[set].values();
  for (const isDark of [false, true]) {
    for (const kind of Object.keys(PAGE_KINDS)) add(kind, isDark, sizes.next().value ?? 13);
  }
  add('chat', false, isHeldOut ? 12 : 13, 80);
  add('settings', true, isHeldOut ? 13 : 12, 75);
  for (const [i, kind] of Object.keys(APP_PAGE_KINDS).entries()) {
    add(kind, isHeldOut === (i % 2 === 0), isHeldOut ? 12 + (i % 3) : 13 - (i % 3));
  }
  add('calendar', isHeldOut, 13, isHeldOut ? 85 : 80);
  add('menu', !isHeldOut, isHeldOut ? 13 : 12, isHeldOut ? 75 : 80);
  return pages;
}
