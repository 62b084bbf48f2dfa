/** Installs the programs that the scripted person opens, where this may be done; what is missing then is skipped with its reason. */
import { spawnSync } from 'node:child_process';
import { apt, missingPackages } from '../../scripts/bootstrap/system-packages.mjs';
import { LARGE_PROGRAMS } from '../../test/support/large-programs.ts';
import { print } from '../search/measuring.ts';
import { SCENES } from './scenes/all.ts';

const SESSION = ['xfce4-session', 'xfwm4', 'xfdesktop4', 'xfce4-panel', 'xfce4-settings', 'i3lock'];

export function installPrograms(): void {
  const wanted = [...SCENES, ...LARGE_PROGRAMS].flatMap(({ packages }) => packages.split(' '));
  const missing: string[] = missingPackages([...new Set([...SESSION, ...wanted])]);
  if (missing.length === 0) return;
  if (!apt.isAvailable()) {
    print(`${missing.length} packages are missing: ${apt.hint(missing)}`);
    return;
  }
  print(`installing ${missing.length} Debian packages: ${missing.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', apt.updateArgs, { env });
  // One by one where all together fail: a package that this system does not have keeps no other away.
  if (spawnSync('apt-get', apt.installArgs(missing), { env }).status === 0) return;
  for (const name of missing) spawnSync('apt-get', apt.installArgs([name]), { env });
}
