/**
 * The programs that black-box tests start: the sources, as `npm start` runs them, or the bundles of a release, which `npm test` makes
 * once because they start in half the time.
 */
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
/** Set by `scripts/test.ts` and `scripts/bench.ts`. */
const { TEST_PROGRAMS: bundles } = process.env;

type Program = 'cli' | 'daemon' | 'hub';

export function sourceOf(program: Program): string {
  return join(ROOT, 'packages', program, 'src', 'main.ts');
}

export function programFile(program: Program): string {
  if (bundles === undefined) return sourceOf(program);
  return join(bundles, 'packages', program, 'src', 'main.js');
}
