/**
 * Installs what a pipe depends on, into its own folder, without running anything of it: npm resolves the versions, `plain-lock.ts`
 * judges the whole result, and only that is installed. The service provides the SDK, so npm does not fetch it.
 */
import { mkdir, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidPipeError } from '../errors.ts';
import { runNpmOnRegistry } from './npm.ts';
import { assertPlainRanges, MOST_LOCK_BYTES, parseLock, plainPackages } from './plain-lock.ts';
import { fillWithinLimits } from './size-watch.ts';

const PROVIDED = new Set(['@hindcast/pipe-sdk', '@hindcast/client']);
const LOCK = 'package-lock.json';

export async function installDependencies(
  folder: string,
  options: { workFolder: string; signal: AbortSignal },
): Promise<void> {
  // What came along was not checked by anyone.
  await rm(join(folder, 'node_modules'), { recursive: true, force: true });
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  const dependencies = Object.fromEntries(
    Object.entries(manifest.dependencies ?? {}).filter(([name]) => !PROVIDED.has(name)),
  );
  if (Object.keys(dependencies).length === 0) return;
  assertPlainRanges(dependencies);
  // In its own folder: npm reads settings and lock files of the folder it works in.
  const work = join(options.workFolder, 'dependencies');
  await mkdir(work);
  const root = { name: 'pipe', private: true, dependencies };
  await writeFile(join(work, 'package.json'), JSON.stringify(root));
  await fetchInto(work, { root, given: await findLock(folder), signal: options.signal });
  await assertNoLinks(join(work, 'node_modules'));
  await rename(join(work, 'node_modules'), join(folder, 'node_modules'));
}

async function fetchInto(
  work: string,
  options: { root: object; given: string | undefined; signal: AbortSignal },
): Promise<void> {
  const { root, given, signal } = options;
  const writeLock = (packages: object) =>
    writeFile(
      join(work, LOCK),
      JSON.stringify({ lockfileVersion: 3, requires: true, packages: { '': root, ...packages } }),
    );
  // Without a lock file npm chooses the newest versions in range.
  if (given !== undefined) await writeLock(plainPackages(withoutProvided(parseLock(given))));
  await runNpmOnRegistry(['install', '--package-lock-only', '--omit=dev'], {
    folder: work,
    signal,
  });
  const resolved = await findLock(work);
  if (resolved === undefined) throw new InvalidPipeError('npm could not resolve its dependencies');
  await writeLock(plainPackages(parseLock(resolved)));
  await fillWithinLimits(work, signal, (within) =>
    runNpmOnRegistry(['ci', '--omit=dev', '--no-bin-links'], { folder: work, signal: within }),
  );
  // Of packages for other systems only, nothing is left.
  await mkdir(join(work, 'node_modules'), { recursive: true });
}

async function findLock(folder: string): Promise<string | undefined> {
  const file = join(folder, LOCK);
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return undefined;
  if (found.size > MOST_LOCK_BYTES) throw new InvalidPipeError(`its ${LOCK} is too large`);
  return readFile(file, 'utf8');
}

function withoutProvided(packages: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(packages).filter(
      ([path]) => !PROVIDED.has(path.slice(path.lastIndexOf('node_modules/') + 13)),
    ),
  );
}

async function assertNoLinks(folder: string): Promise<void> {
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (entry.isSymbolicLink()) throw new InvalidPipeError('its dependencies hold links');
  }
}
