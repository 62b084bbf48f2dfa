/**
 * Whether one of the lockers runs that tell nobody: those of wlroots compositors (swaylock and its kin) and of plain window managers
 * (i3lock and its kin) live exactly as long as the screen is locked. Only processes that may still become another program are read
 * again, so a look costs little more than one listing of `/proc`.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';

/** As the system cuts them, at 15 characters. */
const LOCKERS: ReadonlySet<string> = new Set([
  'swaylock',
  'swaylock-plugin',
  'gtklock',
  'hyprlock',
  'waylock',
  'kscreenlocker_g',
  'i3lock',
  'slock',
  'sxlock',
  'alock',
  'physlock',
  'vlock-main',
  'xsecurelock',
  'xlock',
  'xtrlock',
]);

const SETTLED = Symbol('settled');
/** Programs that are there to become another one: a script may end with `exec swaylock`. */
const STARTERS = /^(?:\w*sh|busybox|env|nice|nohup|setsid|perl|python[\d.]*)$/;

/** What programs of one display have in their environment; a locker with another value locks another display. */
export type DisplayVariables = Readonly<
  Partial<Record<'DISPLAY' | 'WAYLAND_DISPLAY' | 'XDG_RUNTIME_DIR', string | undefined>>
>;

export function lockerProcesses(
  display: DisplayVariables,
  folder = '/proc',
  uid = process.getuid?.(),
) {
  /** What each was called when it was last read; `SETTLED` when it need not be read again. */
  const known = new Map<string, string | typeof SETTLED>();

  const ownerOf = async (pid: string) => (await stat(`${folder}/${pid}`)).uid;

  /** Whether it locks this display now. */
  async function read(pid: string): Promise<boolean> {
    try {
      const name = readFileSync(`${folder}/${pid}/comm`, 'utf8').trim();
      // Between its beginning and its own program it has the name of whoever started it.
      const mayBecomeAnother = STARTERS.test(name) || STARTERS.test(interpreterOf(pid));
      const isSettled = known.get(pid) === name && !mayBecomeAnother && !LOCKERS.has(name);
      known.set(pid, isSettled ? SETTLED : name);
      return await isLocker(pid, name);
    } catch {
      // It ended meanwhile.
      return false;
    }
  }

  /** A script has its own name and runs in the program of its first line. */
  function interpreterOf(pid: string): string {
    try {
      return basename(readlinkSync(`${folder}/${pid}/exe`));
    } catch {
      // A process of the system or of another person: neither locks this screen by a script.
      return '';
    }
  }

  async function isLocker(pid: string, name: string): Promise<boolean> {
    if (!LOCKERS.has(name) || isElsewhere(pid)) return false;
    const status = readFileSync(`${folder}/${pid}/status`, 'utf8');
    // It ended, and whoever started it has not looked.
    if (/^State:\s+Z/m.test(status)) return false;
    // Some take on another user to hide from this one; whoever started them did not.
    const parent = /^PPid:\s+(\d+)/m.exec(status)?.[1] ?? pid;
    return (await ownerOf(pid)) === uid || (await ownerOf(parent)) === uid;
  }

  function isElsewhere(pid: string): boolean {
    const variables = environmentOf(`${folder}/${pid}/environ`);
    return Object.entries(display).some(([name, ours]) => {
      const theirs = variables.get(name);
      const areKnown = ours !== undefined && theirs !== undefined;
      return areKnown && nameOf(name, theirs) !== nameOf(name, ours);
    });
  }

  return {
    async isRunning(): Promise<boolean> {
      const present = new Set(readdirSync(folder).filter((name) => /^\d+$/.test(name)));
      for (const pid of known.keys()) if (!present.has(pid)) known.delete(pid);
      const unsettled = [...present].filter((pid) => known.get(pid) !== SETTLED);
      return (await Promise.all(unsettled.map(read))).includes(true);
    },
  };
}

function environmentOf(path: string): Map<string, string> {
  try {
    const lines = readFileSync(path, 'utf8').split('\0');
    return new Map(lines.map((line) => [line.split('=', 1)[0] ?? '', line.replace(/^.*?=/, '')]));
  } catch {
    // A locker that took on another user hides it; it then counts for every display.
    return new Map();
  }
}

/** `:0.0` is a screen of `:0`; a Wayland display may be a path. */
function nameOf(variable: string, value: string): string {
  if (variable === 'DISPLAY') return value.replace(/\.\d+$/, '');
  return variable === 'WAYLAND_DISPLAY' ? basename(value) : value;
}
