/** The Debian packages that the tests of this folder install. Called by the checks next to it. */
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

export const ROOT = join(import.meta.dirname, '..', '..', '..');
/** Downloaded systems are kept here. */
export const CACHE = join(ROOT, 'dist', 'debian');
export const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
/** Names a folder with packages that are built already. */
const { HINDCAST_DEBS } = process.env;
const MEGABYTE = 1e6;
const KIBIBYTE = 1024;
const MOST_INSTALLED_MEGABYTES = 400;
const MOST_DOWNLOADED_MEGABYTES = 130;

/** Builds it, unless HINDCAST_DEBS has it. */
export function builtPackage(architecture: string): string {
  const name = `hindcast_${version}_${architecture}.deb`;
  if (HINDCAST_DEBS) return join(HINDCAST_DEBS, name);
  const args = [join(ROOT, 'scripts', 'build.ts'), 'deb', '--arch', architecture];
  execFileSync(process.execPath, args, { stdio: 'inherit' });
  return join(ROOT, 'dist', name);
}

export function expectPromisedSize(deb: string): void {
  const installed = execFileSync('dpkg-deb', ['--field', deb, 'Installed-Size']);
  const installedBytes = Number(installed) * KIBIBYTE;
  expect(installedBytes / MEGABYTE).toBeLessThanOrEqual(MOST_INSTALLED_MEGABYTES);
  expect(statSync(deb).size / MEGABYTE).toBeLessThanOrEqual(MOST_DOWNLOADED_MEGABYTES);
}
