/**
 * Part of `npm run check`: fails for words that docs/glossary.md replaces, in sources and documents, and for benchmark figures in
 * comments. Reads the files that git knows or would add.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ENDINGS = /\.(ts|tsx|mjs|cjs|css|md|sh)$/;

const REPLACED: ReadonlyArray<{ word: RegExp; instead: string }> = [
  { word: /\b(told|tells)\b/i, instead: 'reported, returns, sends, notifies, distinguishes' },
  { word: /\bgone\b/i, instead: 'deleted, missing, exited, closed' },
  { word: /\banew\b/i, instead: 'again, rewrite, rebuild' },
  { word: /\bbeside\b/i, instead: 'next to, in addition to' },
  { word: /\bof (its|their) own\b/i, instead: 'its own, separate' },
  { word: /\bwish(es)?\b/i, instead: 'request, option' },
  { word: /\bmend(s|ed)?\b/i, instead: 'repair, fix' },
  { word: /\bamiss\b/i, instead: 'wrong, or the fault by its name' },
];

/** Files and folders that may keep these words, and why. */
const ALLOWED: Readonly<Record<string, string>> = {
  'scripts/check-words': 'has the list',
  'docs/glossary.md': 'has the list',
  'docs/decisions/': 'records are superseded, not edited',
  'packages/daemon/assets/': 'texts of the sample day',
  'packages/client/src/generated/': 'generated from the routes',
  'training/': 'a project that is separate from the service',
  'bench/ocr/prose.ts': 'a list of English words',
  'bench/desktop/scenes/toolkits.ts': 'wish is the shell of Tk',
};

/** Lines that use a name of the store or of the sync format, neither of which this check may change. */
const ALLOWED_LINES: readonly RegExp[] = [
  /\bkind(:|:.*\||!?===?|: '.*') ?'gone'|kind !== 'gone'/, // a record of the sync log
  /\bwish: (wanted|\{ filters)/, // a column of a deletion job
];

/** Columns and kinds of records have these names, which are stored: only the comments of these folders are checked for them. */
const STORED_NAMES = {
  folders: /^packages\/daemon\/src\/store\/(sync|deletion)\//,
  word: /^(wish|gone|told)$/i,
};

/** A measured result: it ages, and belongs into a decision record. */
const FIGURE =
  /\b(took|costs?|saves?)\b.*\d ?(ms|µs|MB|kB|%)|\d ?(ms|µs|MB|kB|%) (instead of|of (processor time|CPU|a core))/i;
const COMMENT = /^\s*(\/\/|\/?\*)/;
const CODE = /^packages\/.*\.tsx?$/;

interface Finding {
  line: number;
  text: string;
}

export function findWords(path: string, source: string): Finding[] {
  if (!ENDINGS.test(path)) return [];
  if (Object.keys(ALLOWED).some((prefix) => path.startsWith(prefix))) return [];
  return source.split('\n').flatMap((text, index) => {
    if (ALLOWED_LINES.some((pattern) => pattern.test(text))) return [];
    if (CODE.test(path) && COMMENT.test(text) && FIGURE.test(text))
      return [{ line: index + 1, text: 'a benchmark figure: put it into docs/decisions' }];
    return REPLACED.flatMap(({ word, instead }) => {
      const found = word.exec(text);
      return found === null || isStoredName(path, text, found[0])
        ? []
        : [{ line: index + 1, text: `"${found[0]}": write ${instead}` }];
    });
  });
}

function isStoredName(path: string, line: string, word: string): boolean {
  const isCode = STORED_NAMES.folders.test(path) && !COMMENT.test(line);
  return isCode && STORED_NAMES.word.test(word);
}

/** All files below `root` without git, as in an unpacked archive. */
function filesIn(root: string): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status === 0) return stdout.split('\n').filter((path) => existsSync(join(root, path)));
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/(^|\/)(node_modules|dist)\//.test(path));
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  let count = 0;
  for (const path of filesIn(root).filter((name) => ENDINGS.test(name))) {
    for (const { line, text } of findWords(path, readFileSync(join(root, path), 'utf8'))) {
      console.error(`${path}:${line}: ${text}`);
      count += 1;
    }
  }
  if (count > 0) console.error('The words and their replacements are in docs/glossary.md.');
  process.exitCode = count === 0 ? 0 : 1;
}
