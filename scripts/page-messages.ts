/**
 * The messages of the page: writes `locales/en.json` from the sources and the settings of the service, and brings the other catalogues
 * into its order, without what is not used any more. With `--check` (part of `npm run check`) it writes nothing and fails for a missing or
 * unused translation, one with other placeholders, and a text on the page that is no message. With `--pseudo` it also writes `ar-XB`,
 * mirrored and lengthened English.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Catalogue, compareCatalogue } from './page-messages/compare.ts';
import { findMessages, messageOf } from './page-messages/extract.ts';
import { PSEUDO, pseudoOf } from './page-messages/pseudo.ts';
import { serviceKeys } from './page-messages/service-texts.ts';

const SOURCES = 'packages/web/src';
const LOCALES = 'packages/web/src/language/locales';

interface Catalogues {
  faults: string[];
  /** What each file has to hold, by its path below the root. */
  files: Map<string, string>;
}

/** `texts` are the keys of what the service sends, in addition to the messages in the sources. */
export function readCatalogues(root: string, texts: readonly string[]): Catalogues {
  const sources = globSync(`${SOURCES}/**/*.{ts,tsx}`, { cwd: root })
    .filter((path) => !/\.test\.tsx?$/.test(path) && !path.endsWith('language/message.ts'))
    .sort();
  const found = sources.map((path) => findMessages(path, readFileSync(join(root, path), 'utf8')));
  const keys = [...new Set([...found.flatMap((one) => one.keys), ...texts])].sort();
  const faults = found.flatMap((one) => one.faults);
  const files = new Map([
    [`${LOCALES}/en.json`, textOf(Object.fromEntries(keys.map((key) => [key, messageOf(key)])))],
  ]);
  for (const path of globSync(`${LOCALES}/*.json`, { cwd: root }).sort()) {
    const name = basename(path, '.json');
    if (name === 'en' || name === PSEUDO) continue;
    const translations = JSON.parse(readFileSync(join(root, path), 'utf8')) as Catalogue;
    faults.push(...compareCatalogue(keys, translations).map((text) => `${path}: ${text}`));
    const kept = keys.filter((key) => translations[key]).map((key) => [key, translations[key]]);
    files.set(path, textOf(Object.fromEntries(kept)));
  }
  return { faults, files };
}

const textOf = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

function main(root: string, isCheck: boolean, isPseudo: boolean): void {
  const { faults, files } = readCatalogues(root, serviceKeys());
  const stale = [...files].filter(([path, text]) => {
    const file = join(root, path);
    return !existsSync(file) || readFileSync(file, 'utf8') !== text;
  });
  if (!isCheck) for (const [path, text] of stale) writeFileSync(join(root, path), text);
  if (isPseudo) {
    const english = JSON.parse(files.get(`${LOCALES}/en.json`) ?? '{}') as Catalogue;
    writeFileSync(join(root, LOCALES, `${PSEUDO}.json`), textOf(pseudoOf(english)));
  }
  if (isCheck)
    for (const [path] of stale)
      faults.push(`${path}: is not that of the sources; run node scripts/page-messages.ts`);
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

if (import.meta.main)
  main(
    join(import.meta.dirname, '..'),
    process.argv.includes('--check'),
    process.argv.includes('--pseudo'),
  );
