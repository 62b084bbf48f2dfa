/**
 * Lockers that can be asked on a message bus: those of desktops on the session bus, and the session itself on the system bus, where
 * most desktops and `loginctl lock-session` leave a mark. While nobody is there who locks, nobody is asked: a bus tells who comes.
 */
import type { EventEmitter } from 'node:events';
import {
  Message,
  type MessageBus,
  MessageType,
  sessionBus,
  type Variant,
} from '@jellybrick/dbus-next';

/** A locker that hangs must not make the desktop look dead. */
const ANSWER_WITHIN_MS = 1_000;
/** After a bus that could not be asked. */
const BUS_AGAIN_MS = 60_000;

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

interface Call {
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly body?: string[];
}
/** Gives the first value of the answer; rejects when there is none. */
type Ask = (call: Call) => Promise<unknown>;

/** Made anew with every connection: what was known of the last one counts no more. */
interface Conversation {
  /** Rules for what the bus should tell; said once, before anything is asked. */
  readonly matches: readonly string[];
  onSignal(message: Message): void;
  isActive(ask: Ask): Promise<boolean>;
}

export function lockersOn(busAddress: string): Lockers {
  return onBus(busAddress, () => {
    const present = new Map<string, boolean>();
    return {
      matches: SAVERS.map(
        ([name]) =>
          `type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='${name}'`,
      ),
      onSignal({ member, body: [name, , owner] }) {
        if (member === 'NameOwnerChanged') present.set(String(name), owner !== '');
      },
      async isActive(ask) {
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
  return onBus(busAddress, () => {
    /** Undefined: it has to be asked. */
    let isLocked: boolean | undefined;
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
        `type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='${LOGIN}'`,
      ],
      onSignal({ member, body }) {
        if (member === 'PrepareForSleep') isAsleep = body[0] === true;
        else isLocked = undefined;
      },
      async isActive(ask) {
        isLocked ??= await read(ask).catch(() => false);
        return isLocked || isAsleep;
      },
    };
  });
}

async function hasOwner(ask: Ask, name: string): Promise<boolean> {
  const bus = { destination: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus' };
  const call = { ...bus, interface: 'org.freedesktop.DBus', member: 'NameHasOwner', body: [name] };
  return (await ask(call)) === true;
}

function onBus(busAddress: string, converse: () => Conversation): Lockers {
  let opened: { bus: MessageBus; ready: Promise<unknown>; talk: Conversation } | undefined;
  let notBeforeMs = 0;

  const asking =
    (bus: MessageBus): Ask =>
    async ({ body, ...call }) => {
      const signature = body && 's'.repeat(body.length);
      const message = new Message({ ...call, ...(body && { signature, body }) });
      return (await bus.call(message))?.body[0];
    };

  function open() {
    const bus = sessionBus({ busAddress });
    const talk = converse();
    const gone = Promise.withResolvers<never>();
    gone.promise.catch(() => undefined); // whoever asks then is told by the race below
    const drop = () => {
      gone.reject(new Error('the bus is gone'));
      if (opened?.bus === bus) opened = undefined;
      notBeforeMs = Math.max(notBeforeMs, performance.now() + BUS_AGAIN_MS);
      // A bus that only refused something is still connected.
      bus.disconnect();
    };
    (bus as unknown as EventEmitter).on('error', drop);
    // The library keeps the end of its connection to itself.
    (bus as unknown as { _connection: EventEmitter })._connection.on('end', drop);
    (bus as unknown as EventEmitter).on('message', (message: Message) => {
      if (message.type === MessageType.SIGNAL) talk.onSignal(message);
    });
    const at = { destination: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus' };
    const rule = { ...at, interface: 'org.freedesktop.DBus', member: 'AddMatch' };
    const told = talk.matches.map((match) => asking(bus)({ ...rule, body: [match] }));
    const ready = Promise.race([Promise.all(told), gone.promise]);
    ready.catch(() => undefined); // as above
    return { bus, ready, talk };
  }

  return {
    async isActive() {
      if (!opened && performance.now() < notBeforeMs) return false;
      opened ??= open();
      const { bus, ready, talk } = opened;
      const late = Promise.withResolvers<boolean>();
      const timer = setTimeout(() => late.resolve(false), ANSWER_WITHIN_MS);
      try {
        const answer = ready.then(() => talk.isActive(asking(bus))).catch(() => false);
        return await Promise.race([answer, late.promise]);
      } finally {
        clearTimeout(timer);
      }
    },
    close() {
      opened?.bus.disconnect();
      opened = undefined;
      notBeforeMs = Number.POSITIVE_INFINITY;
    },
  };
}
