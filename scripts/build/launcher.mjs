#!/usr/bin/env node
/**
 * A command of an installed release. The machine's own Node may be old: then the command runs on the Node that came with the release.
 * Written for any Node from 18 on, and without packages. The build writes the program's path and the versions in.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as modules from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const NEEDED_NODE_MAJOR = 24;
const NAME = '@@name@@';
const main = join(dirname(fileURLToPath(import.meta.url)), '..', '@@main@@');

/** Compiled code is kept from one start to the next, where only this person can write. */
function compileCache() {
  const caches = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return join(caches, 'hindcast', 'compiled');
}

function findOwnNode() {
  const name = `node-${process.platform}-${process.arch}`;
  try {
    const manifest = modules.createRequire(import.meta.url).resolve(`${name}/package.json`);
    const program = join(dirname(manifest), 'bin', 'node');
    return existsSync(program) ? program : undefined;
  } catch {
    // Installed without optional packages: the message below says what to do.
    return undefined;
  }
}

function runOn(node) {
  const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 143);
  });
}

process.env.NODE_COMPILE_CACHE ??= compileCache();
if (Number.parseInt(process.versions.node, 10) >= NEEDED_NODE_MAJOR) {
  modules.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);
  await import(pathToFileURL(main).href);
} else {
  const node = findOwnNode();
  if (node) {
    runOn(node);
  } else {
    console.error(`${NAME}: Node ${NEEDED_NODE_MAJOR} is needed, this is ${process.version}.`);
    console.error(
      `Install Node ${NEEDED_NODE_MAJOR}, or install ${NAME} again without "--omit=optional".`,
    );
    process.exitCode = 1;
  }
}
