/**
 * A connection to the session bus of the desktop, message by message. Every call has a limit; a connection that ends is reported once and
 * not opened again here. Notifications, the tray and shortcuts use it.
 */
import type { EventEmitter } from 'node:events';
import { Message, MessageType, sessionBus } from '@jellybrick/dbus-next';

const ANSWER_WITHIN_MS = 3_000;
const BUS = 'org.freedesktop.DBus';
const BUS_PATH = '/org/freedesktop/DBus';

export interface BusCall {
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  /** With `body`. */
  readonly signature?: string;
  readonly body?: readonly unknown[];
}

export interface BusSignal {
  readonly sender: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly body: readonly unknown[];
}

/** Undefined: such a call is not known. */
export type BusAnswer = (
  call: Omit<BusSignal, 'sender'>,
) => { readonly signature: string; readonly body: readonly unknown[] } | undefined;

export interface BusLink {
  /** The unique name of this connection. */
  readonly name: string;
  /** Resolves to the answer's values; rejects when there is none in time. */
  call(call: BusCall): Promise<readonly unknown[]>;
  /** `match` without `type='signal'`, such as `interface='…'`. */
  listen(match: string, listener: (signal: BusSignal) => void): Promise<void>;
  /** Answers the calls of others. */
  answer(answer: BusAnswer): void;
  emit(signal: Omit<BusSignal, 'sender'> & { readonly signature: string }): void;
  requestName(name: string): Promise<void>;
  /** Aborts when the connection has ended, for whatever reason. */
  readonly ended: AbortSignal;
  close(): void;
}

/** Rejects when the bus cannot be reached. */
export async function connectBus(address: string): Promise<BusLink> {
  const bus = sessionBus({ busAddress: address });
  const events = bus as unknown as EventEmitter;
  const end = new AbortController();
  const close = () => {
    end.abort();
    bus.disconnect();
  };
  await within(
    new Promise<void>((resolve, reject) => {
      events.once('connect', () => resolve());
      events.once('error', reject);
    }),
  ).catch((error: unknown) => {
    events.on('error', () => {});
    bus.disconnect();
    throw error;
  });
  events.on('error', close);
  // The library keeps the end of its connection to itself.
  (bus as unknown as { _connection: EventEmitter })._connection.on('end', close);

  const call: BusLink['call'] = async ({ body, ...rest }) => {
    end.signal.throwIfAborted();
    const message = new Message({ ...rest, ...(body && { body: [...body] }) });
    return (await within(bus.call(message), end.signal))?.body ?? [];
  };
  return {
    name: bus.name ?? '',
    ended: end.signal,
    close,
    call,
    async listen(match, listener) {
      events.on('message', (message: Message) => {
        if (message.type === MessageType.SIGNAL) listener(message as unknown as BusSignal);
      });
      await call({
        destination: BUS,
        path: BUS_PATH,
        interface: BUS,
        member: 'AddMatch',
        signature: 's',
        body: [`type='signal',${match}`],
      });
    },
    answer(answer) {
      bus.addMethodHandler((message) => {
        const found = answer(message as unknown as BusSignal);
        if (found === undefined) return false;
        if (!end.signal.aborted)
          bus.send(Message.newMethodReturn(message, found.signature, [...found.body]));
        return true;
      });
    },
    emit({ path, interface: name, member, signature, body }) {
      if (!end.signal.aborted)
        bus.send(Message.newSignal(path, name, member, signature, [...body]));
    },
    async requestName(name) {
      await within(bus.requestName(name, 0), end.signal);
    },
  };
}

/** Whether somebody owns this name now. */
export async function hasOwner(link: BusLink, name: string): Promise<boolean> {
  const [isOwned] = await link.call({
    destination: BUS,
    path: BUS_PATH,
    interface: BUS,
    member: 'NameHasOwner',
    signature: 's',
    body: [name],
  });
  return isOwned === true;
}

/** Calls `listener` whenever somebody takes (true) or gives up (false) the name. */
export async function followOwner(
  link: BusLink,
  name: string,
  listener: (isOwned: boolean) => void,
): Promise<void> {
  const match = `sender='${BUS}',member='NameOwnerChanged',arg0='${name}'`;
  await link.listen(match, ({ member, body }) => {
    if (member === 'NameOwnerChanged' && body[0] === name) listener(body[2] !== '');
  });
}

async function within<T>(work: Promise<T>, ended?: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const late = setTimeout(
    () => reject(new Error('the bus did not answer in time')),
    ANSWER_WITHIN_MS,
  );
  const onEnd = () => reject(new Error('the bus connection has ended'));
  ended?.addEventListener('abort', onEnd, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(late);
    ended?.removeEventListener('abort', onEnd);
  }
}
