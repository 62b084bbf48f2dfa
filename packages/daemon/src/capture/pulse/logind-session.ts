/**
 * What logind knows of a session: whether its desktop says that it is locked, and whether the machine goes to sleep. Both are told by
 * signals, so a look costs nothing. Desktops with lockers of their own (GNOME, KDE) set the hint; a machine without logind is never
 * locked by this account.
 */
import type { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { Message, type MessageBus, MessageType, sessionBus, Variant } from '@jellybrick/dbus-next';

const SOCKET = '/run/dbus/system_bus_socket';
const LOGIND = 'org.freedesktop.login1';
const MANAGER = '/org/freedesktop/login1';
const PROPERTIES = 'org.freedesktop.DBus.Properties';
const BUS = { destination: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus' };

export interface LogindSession {
  isLocked(): boolean;
  /** From the moment the machine is about to sleep until it is awake again. */
  isAsleep(): boolean;
  close(): void;
}

/** Never waits and never fails: what logind does not tell, or has not told yet, is not so. */
export function logindSession(env: Readonly<Record<string, string | undefined>>): LogindSession {
  const state = { isLocked: false, isAsleep: false };
  const bus = connect(env.DBUS_SYSTEM_BUS_ADDRESS);
  if (bus) follow(bus, env.XDG_SESSION_ID, state).catch(() => bus.disconnect());
  return {
    isLocked: () => state.isLocked,
    isAsleep: () => state.isAsleep,
    close: () => bus?.disconnect(),
  };
}

function connect(address: string | undefined): MessageBus | undefined {
  if (address === undefined && !existsSync(SOCKET)) return undefined;
  const bus = sessionBus({ busAddress: address ?? `unix:path=${SOCKET}` });
  // A system bus that ends takes the session with it.
  (bus as unknown as EventEmitter).on('error', () => {});
  return bus;
}

async function follow(
  bus: MessageBus,
  sessionId: string | undefined,
  state: { isLocked: boolean; isAsleep: boolean },
): Promise<void> {
  const call = async (message: ConstructorParameters<typeof Message>[0]) =>
    (await bus.call(new Message(message)))?.body ?? [];
  const rule = `type='signal',sender='${LOGIND}'`;
  await call({
    ...BUS,
    interface: BUS.destination,
    member: 'AddMatch',
    signature: 's',
    body: [rule],
  });
  const session = await sessionPath(call, sessionId);
  (bus as unknown as EventEmitter).on('message', ({ type, path, member, body }: Message) => {
    if (type !== MessageType.SIGNAL) return;
    if (member === 'PrepareForSleep') state.isAsleep = body[0] === true;
    if (path !== session || member !== 'PropertiesChanged') return;
    const hint = (body[1] as Record<string, Variant>).LockedHint;
    if (hint !== undefined) state.isLocked = hint.value === true;
  });
  const about = { destination: LOGIND, path: session, interface: PROPERTIES, member: 'Get' };
  const body = [`${LOGIND}.Session`, 'LockedHint'];
  const [locked] = await call({ ...about, signature: 'ss', body });
  state.isLocked = locked instanceof Variant && locked.value === true;
}

/** The one named in the environment, else that of this process, else the one the person looks at. */
async function sessionPath(
  call: (message: ConstructorParameters<typeof Message>[0]) => Promise<unknown[]>,
  sessionId: string | undefined,
): Promise<string> {
  const ask = async (member: string, signature: string, value: unknown) => {
    const manager = { destination: LOGIND, path: MANAGER, interface: `${LOGIND}.Manager` };
    const [path] = await call({ ...manager, member, signature, body: [value] });
    return String(path);
  };
  if (sessionId) return ask('GetSession', 's', sessionId);
  return ask('GetSessionByPID', 'u', process.pid).catch(async () => {
    const user = await ask('GetUser', 'u', process.getuid?.() ?? 0);
    const about = { destination: LOGIND, path: user, interface: PROPERTIES, member: 'Get' };
    const [display] = await call({
      ...about,
      signature: 'ss',
      body: [`${LOGIND}.User`, 'Display'],
    });
    const [, path] = (display as Variant<[string, string]>).value;
    return path;
  });
}
