/**
 * Removes files of installed packages that nothing here reads: machine code for other machines, C sources and headers, source maps,
 * tests and second builds of packages. npm keeps to its record and does not miss them; the build of a release fetches machine code for other machines itself.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const { platform, arch } = process;

/** Whether a path below node_modules goes. Each rule names what stays. */
const RULES = [
  // onnxruntime-node/bin/napi-v6/<platform>/<arch>
  (path) => {
    const [, os, cpu] =
      /^onnxruntime-node\/bin\/napi-v\d+\/([^/]+)(?:\/([^/]+))?$/.exec(path) ?? [];
    return os !== undefined && (os !== platform || (cpu !== undefined && cpu !== arch));
  },
  // better-sqlite3-multiple-ciphers/prebuilds/<platform>-<arch>.node
  (path) => {
    const [, target] = /^better-sqlite3-multiple-ciphers\/prebuilds\/(.+)\.node$/.exec(path) ?? [];
    return target !== undefined && !isFor(target);
  },
  (path) => /^better-sqlite3-multiple-ciphers\/(deps|src)$/.test(path),
  (path) => /(^|\/)node-[a-z]+-[a-z0-9]+\/(include|share)$/.test(path),
  (path) => path.endsWith('.map'),
  // The page is built from modules; licences stay whatever they are called.
  (path) => /^react-(aria|aria-components|stately)\/dist\/.+\.cjs$/.test(path),
  (path) => /(^|\/)(readme|changelog|history)[^/]*\.md$/i.test(path),
  (path) => UNREAD.has(path),
];

/** Tests, examples, sources and second builds of packages that load another one. */
const UNREAD = new Set([
  'bintrees/test',
  'chrono-node/dist/cjs',
  'chrono-node/src',
  'fastify/test',
  'intl-messageformat/intl-messageformat.iife.js',
  'lucide-react/dist/lucide-react.prefixed.d.ts',
  'lucide-react/dist/lucide-react.suffixed.d.ts',
  'lucide-react/dynamic.d.mts',
  'lucide-react/dynamic.d.ts',
  'lucide-react/dynamicIconImports.d.mts',
  'lucide-react/dynamicIconImports.d.ts',
  'pino/test',
  'stdnum/lib/esm',
  'stdnum/src',
  'x11/examples',
  'x11/test',
  'x11/website',
  'zod/src',
]);

/** `linuxmusl` counts as `linux`: which one the machine has is not known here. */
function isFor(target) {
  return target.startsWith(platform) && target.endsWith(`-${arch}`);
}

/** @param {string} root The folder with node_modules. */
export function trimPackages(root) {
  const folder = join(root, 'node_modules');
  if (existsSync(folder)) trimBelow(folder, '');
}

function trimBelow(folder, path) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    // Links lead to this repository; dot folders are caches and records.
    if (entry.isSymbolicLink() || (path === '' && entry.name.startsWith('.'))) continue;
    const below = path === '' ? entry.name : `${path}/${entry.name}`;
    const full = join(folder, entry.name);
    if (RULES.some((isUnneeded) => isUnneeded(below))) {
      rmSync(full, { recursive: true, force: true });
    } else if (entry.isDirectory()) trimBelow(full, below);
  }
}
