/**
 * Lockers that can be asked on a message bus: those of desktops on the session bus, and the session itself on the system bus, where
 * most desktops and `loginctl lock-session` leave a mark. Their signals are listened to; a question is asked only when nothing is
 * known, and now and then of screen savers, because some send no signal.
 */
import type { Variant } from '@jellybrick/dbus-next';
import { emitter } from '#capture/listeners.ts';
import type { Unsubscribe } from '#capture/source.ts';
import { type Ask, type Conversation, hasOwner, onBus, ownerChanges } from './bus-conversation.ts';

const SAVERS = new Map([
  ['org.freedesktop.ScreenSaver', '/org/freedesktop/ScreenSaver'],
  ['org.gnome.ScreenSaver', '/org/gnome/ScreenSaver'],
  ['org.cinnamon.ScreenSaver', '/org/cinnamon/ScreenSaver'],
  ['org.mate.ScreenSaver', '/org/mate/ScreenSaver'],
  ['org.xfce.ScreenSaver', '/org/xfce/ScreenSaver'],
]);
const LOGIN = 'org.freedesktop.login1';
const LOGIN_PATH = '/org/freedesktop/login1';
const PROPERTIES = 'org.freedesktop.DBus.Properties';
/** Of logind: those that a person sees. Others, such as a remote login, may be the one that the service was started in. */
const GRAPHICAL: ReadonlySet<unknown> = new Set(['x11', 'wayland', 'mir']);

export interface Lockers {
  /** Never rejects: nobody who can be asked is nobody who locks. */
  isActive(): Promise<boolean>;
  /** The next `isActive` asks again whoever may have changed without a signal. */
  expire(): void;
  /** Called after a signal. */
  onNews(listener: () => void): Unsubscribe;
  close(): void;
}

export function lockersOn(busAddress: string): Lockers {
  const news = emitter<void>();
  /** Undefined: it has to be asked. */
  let active = new Map<string, boolean>();
  const lockers = locking(busAddress, () => {
    const present = new Map<string, boolean>();
    let signals = 0;
    active = new Map();
    async function isActive(ask: Ask, name: string, path: string): Promise<boolean> {
      if (!present.has(name)) present.set(name, await hasOwner(ask, name));
      // Only one that runs: a question to its name would start it.
      if (!present.get(name)) return false;
      const known = active.get(name);
      if (known !== undefined) return known;
      const before = signals;
      const call = { destination: name, path, interface: name, member: 'GetActive' };
      const reported = (await ask(call).catch(() => false)) === true;
      if (signals === before) active.set(name, reported);
      return active.get(name) ?? reported;
    }
    return {
      matches: [...SAVERS.keys()].flatMap((name) => [
        ownerChanges(name),
        `type='signal',sender='${name}',interface='${name}',member='ActiveChanged'`,
      ]),
      onSignal({ member, interface: saver, body: [first, , owner] }) {
        signals += 1;
        if (member === 'NameOwnerChanged') {
          present.set(String(first), owner !== '');
          active.delete(String(first));
        } else if (member === 'ActiveChanged' && saver !== undefined && SAVERS.has(saver)) {
          active.set(saver, first === true);
        }
        news.emit();
      },
      async answer(ask) {
        const answers = [...SAVERS].map(([name, path]) => isActive(ask, name, path));
        return (await Promise.all(answers)).includes(true);
      },
    };
  });
  return { ...lockers, expire: () => active.clear(), onNews: news.on };
}

/**
 * `sessionId` as the environment has it; without it the session that this process belongs to. A machine that goes to sleep counts as
 * locked until it is awake, because nothing is seen then and most lock before; so does a session in the background, where another
 * one (of another person, or the greeter of a login manager that locks this one) has the screen.
 */
export function loginSession(busAddress: string, sessionId: string | undefined): Lockers {
  const news = emitter<void>();
  const lockers = locking(busAddress, () => {
    /** Undefined: it has to be asked. */
    let isLocked: boolean | undefined;
    /** Counts what was said of it: an answer from before that is old. */
    let changes = 0;
    let isAsleep = false;
    async function read(ask: Ask): Promise<boolean> {
      if (!(await hasOwner(ask, LOGIN))) return false;
      const at = { destination: LOGIN, path: LOGIN_PATH, interface: `${LOGIN}.Manager` };
      const path = await ask({ ...at, member: 'GetSession', body: [sessionId ?? 'auto'] });
      const property = async (name: string) => {
        const call = { destination: LOGIN, path: String(path), interface: PROPERTIES };
        const body = [`${LOGIN}.Session`, name];
        return ((await ask({ ...call, member: 'Get', body })) as Variant | undefined)?.value;
      };
      if ((await property('LockedHint')) === true) return true;
      return (await property('Active')) === false && GRAPHICAL.has(await property('Type'));
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
        news.emit();
      },
      async answer(ask) {
        if (isLocked !== undefined) return isLocked || isAsleep;
        const before = changes;
        // One that cannot be asked now is asked again the next time.
        const reported = await read(ask).catch(() => undefined);
        if (changes === before) isLocked = reported;
        return reported === true || isAsleep;
      },
    };
  });
  return { ...lockers, expire() {}, onNews: news.on };
}

function locking(busAddress: string, converse: () => Conversation<boolean>) {
  const { ask, close } = onBus(busAddress, converse);
  return { isActive: async () => (await ask()) ?? false, close };
}
