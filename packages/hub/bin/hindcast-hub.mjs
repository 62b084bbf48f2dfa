#!/usr/bin/env node
/**
 * The command `hindcast-hub`. The machine's own Node may be old: then everything runs again on the Node 24 that the npm package `node`
 * brought along. Written for any Node from 18 on, and without packages.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NEEDED_NODE_MAJOR = 24;
const main = join(dirname(fileURLToPath(import.meta.url)), '..', 'src', 'main.ts');

function findBundledNode() {
  try {
    const manifest = createRequire(import.meta.url).resolve('node/package.json');
    const file = process.platform === 'win32' ? 'node.exe' : 'node';
    const program = join(dirname(manifest), 'bin', file);
    return existsSync(program) ? program : undefined;
  } catch {
    // Not installed: the message below says what to do.
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

if (Number.parseInt(process.versions.node, 10) >= NEEDED_NODE_MAJOR) {
  await import(main);
} else {
  const node = findBundledNode();
  if (node) {
    runOn(node);
  } else {
    console.error(
      `hindcast-hub: Node ${NEEDED_NODE_MAJOR} or newer is needed, this is ${process.version}.`,
    );
    console.error('Run "npm start" once in the Hindcast folder: it brings the right one.');
    process.exitCode = 1;
  }
}
