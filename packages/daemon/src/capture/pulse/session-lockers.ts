/** Asks the lockers of a session whether the screen is locked, on the session bus, where they have a name. One that does not run is not started. */
import type { EventEmitter } from 'node:events';
import { Message, type MessageBus, sessionBus } from '@jellybrick/dbus-next';

/** A locker that hangs must not make the desktop look dead. */
const LOCKER_WITHIN_MS = 1_000;
/** After a bus that could not be asked. */
const BUS_AGAIN_MS = 60_000;

const LOCKERS = [
  ['org.freedesktop.ScreenSaver', '/org/freedesktop/ScreenSaver'],
  ['org.gnome.ScreenSaver', '/org/gnome/ScreenSaver'],
] as const;

export function lockersOn(busAddress: string) {
  let bus: MessageBus | undefined;
  let notBeforeMs = 0;

  function connect(): MessageBus {
    const opened = sessionBus({ busAddress });
    const drop = () => {
      if (bus === opened) bus = undefined;
      notBeforeMs = Math.max(notBeforeMs, performance.now() + BUS_AGAIN_MS);
      // A bus that only refused something is still connected.
      opened.disconnect();
    };
    (opened as unknown as EventEmitter).on('error', drop);
    // The library keeps the end of its connection to itself.
    (opened as unknown as { _connection: EventEmitter })._connection.on('end', drop);
    return opened;
  }

  async function ask(to: MessageBus, [name, path]: (typeof LOCKERS)[number]): Promise<boolean> {
    const call = async (message: Message) => (await to.call(message))?.body[0] === true;
    // Only one that runs: a question to its name would start it.
    const isThere = await call(
      new Message({
        destination: 'org.freedesktop.DBus',
        path: '/org/freedesktop/DBus',
        interface: 'org.freedesktop.DBus',
        member: 'NameHasOwner',
        signature: 's',
        body: [name],
      }),
    );
    if (!isThere) return false;
    return call(new Message({ destination: name, path, interface: name, member: 'GetActive' }));
  }

  return {
    /** Never rejects: nobody who can be asked is nobody who locks. */
    async isActive(): Promise<boolean> {
      if (!bus && performance.now() < notBeforeMs) return false;
      bus ??= connect();
      const asked = bus;
      const late = Promise.withResolvers<boolean>();
      const timer = setTimeout(() => late.resolve(false), LOCKER_WITHIN_MS);
      try {
        const answers = Promise.all(LOCKERS.map((locker) => ask(asked, locker).catch(() => false)));
        return await Promise.race([answers.then((all) => all.includes(true)), late.promise]);
      } finally {
        clearTimeout(timer);
      }
    },
    close(): void {
      bus?.disconnect();
      bus = undefined;
      notBeforeMs = Number.POSITIVE_INFINITY;
    },
  };
}
