/** Puts the files of a release into a folder: programs, assets, native parts, commands, manifest. Called by `scripts/build.ts`. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { bundle } from './bundle.ts';
import { NOT_BUNDLED, nativeDependencies, PLATFORM, packNativeParts } from './native-parts.ts';
import type { Cpu } from './npm-packages.ts';
import { findReleaseFiles, PACKED_PROGRAMS, PACKER } from './release-files.ts';

const COMMANDS = {
  hindcast: 'packages/cli/src/main.js',
  'hindcast-hub': 'packages/hub/src/main.js',
};
const DOCUMENTS = ['LICENSE', 'docs/licences.md'];
/** English speech becomes text, and is searched by meaning, without a download; `scripts/bootstrap.mjs` has fetched them. */
const MODELS = ['moonshine-tiny', 'minilm-moments'];
const MODELS_FOLDER = 'node_modules/.cache/hindcast/models';
/** What makes these models from others: they are made already. Other changes are applied when a network is loaded. */
const CHANGES_OF_MODELS = 'packages/daemon/models/*/*.onnx.change';
/** What authors of pipes import types from. */
const TYPES = ['packages/pipe-sdk', 'packages/client'];

/** Empties `target` first. Resolves to the names of the packages inside the bundles. */
export async function stageRelease(
  root: string,
  target: string,
  cpus: readonly Cpu[] = PLATFORM.cpus,
): Promise<readonly string[]> {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const { programs, assets } = findReleaseFiles(root);
  const bundled = await bundle({ root, entries: programs, external: NOT_BUNDLED, target });
  for (const asset of [...assets, ...DOCUMENTS]) copy(root, target, asset);
  for (const folder of TYPES) copyTypes(root, target, folder);
  for (const model of MODELS) {
    cpSync(join(root, MODELS_FOLDER, model), join(target, 'models', model), { recursive: true });
  }
  for (const change of globSync(CHANGES_OF_MODELS, { cwd: target })) rmSync(join(target, change));
  await packNativeParts(root, target, cpus);
  write(join(target, PACKED_PROGRAMS), packedPrograms(root));
  for (const [name, main] of Object.entries(COMMANDS)) writeCommand(target, name, main);
  write(join(target, 'package.json'), manifest(root));
  return bundled;
}

function copy(root: string, target: string, path: string): void {
  const isShipped = (file: string) =>
    !/\.test\.tsx?$/.test(file) && !['node_modules', '.sources'].includes(basename(file));
  cpSync(join(root, path), join(target, path), { recursive: true, filter: isShipped });
}

/** TypeScript needs sources, not programs: nothing of these runs. */
function copyTypes(root: string, target: string, folder: string): void {
  for (const part of ['package.json', 'src']) copy(root, target, `${folder}/${part}`);
}

export function packedPrograms(root: string): string {
  const flags = ['--disable-warning=ExperimentalWarning', join(root, PACKER)];
  return execFileSync(process.execPath, flags, { encoding: 'utf8', env: {} });
}

function writeCommand(target: string, name: string, main: string): void {
  const template = readFileSync(join(import.meta.dirname, 'launcher.mjs'), 'utf8');
  const file = join(target, 'bin', `${name}.mjs`);
  write(file, template.replace('@@name@@', name).replace('@@main@@', main));
  chmodSync(file, 0o755);
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function manifest(root: string): string {
  const { version, description, license } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const names = Object.keys(COMMANDS);
  const fields = {
    name: 'hindcast',
    version,
    description,
    license,
    type: 'module',
    bin: Object.fromEntries(names.map((name) => [name, `bin/${name}.mjs`])),
    engines: { node: '>=18' },
    os: [PLATFORM.os],
    cpu: PLATFORM.cpus,
    ...nativeDependencies(root),
  };
  return `${JSON.stringify(fields, undefined, 2)}\n`;
}
