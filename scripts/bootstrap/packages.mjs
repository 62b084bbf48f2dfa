/**
 * Answers one question for `bootstrap.mjs`: are the packages in node_modules the ones of the lock file? npm leaves its own
 * record of what it installed (`node_modules/.package-lock.json`, written last), so an interrupted install shows.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    // No record, or half of one: the caller installs.
    return undefined;
  }
}

/** @param {string} root The folder with package-lock.json. */
export function packagesAreCurrent(root) {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (!wanted || !installed) return false;
  return Object.entries(wanted).every(([path, want]) => {
    // The root and the workspaces are this repository itself, not something that was installed.
    if (!path.includes('node_modules/')) return true;
    const have = installed[path];
    // npm leaves out optional packages that are for another platform.
    if (!have) return want.optional === true;
    return have.version === want.version && have.integrity === want.integrity;
  });
}
