/**
 * Builds the image of the hub from `packages/hub/container/Containerfile`. Without Docker and without a registry: debootstrap makes the base,
 * buildah the image, as `dist/hindcast-hub-<version>-<cpu>.tar`. Where buildah is missing, the folder to build from is left for others.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BuildError } from './build-error.ts';
import { bundle } from './bundle.ts';
import { copyNativeFiles } from './native-parts.ts';
import { type Cpu, fetchPackage } from './npm-packages.ts';

const CONTAINER = 'packages/hub/container';
const MAIN = 'packages/hub/src/main.ts';
const NATIVE = 'better-sqlite3-multiple-ciphers';
const SUITE = 'bookworm';
const BASE = 'localhost/hindcast-debian';
export const IMAGE = 'localhost/hindcast-hub';

/** Fills `dist/hub`, from which the Containerfile is built. */
async function stageHub(root: string, cpu: Cpu): Promise<string> {
  const folder = join(root, 'dist', 'hub');
  const app = join(folder, 'app');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'data'), { recursive: true });
  await bundle({ root, entries: [MAIN], external: ['pg-native'], target: app });
  writeFileSync(join(app, 'package.json'), '{ "type": "module" }\n');
  await copyNativeFiles(root, NATIVE, app, [cpu]);
  const runtime = await fetchPackage(root, `node-linux-${cpu}`);
  mkdirSync(join(app, 'bin'));
  cpSync(join(runtime, 'bin', 'node'), join(app, 'bin', 'node'));
  chmodSync(join(app, 'bin', 'node'), 0o755);
  cpSync(join(runtime, 'LICENSE'), join(app, 'bin', 'LICENSE'));
  cpSync(join(root, 'LICENSE'), join(app, 'LICENSE'));
  cpSync(join(root, CONTAINER, 'health.mjs'), join(app, 'health.mjs'));
  return folder;
}

/** Keeps images below `dist`, and needs nothing of the kernel. */
export function buildahFlags(root: string): string[] {
  const storage = join(root, 'dist', 'buildah');
  const folders = ['--root', join(storage, 'root'), '--runroot', join(storage, 'run')];
  return [...folders, '--storage-driver', 'vfs'];
}

/** Runs buildah to its end; gives what it printed. */
export function buildah(root: string, ...args: string[]): string {
  return execFileSync('buildah', [...buildahFlags(root), ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, BUILDAH_ISOLATION: 'chroot' },
  }).trim();
}

/** Undefined when an image can be built here; else what is missing. */
export function reasonAgainstImage(cpu: string = process.arch): string | undefined {
  if (cpu !== process.arch) return `the base for ${cpu} cannot be made on ${process.arch}`;
  if (process.getuid?.() !== 0) return 'building it takes root';
  const missing = ['buildah', 'debootstrap'].filter(
    (program) => spawnSync(program, ['--version']).error !== undefined,
  );
  return missing.length === 0 ? undefined : `${missing.join(' and ')} is not installed`;
}

/** Resolves to the archive, which `docker load` and `podman load` take. */
export async function buildHubImage(root: string, version: string, cpu: Cpu): Promise<string> {
  const folder = await stageHub(root, cpu);
  const reason = reasonAgainstImage(cpu);
  if (reason !== undefined) {
    throw new BuildError(
      `the image was not built: ${reason}. Build it from dist/hub with Docker or Podman:\n` +
        `  docker build --file ${CONTAINER}/Containerfile --tag hindcast-hub dist/hub`,
    );
  }
  const policy = join(root, 'dist', 'buildah-policy.json');
  writeFileSync(policy, '{ "default": [{ "type": "insecureAcceptAnything" }] }\n');
  makeBase(root, policy);
  const archive = join(root, 'dist', `hindcast-hub-${version}-${cpu}.tar`);
  rmSync(archive, { force: true });
  const signatures = ['--signature-policy', policy];
  // The health check is a field of this format only.
  const build = [
    'build',
    '--quiet',
    '--format',
    'docker',
    '--pull-never',
    '--build-arg',
    `BASE=${BASE}`,
  ];
  const file = join(root, CONTAINER, 'Containerfile');
  buildah(root, ...build, ...signatures, '--file', file, '--tag', IMAGE, folder);
  buildah(
    root,
    'push',
    '--quiet',
    ...signatures,
    IMAGE,
    `docker-archive:${archive}:${IMAGE}:${version}`,
  );
  return archive;
}

/** A Debian with what the hub needs of it: the C and C++ libraries and the certificates of public authorities. */
function makeBase(root: string, policy: string): void {
  const isMade = () => buildah(root, 'images', '--format', '{{.Name}}').split('\n').includes(BASE);
  if (isMade()) return;
  const tree = join(root, 'dist', 'hub-base');
  rmSync(tree, { recursive: true, force: true });
  const packages = '--include=ca-certificates,libstdc++6';
  execFileSync('debootstrap', ['--variant=minbase', packages, SUITE, tree], { stdio: 'ignore' });
  for (const unneeded of ['var/cache/apt', 'var/lib/apt/lists', 'usr/share/doc', 'usr/share/man'])
    rmSync(join(tree, unneeded), { recursive: true, force: true });
  const container = buildah(root, 'from', '--signature-policy', policy, 'scratch');
  buildah(root, 'add', container, `${tree}/`, '/');
  buildah(root, 'commit', '--quiet', '--signature-policy', policy, '--rm', container, BASE);
  if (existsSync(tree)) rmSync(tree, { recursive: true });
}
