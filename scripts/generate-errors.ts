/**
 * Writes `docs/errors.md` from the error catalogue. With `--check` it writes nothing; it fails if the file is stale or if a row of
 * the catalogue is not used. Types hold the rest: a row needs a status, and an error needs a row.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CATALOGUE, type ErrorKey } from '../packages/daemon/src/core/error-catalogue/catalogue.ts';
import type { ErrorEntry } from '../packages/daemon/src/core/error-catalogue/entry.ts';

const ROOT = join(import.meta.dirname, '..');
const TARGET = join(ROOT, 'docs/errors.md');
const SOURCES = join(ROOT, 'packages/daemon/src');

const HEAD = `# Errors

<!-- Written by scripts/generate-errors.ts from packages/daemon/src/core/error-catalogue. Do not edit. -->

Every answer that is not a success has this body; some errors add fields, such as the id that was requested.

\`\`\`json
{ "error": "…", "message": "…", "success": false, "code": "FRAME_NOT_FOUND", "hint": "…" }
\`\`\`

Programs should rely on \`code\`, which does not change. \`message\` says what happened, \`hint\` what to do; both are for people. Words in
\`{braces}\` stand for values. Some errors never answer a request: the log, \`GET /health\` or a command of \`hindcast\` shows them.

| Code | Status | Message | Hint |
|---|---|---|---|
`;

const keys = (Object.keys(CATALOGUE) as ErrorKey[]).sort();

function cell(text: string): string {
  return text
    .replace(/\{\{(\w+)\}\}/g, '{$1}')
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;');
}

function row(key: ErrorKey): string {
  const { status, message, hint = '' }: ErrorEntry = CATALOGUE[key];
  return `| \`${key.replace(/\/.*$/, '')}\` | ${status} | ${cell(message)} | ${cell(hint)} |\n`;
}

/** Rows that no source names, whole or by the end of a code that is put together. */
function unusedKeys(): ErrorKey[] {
  const text = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file) && !file.startsWith('core/error-catalogue/'))
    .map((file) => readFileSync(join(SOURCES, file), 'utf8'))
    .join('\n');
  const endings = [...text.matchAll(/`\$\{code\}(_[A-Z_]+)`/g)].map(([, ending = '']) => ending);
  return keys.filter(
    (key) => !text.includes(`'${key}'`) && !endings.some((ending) => key.endsWith(ending)),
  );
}

const document = HEAD + keys.map(row).join('');
if (process.argv.includes('--check')) {
  const isStale = readFileSync(TARGET, 'utf8') !== document;
  if (isStale) console.error('docs/errors.md is stale: run "node scripts/generate-errors.ts"');
  const unused = unusedKeys();
  for (const key of unused) console.error(`the error catalogue has ${key}, which is not used`);
  process.exitCode = isStale || unused.length > 0 ? 1 : 0;
} else {
  writeFileSync(TARGET, document);
}
