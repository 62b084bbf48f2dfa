/**
 * Prints the program of a run: the modules of `main.ts` and of what pipes may import, as JavaScript in one text. A run that is
 * given this text needs no file of ours, and does not translate the same modules anew: that took half of its start. It is a process
 * of its own, because translating is work that the service should not wait for.
 */
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

/** Pipes import these without having installed them. */
const PROVIDED = ['@hindcast/pipe-sdk', '@hindcast/client'];
const IMPORTED = /^((?:import|export)\b[^;]*?\bfrom ')([^']+)(?=';)/gm;

/** By address: the text of the module. */
const modules = new Map<string, string>();

/** Takes a module and what it imports; returns the address under which it is known in the run. */
function take(fileUrl: string): string {
  const address = `hindcast:${fileUrl.split('/packages/').at(-1)}`;
  if (modules.has(address)) return address;
  modules.set(address, '');
  const text = stripTypeScriptTypes(readFileSync(new URL(fileUrl), 'utf8'));
  const linked = text.replace(IMPORTED, (whole, before: string, name: string) => {
    if (name.startsWith('node:')) return whole;
    const target = name.startsWith('.') ? new URL(name, fileUrl).href : import.meta.resolve(name);
    return before + take(target);
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

const entry = take(import.meta.resolve('./main.ts'));
const provided = Object.fromEntries(
  PROVIDED.map((name) => [name, take(import.meta.resolve(name))]),
);
const facts = [Object.fromEntries(modules), provided, entry].map((fact) => JSON.stringify(fact));
process.stdout.write(`await (${start})(${facts.join(', ')});\n`);
