/**
 * Installs what a pipe depends on, into its own folder, without running anything of it. The SDK is provided by the service, so it
 * is not fetched.
 */
import { lstat, mkdir, opendir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidPipeError } from '../errors.ts';
import { sizeCounter } from './limits.ts';
import { runNpm } from './npm.ts';

const PROVIDED = new Set(['@hindcast/pipe-sdk', '@hindcast/client']);

export async function installDependencies(
  folder: string,
  options: { workFolder: string; signal: AbortSignal },
): Promise<void> {
  // What came along was not checked by anyone.
  await rm(join(folder, 'node_modules'), { recursive: true, force: true });
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    dependencies?: Record<string, string>;
  };
  const wanted = Object.entries(manifest.dependencies ?? {}).filter(
    ([name]) => !PROVIDED.has(name),
  );
  if (wanted.length === 0) return;
  for (const [name, range] of wanted) assertFromRegistry(name, range);
  // In a folder of its own: npm reads settings and lock files of the folder it works in.
  const work = join(options.workFolder, 'dependencies');
  await mkdir(work);
  const bare = { name: 'pipe', private: true, dependencies: Object.fromEntries(wanted) };
  await writeFile(join(work, 'package.json'), JSON.stringify(bare));
  await copyLock(join(folder, 'package-lock.json'), join(work, 'package-lock.json'), bare);
  const args = ['install', '--omit=dev', '--no-bin-links'];
  await runNpm(args, { folder: work, signal: options.signal });
  await assertPlainFiles(join(work, 'node_modules'));
  await rename(join(work, 'node_modules'), join(folder, 'node_modules'));
}

/** Versions of the registry only: no addresses, no repositories, no paths of this machine. */
function assertFromRegistry(name: string, range: string): void {
  if (!/[:/]/.test(range.replace(/^npm:(@[\w.-]+\/)?/, ''))) return;
  throw new InvalidPipeError(`its dependency "${name}" does not come from the registry`);
}

/** Of a lock file only versions and integrities: where packages come from is not for the pipe to say. */
async function copyLock(from: string, to: string, root: object): Promise<void> {
  // Without a lock file npm chooses the newest versions in range.
  const text = await readFile(from, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const { lockfileVersion, packages } = parseLock(text);
  const kept = Object.entries(packages).flatMap(([path, entry]) => {
    const name = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1];
    if (path === '' || PROVIDED.has(name ?? '')) return [];
    if (entry.link === true || name === undefined) {
      throw new InvalidPipeError('its package-lock.json speaks of folders outside of it');
    }
    for (const [other, range] of Object.entries(entry.dependencies ?? {})) {
      assertFromRegistry(other, String(range));
    }
    return [[path, { ...entry, resolved: undefined }]];
  });
  const all = { '': root, ...Object.fromEntries(kept) };
  await writeFile(to, JSON.stringify({ lockfileVersion, requires: true, packages: all }));
}

interface Lock {
  lockfileVersion: number;
  packages: Record<string, { link?: boolean; dependencies?: Record<string, string> }>;
}

function parseLock(text: string): Lock {
  try {
    const lock = JSON.parse(text) as Lock;
    if (lock.lockfileVersion >= 2 && typeof lock.packages === 'object') return lock;
  } catch {
    // Said below.
  }
  throw new InvalidPipeError('its package-lock.json is not one of npm 7 or later');
}

async function assertPlainFiles(folder: string): Promise<void> {
  const counter = sizeCounter();
  for await (const entry of await opendir(folder, { recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) throw new InvalidPipeError('its dependencies hold links');
    counter.addFile(path.slice(folder.length));
    if (entry.isFile()) counter.addBytes((await lstat(path)).size);
  }
}
