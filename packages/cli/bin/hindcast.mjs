#!/usr/bin/env node
/**
 * The command `hindcast`. The machine's own Node may be old: then everything runs again on the Node 24 that the npm package `node`
 * brought along. Written for any Node from 18 on, and without packages.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as modules from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NEEDED_NODE_MAJOR = 24;
const main = join(dirname(fileURLToPath(import.meta.url)), '..', 'src', 'main.ts');
const COMPILED = join(dirname(main), '../../../node_modules/.cache/hindcast');

function findBundledNode() {
  try {
    const manifest = modules.createRequire(import.meta.url).resolve('node/package.json');
    const file = process.platform === 'win32' ? 'node.exe' : 'node';
    const program = join(dirname(manifest), 'bin', file);
    return existsSync(program) ? program : undefined;
  } catch {
    // Not installed: the message below says what to do.
    return undefined;
  }
}

function runOn(node) {
  const child = spawn(node, [main, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: COMPILED, ...process.env },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 143);
  });
}

if (Number.parseInt(process.versions.node, 10) >= NEEDED_NODE_MAJOR) {
  // Compiled once and kept where the service keeps its own: a command then starts in half the time.
  modules.enableCompileCache(process.env.NODE_COMPILE_CACHE ?? COMPILED);
  await import(main);
} else {
  const node = findBundledNode();
  if (node) {
    runOn(node);
  } else {
    console.error(
      `hindcast: Node ${NEEDED_NODE_MAJOR} or newer is needed, this is ${process.version}.`,
    );
    console.error('Run "npm start" once in the Hindcast folder: it brings the right one.');
    process.exitCode = 1;
  }
}
