import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from './support/start-daemon.ts';

const ROOT = join(import.meta.dirname, '..');
const DAEMON = 'packages/daemon/src';

/**
 * A separate tree in which every rule is broken once, by the file that stands next to it. Checkers can fall silent (with an
 * unsupported TypeScript this one reports nothing at all): then this test fails.
 */
const violations: Record<string, { file: string; imports: string }> = {
  'core-imports': { file: `${DAEMON}/core/a.ts`, imports: '#store/good.ts' },
  'config-imports': { file: `${DAEMON}/config/a.ts`, imports: '#store/good.ts' },
  'capture-imports': { file: `${DAEMON}/capture/a.ts`, imports: '#store/good.ts' },
  'extract-imports': { file: `${DAEMON}/extract/a.ts`, imports: '#store/good.ts' },
  'install-imports': { file: `${DAEMON}/install/a.ts`, imports: '#store/good.ts' },
  'session-imports': { file: `${DAEMON}/session/a.ts`, imports: '#store/good.ts' },
  'store-imports': { file: `${DAEMON}/store/a.ts`, imports: '#serve/good.ts' },
  'ingest-imports': { file: `${DAEMON}/ingest/a.ts`, imports: '#serve/good.ts' },
  'upkeep-imports': { file: `${DAEMON}/upkeep/a.ts`, imports: '#serve/good.ts' },
  'ask-imports': { file: `${DAEMON}/ask/a.ts`, imports: '#serve/good.ts' },
  'health-imports': { file: `${DAEMON}/health/a.ts`, imports: '#serve/good.ts' },
  'pipes-imports': { file: `${DAEMON}/pipes/a.ts`, imports: '#serve/good.ts' },
  'sync-imports': { file: `${DAEMON}/sync/a.ts`, imports: '#serve/good.ts' },
  'offload-imports': { file: `${DAEMON}/offload/a.ts`, imports: '#serve/good.ts' },
  'serve-imports': { file: `${DAEMON}/serve/a.ts`, imports: '#config/good.ts' },
  'no-sibling-capture': {
    file: `${DAEMON}/capture/screen/a.ts`,
    imports: '#capture/audio/good.ts',
  },
  'no-sibling-extract': {
    file: `${DAEMON}/extract/ocr/one/a.ts`,
    imports: '#extract/ocr/two/good.ts',
  },
  'no-sibling-sync': {
    file: `${DAEMON}/sync/backends/one/a.ts`,
    imports: '#sync/backends/two/good.ts',
  },
  'no-sibling-serve': {
    file: `${DAEMON}/serve/routes/tags/a.ts`,
    imports: '#serve/routes/frames/good.ts',
  },
  'only-client': { file: 'packages/cli/src/a.ts', imports: '../../daemon/src/core/good.ts' },
  'hub-stands-alone': { file: 'packages/hub/src/a.ts', imports: '../../daemon/src/core/good.ts' },
  'screen-ocr-stands-alone': {
    file: 'packages/screen-ocr/src/a.ts',
    imports: '../../daemon/src/core/good.ts',
  },
  'client-is-portable': { file: 'packages/client/src/a.ts', imports: 'node:fs' },
  'sqlite-only-in-store': { file: `${DAEMON}/serve/b.ts`, imports: 'node:sqlite' },
  'no-circular': { file: `${DAEMON}/core/c.ts`, imports: './c.ts' },
  'not-to-unresolvable': { file: `${DAEMON}/core/d.ts`, imports: '#core/absent.ts' },
};
const good = [
  ...[
    'core',
    'config',
    'store',
    'serve',
    'capture/audio',
    'serve/routes/frames',
    'extract/ocr/two',
    'sync/backends/two',
  ].map((folder) => ({
    file: `${DAEMON}/${folder}/good.ts`,
    imports: folder === 'serve' ? '#store/good.ts' : undefined,
  })),
  { file: `${DAEMON}/store/good.test.ts`, imports: '#serve/good.ts' },
];

let tree: string;
let found: { rule: { name: string }; from: string }[];

