/**
 * Whether one of the lockers runs that tell nobody: those of wlroots compositors (swaylock and its kin) and of plain window managers
 * (i3lock and its kin) live exactly as long as the screen is locked. Only processes that may still become another program are read
 * again, so a look costs little more than one listing of `/proc`.
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

const SETTLED = Symbol('settled');
/** Programs that are there to become another one: a script may end with `exec swaylock`. */
const STARTERS = /^(?:\w*sh|busybox|env|nice|nohup|setsid|perl|python[\d.]*)$/;

export function lockerProcesses(folder = '/proc', uid = process.getuid?.()) {
  /** What each was called when it was last read; `SETTLED` when it need not be read again. */
  const known = new Map<string, string | typeof SETTLED>();
  const lockers = new Set<string>();

  const ownerOf = async (pid: string) => (await stat(`${folder}/${pid}`)).uid;

  function parentOf(pid: string): string {
    const status = readFileSync(`${folder}/${pid}/status`, 'utf8');
    return /^PPid:\s+(\d+)/m.exec(status)?.[1] ?? pid;
  }

  async function read(pid: string): Promise<void> {
    try {
      const name = readFileSync(`${folder}/${pid}/comm`, 'utf8').trim();
      if (await isLocker(pid, name)) lockers.add(pid);
      // Between its beginning and its own program it has the name of whoever started it.
      const isSettled = known.get(pid) === name && !STARTERS.test(name);
      known.set(pid, isSettled || lockers.has(pid) ? SETTLED : name);
    } catch {
      // It ended meanwhile.
    }
  }

  async function isLocker(pid: string, name: string): Promise<boolean> {
    if (!LOCKERS.has(name)) return false;
    // Some take on another user to hide from this one; whoever started them did not.
    return (await ownerOf(pid)) === uid || (await ownerOf(parentOf(pid))) === uid;
  }

  return {
    async isRunning(): Promise<boolean> {
      const present = new Set(readdirSync(folder).filter((name) => /^\d+$/.test(name)));
      for (const pid of present) if (known.get(pid) !== SETTLED) await read(pid);
      for (const list of [lockers, known]) {
        for (const pid of list.keys()) if (!present.has(pid)) list.delete(pid);
      }
      return lockers.size > 0;
    },
  };
}
