/** Real screen lockers on a test desktop of X: how each locks, and how it is ended. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  booleanProperty,
  type TestBus,
} from '../../packages/daemon/src/capture/liveness/message-bus.fixture.ts';
import { type Desktop, missingPrograms, until } from './desktop.ts';

const ROOT = 0;
const NOBODY = 65_534;

export interface Locker {
  readonly name: string;
  readonly programs: readonly string[];
  /** Of most of its lock screen: red, green, blue. */
  readonly colour: readonly [number, number, number];
  /** Locks the screen; resolves when that was asked for, to what ends it. `systemBus` is that of the session. */
  lock(desktop: Desktop, systemBus: TestBus): Promise<() => Promise<void>>;
}

export function whyNoLocker({ programs }: Locker): string | undefined {
  const missing = missingPrograms(programs);
  return missing.length === 0 ? undefined : `missing ${missing.join(', ')}`;
}

export const I3LOCK: Locker = {
  name: 'i3lock',
  programs: ['i3lock', 'setpriv', 'xhost'],
  colour: [0xc8, 0x00, 0xc8],
  lock: (desktop) => lockWith(desktop, ['i3lock', '--nofork', '--color', 'c800c8']),
};

export const XSECURELOCK: Locker = {
  name: 'xsecurelock',
  programs: ['xsecurelock', 'setpriv', 'xhost'],
  colour: [0, 0, 0],
  lock: (desktop) => lockWith(desktop, ['xsecurelock'], { XSECURELOCK_SAVER: 'saver_blank' }),
};

export const XSCREENSAVER: Locker = {
  name: 'xscreensaver',
  programs: ['xscreensaver', 'xscreensaver-command', 'setpriv', 'xhost'],
  colour: [0, 0, 0],
  async lock(desktop) {
    const person = await ordinaryUser(desktop);
    writeFileSync(join(person.home, '.xscreensaver'), 'mode: blank\nlock: True\nfade: False\n');
    const saver = person.start(['xscreensaver', '--no-splash']);
    // It refuses commands until it has put its name on the root window.
    await until('xscreensaver to listen', async () => {
      const command = person.start(['xscreensaver-command', '-lock']);
      const [code] = (await once(command, 'close')) as [number | null];
      return code === 0;
    });
    return async () => {
      await end(saver);
      person.remove();
    };
  },
};

const LOGIN = 'org.freedesktop.login1';
const SESSION = '/org/freedesktop/login1/session/_37';

/** It locks when the login manager asks for it, and would then show the greeter of LightDM, which is not there. */
export const LIGHT_LOCKER: Locker = {
  name: 'light-locker',
  programs: ['light-locker', 'xwininfo'],
  colour: [0, 0, 0],
  async lock(desktop, systemBus) {
    const login = await systemBus.serve(LOGIN, ({ member = '', body }) => {
      if (member.startsWith('GetSession')) return ['o', SESSION];
      return member === 'Get' ? booleanProperty(body[1] === 'Active') : undefined;
    });
    const locker = desktop.start('env', [
      `DBUS_SYSTEM_BUS_ADDRESS=${systemBus.address}`,
      'XDG_SESSION_ID=7',
      'XDG_SESSION_PATH=/org/freedesktop/DisplayManager/Session0',
      'XDG_SEAT_PATH=/org/freedesktop/DisplayManager/Seat0',
      'light-locker',
    ]);
    await until('light-locker to lock', async () => {
      login.tell(SESSION, `${LOGIN}.Session`, 'Lock');
      return (await desktop.run('xwininfo', '-root', '-tree')).includes(
        '"Light-locker")  1280x720',
      );
    });
    return async () => {
      await end(locker);
      login.leave();
    };
  },
};

/** With one that locks as soon as it starts. */
async function lockWith(
  desktop: Desktop,
  command: readonly string[],
  extra: Record<string, string> = {},
) {
  const person = await ordinaryUser(desktop);
  const locker = person.start(command, extra);
  return async () => {
    await end(locker);
    person.remove();
  };
}

/** Someone who is not root, where lockers refuse that one. */
async function ordinaryUser({ env, run }: Desktop) {
  const home = mkdtempSync(join(tmpdir(), 'hindcast-person-'));
  const isRoot = process.getuid?.() === ROOT;
  const prefix = isRoot
    ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']
    : [];
  if (isRoot) {
    chownSync(home, NOBODY, NOBODY);
    await run('xhost', `+si:localuser:#${NOBODY}`);
  }
  return {
    home,
    start(command: readonly string[], extra: Record<string, string> = {}): ChildProcess {
      const [program = '', ...args] = [...prefix, ...command];
      const own = { HOME: home, XDG_RUNTIME_DIR: home, ...extra };
      return spawn(program, args, { env: { ...env, ...own }, cwd: home, stdio: 'ignore' });
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const closed = once(program, 'close');
  program.kill();
  await closed;
}
