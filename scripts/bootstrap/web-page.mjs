/** Whether the built web page is that of the present sources: a hash of all of them is kept next to it. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = ['packages/web', 'packages/client/src', 'package-lock.json'];
const LEFT_OUT = new Set(['dist', 'node_modules']);
const STAMP = ['packages', 'web', 'dist', '.sources'];

function* filesBelow(path) {
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  for (const entry of entries) {
    if (LEFT_OUT.has(entry.name)) continue;
    const below = join(path, entry.name);
    if (entry.isDirectory()) yield* filesBelow(below);
    else if (!/\.test\.tsx?$/.test(entry.name)) yield below;
  }
}

/** Undefined where there are no sources to build. */
function hashOfSources(root) {
  if (!existsSync(join(root, 'packages', 'web', 'index.html'))) return undefined;
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    const path = join(root, source);
    if (!existsSync(path)) continue;
    const files = source.endsWith('.json') ? [path] : filesBelow(path);
    for (const file of files) hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

export function pageIsCurrent(root) {
  const wanted = hashOfSources(root);
  const stamp = join(root, ...STAMP);
  return wanted === undefined || (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted);
}

/** After a build that worked. */
export function markPageCurrent(root) {
  writeFileSync(join(root, ...STAMP), hashOfSources(root));
}
