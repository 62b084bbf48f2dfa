/**
 * The ScreenCast portal, by which a person lets a program see the screen: a session is asked for on the session bus and shows as
 * nodes of PipeWire. What a person once allowed is kept as a token, so that the next start does not ask again. No descriptor is
 * fetched from it: programs outside of sandboxes see the nodes without one.
 */
import type { EventEmitter } from 'node:events';
import { Message, type MessageBus, sessionBus, Variant } from '@jellybrick/dbus-next';

const PORTAL = 'org.freedesktop.portal.Desktop';
const PATH = '/org/freedesktop/portal/desktop';
const SCREEN_CAST = 'org.freedesktop.portal.ScreenCast';
const MONITORS = 1;
const HIDDEN_POINTER = 1;
const UNTIL_REVOKED = 2;
const TOKENS_SINCE = 4;
const GRANTED = 0;

export interface CastNode {
  /** Its number in PipeWire. */
  readonly node: number;
  /** In logical units; undefined when the desktop does not say. */
  readonly position: readonly [number, number] | undefined;
  readonly size: readonly [number, number] | undefined;
}

export interface Cast {
  readonly nodes: readonly CastNode[];
  /** For the next time; a token is good for one use. */
  readonly restoreToken: string | undefined;
  /** Resolves when a person, or the portal by its end, has stopped it. */
  readonly closed: Promise<'stopped' | 'lost'>;
  close(): void;
}

export type CastAnswer =
  | { readonly kind: 'cast'; readonly cast: Cast }
  | { readonly kind: 'refused' }
  /** Nobody offers it on this bus. */
  | { readonly kind: 'missing' };

/** Waits for as long as the person takes to answer the dialogue. Rejects when the bus or the portal goes away meanwhile. */
export async function askForCast(
  sessionBusAddress: string,
  restoreToken: string | undefined,
): Promise<CastAnswer> {
  const portal = await connect(sessionBusAddress);
  try {
    const version = await portal.property('version').catch(() => undefined);
    const answer = version === undefined ? 'missing' : await start(portal, version, restoreToken);
    if (typeof answer !== 'string') return { kind: 'cast', cast: answer };
    portal.close();
    return { kind: answer };
  } catch (error) {
    portal.close();
    throw error;
  }
}

async function start(
  portal: Portal,
  version: number,
  restoreToken: string | undefined,
): Promise<Cast | 'refused'> {
  const created = await portal.ask('CreateSession', 'a{sv}', [], {
    session_handle_token: new Variant('s', `hindcast${Date.now()}`),
  });
  const session = String(created?.session_handle?.value ?? '');
  const pointers = await portal.property('AvailableCursorModes').catch(() => 0);
  const selected = await portal.ask('SelectSources', 'oa{sv}', [session], {
    types: new Variant('u', MONITORS),
    multiple: new Variant('b', true),
    // So that a moving pointer is no change.
    ...(pointers & HIDDEN_POINTER ? { cursor_mode: new Variant('u', HIDDEN_POINTER) } : {}),
    ...(version >= TOKENS_SINCE ? { persist_mode: new Variant('u', UNTIL_REVOKED) } : {}),
    ...(version >= TOKENS_SINCE && restoreToken
      ? { restore_token: new Variant('s', restoreToken) }
      : {}),
  });
  const started = selected && (await portal.ask('Start', 'osa{sv}', [session, ''], {}));
  if (!created || !started) return 'refused';
  const streams = (started.streams?.value ?? []) as [number, Record<string, Variant>][];
  const token = started.restore_token?.value;
  return {
    nodes: streams.map(([node, about]) => ({
      node,
      position: about.position?.value as CastNode['position'],
      size: about.size?.value as CastNode['size'],
    })),
    restoreToken: typeof token === 'string' ? token : undefined,
    closed: Promise.race([
      portal.signal(session, 'Closed').then(() => 'stopped' as const),
      portal.lost.then(() => 'lost' as const),
    ]),
    close() {
      portal.call('org.freedesktop.portal.Session', 'Close', '', [], session).then(
        () => portal.close(),
        () => portal.close(),
      );
    },
  };
}

type Results = Readonly<Record<string, Variant | undefined>>;

interface Portal {
  property(name: string): Promise<number>;
  call(
    iface: string,
    member: string,
    signature: string,
    body: unknown[],
    path?: string,
  ): Promise<unknown[]>;
  /** What the portal answers when it is done; undefined when the person said no. */
  ask(
    member: string,
    signature: string,
    args: readonly unknown[],
    options: Record<string, Variant>,
  ): Promise<Results | undefined>;
  signal(path: string, member: string): Promise<unknown[]>;
  readonly lost: Promise<void>;
  close(): void;
}

async function connect(busAddress: string): Promise<Portal> {
  const bus: MessageBus = sessionBus({ busAddress });
  const events = bus as unknown as EventEmitter & { name: string };
  const lost = Promise.withResolvers<void>();
  events.on('error', () => lost.resolve());
  // The library keeps the end of its connection to itself.
  (bus as unknown as { _connection: EventEmitter })._connection.on('end', () => lost.resolve());
  const failed = lost.promise.then(() => {
    throw new Error('the session bus is missing');
  });
  failed.catch(() => {});
  const orLost = <T>(work: Promise<T>) => Promise.race([work, failed]);
  await orLost(new Promise<void>((resolve) => events.once('connect', () => resolve())));

  const call: Portal['call'] = async (iface, member, signature, body, path = PATH) => {
    const message = { destination: PORTAL, path, interface: iface, member, signature, body };
    return (await orLost(bus.call(new Message(message))))?.body ?? [];
  };
  const signal: Portal['signal'] = (path, member) =>
    new Promise((resolve) => {
      const listener = (message: Message) => {
        if (message.path !== path || message.member !== member) return;
        events.off('message', listener);
        resolve(message.body);
      };
      events.on('message', listener);
    });
  const rule = `type='signal',sender='${PORTAL}'`;
  const dbus = 'org.freedesktop.DBus';
  const match = { destination: dbus, path: '/org/freedesktop/DBus', interface: dbus };
  await orLost(
    bus.call(new Message({ ...match, member: 'AddMatch', signature: 's', body: [rule] })),
  );
  const sender = events.name.slice(1).replaceAll('.', '_');
  let count = 0;

  return {
    call,
    signal,
    lost: lost.promise,
    async property(name) {
      const [value] = await call('org.freedesktop.DBus.Properties', 'Get', 'ss', [
        SCREEN_CAST,
        name,
      ]);
      return Number((value as Variant | undefined)?.value ?? 0);
    },
    async ask(member, signature, args, options) {
      count += 1;
      const token = `hindcast${count}`;
      // The path of the answer is known before the question, so the answer cannot be missed.
      const answer = signal(`${PATH}/request/${sender}/${token}`, 'Response');
      const handle = { handle_token: new Variant('s', token), ...options };
      await call(SCREEN_CAST, member, signature, [...args, handle]);
      const [code, results] = (await orLost(answer)) as [number, Results];
      // A dialogue that was closed, or ended by the desktop, is a no as well: nobody is asked in a loop.
      return code === GRANTED ? results : undefined;
    },
    close: () => bus.disconnect(),
  };
}
