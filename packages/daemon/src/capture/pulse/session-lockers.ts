/**
 * Lockers that can be asked on a message bus: those of desktops on the session bus, and the session itself on the system bus, where
 * most desktops and `loginctl lock-session` leave a mark. While nobody is there who locks, nobody is asked: a bus tells who comes.
 */
import type { Variant } from '@jellybrick/dbus-next';
import { type Ask, type Conversation, hasOwner, onBus, ownerChanges } from './bus-conversation.ts';

const SAVERS = [
  ['org.freedesktop.ScreenSaver', '/org/freedesktop/ScreenSaver'],
  ['org.gnome.ScreenSaver', '/org/gnome/ScreenSaver'],
] as const;
const LOGIN = 'org.freedesktop.login1';
const LOGIN_PATH = '/org/freedesktop/login1';
const PROPERTIES = 'org.freedesktop.DBus.Properties';

export interface Lockers {
  /** Never rejects: nobody who can be asked is nobody who locks. */
  isActive(): Promise<boolean>;
  close(): void;
}

export function lockersOn(busAddress: string): Lockers {
  return locking(busAddress, () => {
    const present = new Map<string, boolean>();
    return {
      matches: SAVERS.map(([name]) => ownerChanges(name)),
      onSignal({ member, body: [name, , owner] }) {
        if (member === 'NameOwnerChanged') present.set(String(name), owner !== '');
      },
      async answer(ask) {
        const answers = SAVERS.map(async ([name, path]) => {
          if (!present.has(name)) present.set(name, await hasOwner(ask, name));
          // Only one that runs: a question to its name would start it.
          if (!present.get(name)) return false;
          const call = { destination: name, path, interface: name, member: 'GetActive' };
          return (await ask(call).catch(() => false)) === true;
        });
        return (await Promise.all(answers)).includes(true);
      },
    };
  });
}

/**
 * `sessionId` as the environment has it; without it the session that this process belongs to. A machine that goes to sleep counts as
 * locked until it is awake: nothing is seen then, and most lock before.
 */
export function loginSession(busAddress: string, sessionId: string | undefined): Lockers {
  return locking(busAddress, () => {
    /** Undefined: it has to be asked. */
    let isLocked: boolean | undefined;
    /** Counts what was said of it: an answer from before that is old. */
    let changes = 0;
    let isAsleep = false;
    async function read(ask: Ask): Promise<boolean> {
      if (!(await hasOwner(ask, LOGIN))) return false;
      const at = { destination: LOGIN, path: LOGIN_PATH, interface: `${LOGIN}.Manager` };
      const path = await ask({ ...at, member: 'GetSession', body: [sessionId ?? 'auto'] });
      const hint = (await ask({
        ...{ destination: LOGIN, path: String(path), interface: PROPERTIES, member: 'Get' },
        body: [`${LOGIN}.Session`, 'LockedHint'],
      })) as Variant<boolean> | undefined;
      return hint?.value === true;
    }
    return {
      matches: [
        `type='signal',sender='${LOGIN}',interface='${PROPERTIES}',path_namespace='${LOGIN_PATH}/session'`,
        `type='signal',sender='${LOGIN}',member='PrepareForSleep'`,
        ownerChanges(LOGIN),
      ],
      onSignal({ member, body }) {
        if (member === 'PrepareForSleep') isAsleep = body[0] === true;
        else {
          isLocked = undefined;
          changes += 1;
        }
      },
      async answer(ask) {
        if (isLocked !== undefined) return isLocked || isAsleep;
        const before = changes;
        // One that cannot be asked now is asked again the next time.
        const told = await read(ask).catch(() => undefined);
        if (changes === before) isLocked = told;
        return told === true || isAsleep;
      },
    };
  });
}

function locking(busAddress: string, converse: () => Conversation<boolean>): Lockers {
  const { ask, close } = onBus(busAddress, converse);
  return { isActive: async () => (await ask()) ?? false, close };
}
