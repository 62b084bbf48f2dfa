/**
 * The fonts of the two sets. Those of the held-out set were never trained on (training/screen-reader names the ones that were). Only
 * installed fonts are picked, and the bench prints the missing ones: accuracy depends on them.
 */
import { execFileSync } from 'node:child_process';
import { print } from '../search/measuring.ts';

export const FONTS = {
  tuning: {
    sans: ['DejaVu Sans', 'Liberation Sans', 'Inter', 'Open Sans'],
    serif: ['Liberation Serif', 'DejaVu Serif'],
    mono: ['DejaVu Sans Mono', 'Liberation Mono', 'JetBrains Mono'],
  },
  'held-out': {
    sans: ['Roboto', 'Lato', 'Cantarell', 'Noto Sans', 'Nimbus Sans'],
    serif: ['Noto Serif', 'P052', 'C059'],
    mono: ['Fira Code', 'Hack', 'Noto Sans Mono', 'Nimbus Mono PS'],
  },
};

/** By script, for the pages of one script; Debian packages bring them. */
export const SCRIPT_FONTS = {
  chinese: {
    tuning: ['Noto Sans CJK SC', 'WenQuanYi Micro Hei'],
    'held-out': ['Droid Sans Fallback'],
  },
  japanese: { tuning: ['Noto Sans CJK JP', 'VL PGothic'], 'held-out': ['IPAPGothic', 'M PLUS 1'] },
  korean: {
    tuning: ['NanumGothic', 'Noto Sans CJK KR'],
    'held-out': ['NanumBarunGothic', 'Baekmuk Dotum'],
  },
  arabic: { tuning: ['Noto Sans Arabic', 'DejaVu Sans'], 'held-out': ['Vazirmatn', 'Amiri'] },
  hebrew: {
    tuning: ['Noto Sans Hebrew', 'DejaVu Sans'],
    'held-out': ['Heebo', 'Nachlieli CLM', 'Simple CLM'],
  },
  russian: { tuning: FONTS.tuning.sans, 'held-out': ['Roboto', 'Noto Sans', 'Noto Serif'] },
  german: { tuning: FONTS.tuning.sans, 'held-out': FONTS['held-out'].sans },
};
export type Script = keyof typeof SCRIPT_FONTS;

let families: ReadonlySet<string> | undefined;

export function installedOf(fonts: readonly string[]): readonly string[] {
  families ??= new Set(
    execFileSync('fc-list', [':', 'family'], { encoding: 'utf8' }).split(/[,\n]/),
  );
  const found = families;
  return fonts.filter((font) => found.has(font));
}

export function printFonts(): void {
  const all = [...Object.values(FONTS), ...Object.values(SCRIPT_FONTS)];
  const asked = [...new Set(all.flatMap((fonts) => Object.values(fonts).flat()))];
  const found = new Set(installedOf(asked));
  const missing = asked.filter((font) => !found.has(font));
  const note = missing.length === 0 ? 'all found' : `not installed: ${missing.join(', ')}`;
  print(`${asked.length} fonts, ${note}`);
}
