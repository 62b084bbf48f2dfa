import { spawnSync } from 'node:child_process';
import {
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
const RECIPES = join(ROOT, 'docs/adding');
const PACKAGES = ['daemon', 'client', 'pipe-sdk'];

/** A new file (`ts`), or an edit of one that is there (`diff`), as a page of `docs/adding` shows it. */
interface Block {
  kind: string;
  file: string;
  text: string;
}

function blocksOf(page: string): Block[] {
  const text = readFileSync(join(RECIPES, page), 'utf8');
  return [...text.matchAll(/^```(ts|diff) (\S+)\n([\s\S]*?)^```$/gm)].map(
    ([, kind = '', file = '', body = '']) => ({ kind, file, text: body }),
  );
}

/** Lines with `-` go, lines with `+` come after the line above them; each of the others occurs once in the file. */
function edit(source: string, diff: string): string {
  const lines = source.split('\n');
  let at = 0;
  for (const line of diff.trimEnd().split('\n')) {
    const [sign, text] = [line[0], line.slice(1)];
    if (sign === '+') {
      lines.splice(at, 0, text);
      at += 1;
      continue;
    }
    const places = lines.flatMap((one, index) => (one === text ? [index] : []));
    expect(places, `${JSON.stringify(text)} occurs once`).toHaveLength(1);
    at = Number(places[0]);
    if (sign === '-') lines.splice(at, 1);
    else at += 1;
  }
  return lines.join('\n');
}

let tree: string;
const pages = readdirSync(RECIPES).filter((page) => blocksOf(page).length > 0);

beforeAll(() => {
  tree = temporaryFolder();
  for (const name of PACKAGES) {
    for (const part of ['src', 'package.json']) {
      const path = `packages/${name}/${part}`;
      cpSync(join(ROOT, path), join(tree, path), { recursive: true });
    }
  }
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
});
afterAll(() => rmSync(tree, { recursive: true, force: true }));

test('there is a recipe for everything that is added often', () => {
  expect(pages).toEqual([
    'capture-source.md',
    'endpoint.md',
    'ocr-engine.md',
    'pipe-facility.md',
    'speech-engine.md',
    'sync-backend.md',
  ]);
});

test('who follows all recipes has a service that compiles', { timeout: 300_000 }, () => {
  const blocks = pages.flatMap(blocksOf);
  for (const { kind, file, text } of blocks) {
    const path = join(tree, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, kind === 'ts' ? text : edit(readFileSync(path, 'utf8'), text), {
      flag: kind === 'ts' ? 'wx' : 'w',
    });
  }
  // Packages of ours mean those of the copy, not the ones that `node_modules` links to.
  const paths = Object.fromEntries(
    PACKAGES.flatMap((name) => {
      const { exports } = JSON.parse(
        readFileSync(join(tree, 'packages', name, 'package.json'), 'utf8'),
      ) as { exports?: Record<string, string> };
      return Object.entries(exports ?? {}).map(([entry, file]) => [
        `@hindcast/${name}${entry.slice(1)}`,
        [`./packages/${name}/${file}`],
      ]);
    }),
  );
  const base = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8')) as {
    compilerOptions: { paths: Record<string, string[]> };
  };
  const compilerOptions = {
    ...base.compilerOptions,
    paths: { ...base.compilerOptions.paths, ...paths },
    incremental: false,
    tsBuildInfoFile: undefined,
  };
  const files = [...new Set(blocks.map(({ file }) => file))];
  const include = ['packages/*/src/**/*.d.ts', 'packages/daemon/src/main.ts'];
  writeFileSync(join(tree, 'tsconfig.json'), JSON.stringify({ compilerOptions, include, files }));
  const compiler = join(ROOT, 'node_modules/typescript-native/bin/tsc');
  const { stdout, status } = spawnSync(process.execPath, [compiler, '-p', tree], {
    encoding: 'utf8',
  });
  expect({ stdout, status }).toEqual({ stdout: '', status: 0 });
});

test('the facility of the recipe answers', () => {
  const use = `
    import { facilities } from './packages/daemon/src/pipes/facilities.ts';
    const call = facilities({ nowMs: () => 7, store: { pipes: {} } });
    console.log(await call({ pipeId: 'p' }, 'time', [], new AbortController().signal));`;
  writeFileSync(join(tree, 'use.mts'), use);
  const { stdout, stderr } = spawnSync(process.execPath, ['use.mts'], {
    cwd: tree,
    encoding: 'utf8',
  });
  expect({ stdout, stderr }).toMatchObject({ stdout: '7\n' });
});
