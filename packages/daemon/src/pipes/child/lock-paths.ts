/**
 * Keeps a pipe from learning which files exist. The permission model refuses to open other files, but some parts of Node look for them without
 * asking it: the search for modules and packages, and `realpathSync`. Here they answer the same for every path that the pipe may not
 * read. `lock-down.ts` calls it before the pipe is loaded.
 */
import fs from 'node:fs';
import module, { registerHooks } from 'node:module';
import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const NOTHING_THERE = -2;
const IS_PATH = /^(\.{0,2}\/|\.{1,2}$|file:)/i;
const NOT_FOUND = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND', 'ERR_ACCESS_DENIED']);

type Stat = (path: string) => number;

const { permission } = process;

function mayRead(path: unknown): boolean {
  return permission.has('fs.read', resolve(pathOf(path)));
}

/** Whatever Node takes for one. */
function pathOf(path: unknown): string {
  const text = path instanceof URL ? path.href : String(path);
  return text.slice(0, 5).toLowerCase() === 'file:' ? fileURLToPath(text) : text;
}

function refuse(): never {
  const advice = 'a pipe sees only its own files and the folders it was given';
  throw Object.assign(new Error(advice), { code: 'PIPE_NOT_PERMITTED' });
}

export function lockPaths(): void {
  // All that `require` and its kin look at goes through this one.
  const modules = module as unknown as { _stat: Stat };
  const { _stat: stat } = modules;
  modules._stat = (path) => (mayRead(path) ? stat(path) : NOTHING_THERE);

  const { realpathSync } = fs;
  const guarded = (...args: Parameters<typeof realpathSync>) =>
    mayRead(args[0]) ? realpathSync(...args) : refuse();
  // Its overloads differ only in what they return.
  fs.realpathSync = Object.assign(guarded, realpathSync) as typeof realpathSync;

  const { findPackageJSON } = module;
  module.findPackageJSON = (specifier: string | URL, base?: string | URL) => {
    const isPath = isAbsolute(String(specifier)) || IS_PATH.test(String(specifier));
    const places = [
      ...(base === undefined ? [] : [base]),
      ...(isPath ? [placeOf(specifier, base)] : []),
    ];
    return places.every(mayRead) ? findPackageJSON(specifier, base) : refuse();
  };
  lockImports();
}

/** Of a module that another one names. */
function placeOf(specifier: string | URL, parent: string | URL | undefined): string {
  const text = String(specifier);
  if (!text.startsWith('.') || parent === undefined) return pathOf(specifier);
  return resolve(pathOf(parent), '..', text);
}

function lockImports(): void {
  const isHidden = (url: string) => url.slice(0, 5).toLowerCase() === 'file:' && !mayRead(url);
  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL } = context;
      if (IS_PATH.test(specifier)) {
        const url = URL.parse(specifier, parentURL ?? 'file:///');
        if (url && isHidden(url.href)) refuse();
        return next(specifier, context);
      }
      const found = lookFor(() => next(specifier, context));
      if (found && !isHidden(found.url)) return found;
      const text = `Cannot find module '${specifier}' imported from ${parentURL}`;
      throw Object.assign(new Error(text), { code: 'ERR_MODULE_NOT_FOUND' });
    },
    load(url, context, next) {
      return isHidden(url) ? refuse() : next(url, context);
    },
  });
}

/** Undefined when there is none. */
function lookFor<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (NOT_FOUND.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
