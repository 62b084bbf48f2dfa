/** How this Hindcast came onto the machine, by where its files lie. Decides whether it asks before it records, and the words of hints. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type InstallKind = 'source' | 'npm' | 'npx' | 'debian';

export interface Install {
  readonly kind: InstallKind;
  /** The folder with everything in it. */
  readonly root: string;
  /** What a person types to start the service. */
  readonly startCommand: string;
  /** What a person does to get a newer version. */
  readonly update: string;
}

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');

const WORDS: Readonly<Record<InstallKind, Pick<Install, 'startCommand' | 'update'>>> = {
  source: { startCommand: 'npm start', update: 'git pull, then npm start' },
  npm: {
    startCommand: 'hindcast start',
    update: 'npm install -g hindcast-<version>.tgz, then hindcast service install',
  },
  npx: { startCommand: 'npx hindcast start', update: 'npx takes the newest package by itself' },
  debian: {
    startCommand: 'hindcast start',
    update: 'apt install ./hindcast_<version>_<architecture>.deb',
  },
};

export function findInstall(root = ROOT): Install {
  const kind = kindOf(root.replaceAll('\\', '/'));
  return { kind, root, ...WORDS[kind] };
}

function kindOf(root: string): InstallKind {
  if (isRepository(root)) return 'source';
  if (root.includes('/_npx/')) return 'npx';
  return /\/node_modules\/hindcast$/.test(root) ? 'npm' : 'debian';
}

/** A release is one package; the repository has several. */
function isRepository(root: string): boolean {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as object;
  return 'workspaces' in manifest;
}
