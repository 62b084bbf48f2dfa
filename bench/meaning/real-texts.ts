/** Passages of real prose: those of the Markdown files of installed packages, which the lock file decides. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { passagesOf } from '../../packages/daemon/src/store/meaning/passages.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Different ones, at most `most`, from all over the packages. */
export function readRealTexts(most: number): string[] {
  const files = globSync('node_modules/**/*.md', { cwd: ROOT }).sort();
  const all = new Map<number, string>();
  for (const file of files) {
    const text = readFileSync(join(ROOT, file), 'utf8').replace(/[`*#>|_]+/g, ' ');
    const content = { text, boxes: [], elements: [] };
    for (const passage of passagesOf({ kind: 'ui', title: '', content })) {
      all.set(passage.hash, passage.text);
    }
  }
  // The hash has no order that means anything.
  const ordered = [...all].sort(([a], [b]) => a - b).map(([, text]) => text);
  return ordered.slice(0, most);
}
