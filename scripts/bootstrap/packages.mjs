/**
 * Compares the packages in node_modules with the lock file, for `bootstrap.mjs`. npm leaves its own
 * record of what it installed (`node_modules/.package-lock.json`, written last), so an interrupted install shows.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const RECORD = join('node_modules', '.package-lock.json');

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    // No record, or half of one: the caller installs.
    return undefined;
  }
}

/**
 * @param {string} root The folder with package-lock.json.
 * @param {{ withDev: boolean }} wanted Whether those for building and testing count too.
 */
export function packagesAreCurrent(root, { withDev }) {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const installed = readPackages(join(root, RECORD));
  if (!wanted || !installed) return false;
  return Object.entries(wanted).every(([path, want]) => {
    // The root and the workspaces are this repository itself, not something that was installed.
    if (!path.includes('node_modules/')) return true;
    const have = installed[path];
    // npm leaves out optional packages that are for another platform.
    if (!have) return want.optional === true || (!withDev && isForDev(want));
    return have.version === want.version && have.integrity === want.integrity;
  });
}

/**
 * Whether packages for building and testing are installed, which another install then has to keep.
 * @param {string} root
 */
export function hasDevPackages(root) {
  const installed = readPackages(join(root, RECORD)) ?? {};
  return Object.values(installed).some(({ dev }) => dev === true);
}

function isForDev({ dev, devOptional }) {
  return dev === true || devOptional === true;
}
