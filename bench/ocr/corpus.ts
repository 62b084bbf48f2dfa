/**
 * The screens of the accuracy figures. Two sets of the same kinds of page: one to tune with, and one kept aside, with other words, fonts,
 * colours and sizes. Both are the same on every machine that has the same fonts.
 */
import type { CorpusSet } from './corpus-set.ts';
import { installedOf, SCRIPT_FONTS, type Script } from './fonts.ts';
import { makeLook } from './look.ts';
import { APP_KINDS, COMMON_KINDS, PAGE_KINDS } from './pages/index.ts';
import { mixedPage, scriptPage } from './pages/scripts.ts';
import { prose } from './prose.ts';
import { scriptText } from './script-text.ts';

export interface CorpusPage {
  readonly name: string;
  readonly html: string;
  /** Undefined for a clean screen; else the pixels went through JPEG. */
  readonly jpegQuality: number | undefined;
  /** Pixels of the screen for a pixel of the page. */
  readonly scale: number;
}

export interface ScriptCorpusPage {
  readonly script: Script;
  readonly name: string;
  /** Undefined when no font of the script is installed. */
  readonly html: string | undefined;
}

const SIZES: Readonly<Record<CorpusSet, readonly number[]>> = {
  tuning: [13, 12, 16, 12, 14, 11, 13, 14, 12, 20, 12, 14, 18, 9, 11, 10, 12, 15, 13, 14],
  'held-out': [12, 14, 13, 13, 15, 9, 10, 12, 13, 11, 14, 11, 19, 12, 14, 13, 12, 16, 13, 17],
};
const FIRST_SEED: Readonly<Record<CorpusSet, number>> = { tuning: 100, 'held-out': 9_000 };
const FIRST_SCRIPT_SEED = 500;

type Kind = keyof typeof PAGE_KINDS;
interface How {
  readonly jpeg?: number;
  readonly scale?: number;
}

/** Kinds shown once more: in the other shade, through JPEG, on screens of a higher density. */
const MORE: Readonly<Record<CorpusSet, readonly (readonly [Kind, boolean, number, How?])[]>> = {
  tuning: [
    ['chat', false, 13, { jpeg: 80 }],
    ['settings', true, 12, { jpeg: 75 }],
    ['settings', false, 14, { jpeg: 80 }],
    ['calendar', false, 13, { jpeg: 80 }],
    ['menu', true, 12, { jpeg: 80 }],
    ['kanban', false, 13, { jpeg: 85 }],
    ['shell', false, 14],
    ['ide', true, 14],
    ['bubbles', false, 12],
    ['article', true, 14, { scale: 2 }],
    ['sheet', false, 12, { scale: 2 }],
    ['dashboard', false, 12, { scale: 1.5 }],
  ],
  'held-out': [
    ['chat', false, 12, { jpeg: 80 }],
    ['settings', true, 13, { jpeg: 75 }],
    ['settings', false, 12, { jpeg: 70 }],
    ['calendar', true, 13, { jpeg: 85 }],
    ['menu', false, 13, { jpeg: 75 }],
    ['kanban', true, 14, { jpeg: 80 }],
    ['shell', true, 15],
    ['ide', false, 12],
    ['bubbles', true, 14],
    ['article', false, 15, { scale: 2 }],
    ['sheet', true, 13, { scale: 2 }],
    ['dashboard', true, 13, { scale: 1.5 }],
  ],
};

export function corpus(set: CorpusSet, shift = 0): CorpusPage[] {
  const isHeldOut = set === 'held-out';
  const pages: CorpusPage[] = [];
  const add = (kind: Kind, isDark: boolean, size: number, { jpeg, scale = 1 }: How = {}) => {
    const text = prose(FIRST_SEED[set] + shift + pages.length, isHeldOut);
    const html = PAGE_KINDS[kind](text, makeLook(text, { isDark, size, isHeldOut }));
    const shade = isDark ? 'dark' : 'light';
    const suffix = `${jpeg === undefined ? '' : ` jpeg${jpeg}`}${scale === 1 ? '' : ` ${scale}x`}`;
    const name = `${kind} ${shade} ${size}px${suffix}`;
    pages.push({ name, html, jpegQuality: jpeg, scale });
  };
  const sizes = SIZES[set].values();
  for (const isDark of [false, true]) {
    for (const kind of kindsOf(COMMON_KINDS)) add(kind, isDark, sizes.next().value ?? 13);
  }
  for (const [i, kind] of kindsOf(APP_KINDS).entries()) {
    add(kind, isHeldOut === (i % 2 === 0), isHeldOut ? 12 + (i % 3) : 13 - (i % 3));
  }
  for (const [kind, isDark, size, how] of MORE[set]) add(kind, isDark, size, how);
  return pages;
}

/** One page of each script, and code with comments in two of them. */
export function scriptCorpus(set: CorpusSet, shift = 0): ScriptCorpusPage[] {
  const isHeldOut = set === 'held-out';
  const pages: ScriptCorpusPage[] = [];
  const add = (script: Script, isMixed: boolean) => {
    const seed = FIRST_SEED[set] + FIRST_SCRIPT_SEED + shift + pages.length;
    const isDark = (pages.length % 2 === 0) === isHeldOut;
    const size = (isHeldOut ? 14 : 13) + (pages.length % 3);
    const code = prose(seed, isHeldOut);
    const font = code.pick(installedOf(SCRIPT_FONTS[script][set]));
    const look = makeLook(code, { isDark, size, isHeldOut });
    const shown = { script, set, font, look, text: scriptText(script, set, seed) };
    const name = `${isMixed ? 'code, ' : ''}${script} ${isDark ? 'dark' : 'light'} ${size}px`;
    const draw = () => (isMixed ? mixedPage(shown, code) : scriptPage(shown));
    pages.push({ script, name, html: font === undefined ? undefined : draw() });
  };
  for (const script of Object.keys(SCRIPT_FONTS) as Script[]) add(script, false);
  add('chinese', true);
  add('japanese', true);
  return pages;
}

function kindsOf(kinds: Partial<typeof PAGE_KINDS>): Kind[] {
  return Object.keys(kinds) as Kind[];
}
