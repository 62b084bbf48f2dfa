/**
 * Finds the files of a release: the commands, every program that a source starts by its path (a thread, a child process, a module that
 * is loaded late), and every asset that a source reads by its path. A path is a string next to `import.meta`, or one that ends in `.ts`
 * and is not part of an import. A path that leads nowhere stops the build, so a new thread or asset cannot be forgotten. Called by the
 * build and its tests.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

/** Run by people, not by other files. */
const COMMANDS = ['packages/cli/src/main.ts', 'packages/hub/src/main.ts'];

/** Runs during the build; a release ships what it prints. */
export const PACKER = 'packages/daemon/src/pipes/child/pack.ts';
export const PACKED_PROGRAMS = 'packages/daemon/src/pipes/child/programs.json';

const SOURCES = 'packages/{cli,client,daemon,hub,mcp,pipe-sdk,screen-ocr}/src/**/*.ts';
const NOT_SHIPPED = /\.(test|fixture|conformance)\.ts$|\/testing\//;
const NAMES_A_FILE = /['"`]\.{1,2}\/[^'"`]+\.ts['"`]|import\.meta/;

/** Paths in a release, relative to its root, with forward slashes, sorted. */
export interface ReleaseFiles {
  readonly programs: readonly string[];
  /** Files and folders. */
  readonly assets: readonly string[];
}

/** A string in a source that names a file. */
export interface NamedFile {
  /** Of the string with its quotes. */
  readonly start: number;
  readonly end: number;
  /** Relative to the root, with forward slashes. */
  readonly target: string;
}

export class UnknownFileError extends Error {
  override readonly name = 'UnknownFileError';
}

export function findReleaseFiles(root: string): ReleaseFiles {
  const programs = new Set(COMMANDS);
  const assets = new Set<string>();
  for (const file of globSync(SOURCES, { cwd: root })) {
    if (NOT_SHIPPED.test(file) || file === PACKER) continue;
    const source = readFileSync(join(root, file), 'utf8');
    for (const { target } of namedFiles({ root, file, source })) {
      if (target.endsWith('.ts')) programs.add(target);
      else if (isAsset(target)) assets.add(target);
    }
  }
  programs.delete(PACKER);
  return { programs: [...programs].sort(), assets: [...assets].sort() };
}

/** The root itself is no asset, nor is what an installation writes. */
function isAsset(target: string): boolean {
  return target !== '' && !target.startsWith('node_modules/') && target !== PACKED_PROGRAMS;
}

/** Throws UnknownFileError for a name that leads to no file, or that the build cannot evaluate. */
export function namedFiles(options: { root: string; file: string; source: string }): NamedFile[] {
  const { root, file, source } = options;
  if (!NAMES_A_FILE.test(source)) return [];
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found: NamedFile[] = [];
  const visit = (node: ts.Node): void => {
    const path = pathOf(node);
    if (path !== undefined) {
      const target = relative(root, join(root, dirname(file), path)).replaceAll('\\', '/');
      const isBuilt = isAsset(target) && !existsSync(join(root, target));
      if (isBuilt) throw new UnknownFileError(`${file} names ${path}, which does not exist`);
      found.push({ start: node.getStart(), end: node.getEnd(), target });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** What the last string of a path leads to, relative to the folder of its source; undefined for any other node. */
function pathOf(node: ts.Node): string | undefined {
  if (!ts.isStringLiteralLike(node) || isImported(node)) return undefined;
  const { parent, text } = node;
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) {
    const args = parent.arguments ?? ts.factory.createNodeArray();
    if (args.at(-1)?.getText() === 'import.meta.url') return text;
    if (args[0]?.getText() === 'import.meta.dirname') {
      if (node !== args.at(-1)) return undefined;
      return join(...args.slice(1).map((part) => textOf(part)));
    }
  }
  return /^\.{1,2}\/.*\.ts$/.test(text) ? text : undefined;
}

function textOf(node: ts.Node): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  throw new UnknownFileError(`the build cannot evaluate ${node.parent.getText()}`);
}

function isImported({ parent }: ts.Node): boolean {
  return (
    ts.isImportDeclaration(parent) ||
    ts.isExportDeclaration(parent) ||
    (ts.isLiteralTypeNode(parent) && ts.isImportTypeNode(parent.parent)) ||
    (ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword)
  );
}
