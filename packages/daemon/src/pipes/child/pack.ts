/**
 * Prints the programs of a run as JSON: the one of `main.ts` with what pipes may import, and the one that raises the walls around it. Each
 * is JavaScript in one text, so that a run needs no file of ours and does not translate modules, which took half of its start. A process
 * does this because the service should not wait for it.
 */
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

export interface ChildPrograms {
  readonly run: string;
  readonly raise: string;
}

/** Pipes import these without having installed them. */
const PROVIDED = ['@hindcast/pipe-sdk', '@hindcast/client'];
const IMPORTED = /^((?:import|export)\b[^;]*?\bfrom ')([^']+)(?=';)/gm;

/** Loaded from its own files. `child-programs.ts` replaces this address: a release packs its programs on another machine. */
const NATIVE = 'koffi';
const NATIVE_ADDRESS = 'hindcast-native:koffi';

/** By address: the text of a module. */
type Modules = Map<string, string>;

/** Takes a module and what it imports; returns the address under which it is known in the run. */
function take(fileUrl: string, modules: Modules): string {
  const address = `hindcast:${fileUrl.split('/packages/').at(-1)}`;
  if (modules.has(address)) return address;
  modules.set(address, '');
  const text = stripTypeScriptTypes(readFileSync(new URL(fileUrl), 'utf8'));
  const linked = text.replace(IMPORTED, (whole, before: string, name: string) => {
    if (name.startsWith('node:')) return whole;
    if (name === NATIVE) return before + NATIVE_ADDRESS;
    const target = name.startsWith('.') ? new URL(name, fileUrl).href : import.meta.resolve(name);
    return before + take(target, modules);
  });
  modules.set(address, linked);
  return address;
}

/** What the run begins with. Only its text goes there, so it uses nothing from around it. */
async function start(
  sources: Record<string, string>,
  provided: Record<string, string>,
  entry: string,
): Promise<void> {
  const { registerHooks } = process.getBuiltinModule('node:module');
  registerHooks({
    resolve(specifier, context, next) {
      const url = Object.hasOwn(provided, specifier) ? provided[specifier] : specifier;
      return url?.startsWith('hindcast:') ? { url, shortCircuit: true } : next(specifier, context);
    },
    load(url, context, next) {
      const source = Object.hasOwn(sources, url) ? sources[url] : undefined;
      return source === undefined
        ? next(url, context)
        : { format: 'module', source, shortCircuit: true };
    },
  });
  await import(entry);
}

function pack(entryPath: string, provided: readonly string[]): string {
  const modules: Modules = new Map();
  const entry = take(import.meta.resolve(entryPath), modules);
  const known = provided.map((name) => [name, take(import.meta.resolve(name), modules)]);
  const facts = [Object.fromEntries(modules), Object.fromEntries(known), entry];
  return `await (${start})(${facts.map((fact) => JSON.stringify(fact)).join(', ')});\n`;
}

const programs: ChildPrograms = {
  run: pack('./main.ts', PROVIDED),
  raise: pack('../walls/raise.ts', []),
};
process.stdout.write(JSON.stringify(programs));
