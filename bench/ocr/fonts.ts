/** Accuracy depends on the fonts: the bench says which of those it asks for are there. */
import { execFileSync } from 'node:child_process';
import { print } from '../search/measuring.ts';
import { HELD_OUT_FONTS, TUNING_FONTS } from './look.ts';

export function printFonts(): void {
  const asked = new Set(
    [TUNING_FONTS, HELD_OUT_FONTS].flatMap((fonts) => Object.values(fonts).flat()),
  );
  const installed = execFileSync('fc-list', [':', 'family'], { encoding: 'utf8' });
  const missing = [...asked].filter((font) => !installed.includes(font));
  const note = missing.length === 0 ? 'all found' : `replaced by a default: ${missing.join(', ')}`;
  print(`${asked.size} fonts, ${note}`);
}
