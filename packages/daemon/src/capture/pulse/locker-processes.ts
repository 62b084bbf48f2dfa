/**
 * Whether one of the lockers runs that tell nobody: those of wlroots compositors (swaylock and its kin) and of plain window managers
 * (i3lock and its kin) live exactly as long as the screen is locked. Only processes that are new since the last look are read, so a look costs one listing of `/proc`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';

/** As the system cuts them, at 15 characters. */
const LOCKERS: ReadonlySet<string> = new Set([
  'swaylock',
  'swaylock-plugin',
  'gtklock',
  'hyprlock',
  'waylock',
  'i3lock',
  'slock',
  'xsecurelock',
  'xlock',
  'xtrlock',
]);

export function lockerProcesses(folder = '/proc', uid = process.getuid?.()) {
  let known = new Set<string>();
  const lockers = new Set<string>();

  const ownerOf = async (pid: string) => (await stat(`${folder}/${pid}`)).uid;

  function parentOf(pid: string): string {
    const status = readFileSync(`${folder}/${pid}/status`, 'utf8');
    return /^PPid:\s+(\d+)/m.exec(status)?.[1] ?? pid;
  }

  async function isLocker(pid: string): Promise<boolean> {
    try {
      if (!LOCKERS.has(readFileSync(`${folder}/${pid}/comm`, 'utf8').trim())) return false;
      // Some take on another user to hide from this one; whoever started them did not.
      return (await ownerOf(pid)) === uid || (await ownerOf(parentOf(pid))) === uid;
    } catch {
      // It ended meanwhile.
      return false;
    }
  }

  return {
    async isRunning(): Promise<boolean> {
      const present = new Set(readdirSync(folder).filter((name) => /^\d+$/.test(name)));
      for (const pid of present) {
        if (!known.has(pid) && (await isLocker(pid))) lockers.add(pid);
      }
      for (const pid of lockers) if (!present.has(pid)) lockers.delete(pid);
      known = present;
      return lockers.size > 0;
    },
  };
}