function put(file: string, imports: string | undefined): void {
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  const line = imports === undefined ? '' : `import type * as other from '${imports}';\n`;
  writeFileSync(join(tree, file), `${line}export const value = 1;\n`);
}

beforeAll(() => {
  tree = temporaryFolder();
  for (const { file, imports } of [...Object.values(violations), ...good]) put(file, imports);
  for (const file of ['tsconfig.json', '.dependency-cruiser.cjs', 'packages/daemon/package.json']) {
    copyFileSync(join(ROOT, file), join(tree, file));
  }
  const program = join(ROOT, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs');
  const { stdout } = spawnSync(process.execPath, [program, '--output-type', 'json', 'packages'], {
    cwd: tree,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  found = JSON.parse(stdout).summary.violations;
});

afterAll(() => {
  rmSync(tree, { recursive: true, force: true });
});

test.each(Object.entries(violations))('the rule %s catches %j', (rule, { file }) => {
  expect(
    found.filter(({ from }) => from === file).map((violation) => violation.rule.name),
  ).toContain(rule);
});

test('imports that the table allows, and those of tests, are left alone', () => {
  const files = good.map(({ file }) => file);
  expect(found.filter(({ from }) => files.includes(from))).toEqual([]);
});

test('every rule of the file is proved here', async () => {
  const { default: config } = (await import(join(ROOT, '.dependency-cruiser.cjs'))) as {
    default: { forbidden: { name: string }[] };
  };
  const proved = new Set(Object.keys(violations));
  expect(config.forbidden.map(({ name }) => name).filter((name) => !proved.has(name))).toEqual([]);
});

/** The parts of the tree that the store needs, with the one edit of the recipe. */
function storeAfterRecipe(folder: string): void {
  for (const path of [`${DAEMON}/store`, `${DAEMON}/core`, 'packages/daemon/package.json']) {
    cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const recipe = readFileSync(join(ROOT, 'docs/adding/query.md'), 'utf8');
  const [, call] = /```ts\n([\s\S]*?)```/.exec(recipe) ?? [];
  const file = join(folder, DAEMON, 'store/memories/memories.ts');
  const source = readFileSync(file, 'utf8');
  const edited = source.replace(/(function memoryReads[\s\S]*?\n {2}return \{\n)/, `$1${call}`);
  expect(edited).not.toBe(source);
  writeFileSync(file, edited);
}

test('a query of the store is one edit, as docs/adding/query.md says', { timeout: 300_000 }, () => {
  const folder = temporaryFolder();
  storeAfterRecipe(folder);
  const use = `
    import { openStore } from './${DAEMON}/store/open-store.ts';
    const store = await openStore({ dataDir: ${JSON.stringify(temporaryFolder())} });
    const memory = { content: 'x', source: 'user', sourceContext: null, tags: [], importance: 1, frameId: null };
    await store.memories.add(memory, 1_770_000_000_000);
    const { signal } = new AbortController();
    const refused = await store.within({}).memories.countAll(signal).catch(({ code }) => code);
    console.log(JSON.stringify([await store.memories.countAll(signal), refused]));
    await store.close();`;
  writeFileSync(join(folder, 'use.mts'), use);
  const { stdout, stderr } = spawnSync(process.execPath, ['use.mts'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect({ stdout, stderr }).toMatchObject({ stdout: '[1,"PIPE_NOT_PERMITTED"]\n' });
  rmSync(folder, { recursive: true, force: true });
});

/** One file a migration: the list grows with every release. */
const MAY_BE_LONGER = /store\/migrations$/;

test('no folder with code has more than 20 files', () => {
  const sources = readdirSync(join(ROOT, 'packages'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\/(src|bin)(\/|$)/.test(entry.parentPath))
    .filter((entry) => !/\/(node_modules|dist)(\/|$)/.test(entry.parentPath));
  const sizes = Map.groupBy(sources, ({ parentPath }) => parentPath);
  const large = [...sizes].filter(
    ([folder, files]) => files.length > 20 && !MAY_BE_LONGER.test(folder),
  );
  expect(sizes.size).toBeGreaterThan(100);
  expect(large.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([]);
});
