/**
 * Installs what a pipe depends on, into its own folder, without running anything of it. The SDK is provided by the service, so it
 * is not fetched.
 */
import { cp, lstat, mkdir, opendir, readFile, rename, rm, writeFile } from 'node:fs/promises';
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
  await copyIfThere(join(folder, 'package-lock.json'), join(work, 'package-lock.json'));
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

async function copyIfThere(from: string, to: string): Promise<void> {
  // Without a lock file npm chooses the newest versions in range.
  await cp(from, to).catch(() => undefined);
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
