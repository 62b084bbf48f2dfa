/**
 * The bus on which programs talk to assistive technology (AT-SPI). Opening it also shows programs that someone listens, because
 * browsers build no tree otherwise. A question to a program that hangs is never answered, so every caller has a deadline.
 */
import type { EventEmitter } from 'node:events';
import { Message, type MessageBus, MessageType, sessionBus, Variant } from '@jellybrick/dbus-next';

/** A thing on the bus: the program's address there and the path of one of its objects. */
export type Ref = readonly [busName: string, path: string];

export const ACCESSIBLE = 'org.a11y.atspi.Accessible';
/** What some programs give for a child that they do not have, or have not built yet. */
export const NOTHING_PATH = '/org/a11y/atspi/null';
const PROPERTIES = 'org.freedesktop.DBus.Properties';
const DBUS: Ref = ['org.freedesktop.DBus', '/org/freedesktop/DBus'];
const REGISTRY: Ref = ['org.a11y.atspi.Registry', '/org/a11y/atspi/registry'];
const ENDED = 'the connection to the bus has ended';
const LAUNCHER: Ref = ['org.a11y.Bus', '/org/a11y/bus'];

export interface AtspiSignal {
  readonly from: Ref;
  /** Such as `PropertyChange`. */
  readonly member: string;
  readonly body: readonly unknown[];
}

export interface AtspiBus {
  /** Rejects when the bus ends meanwhile, or has ended. */
  call(
    to: Ref,
    iface: string,
    member: string,
    signature?: string,
    body?: unknown[],
  ): Promise<unknown[]>;
  property(of: Ref, iface: string, name: string): Promise<unknown>;
  /** Has programs tell about these events, and calls `listener` for every signal that fits one of the rules. */
  listen(
    events: readonly string[],
    rules: readonly string[],
    listener: (signal: AtspiSignal) => void,
  ): Promise<void>;
  /** The process behind an address. */
  pidOf(busName: string): Promise<number>;
  isOpen(): boolean;
  close(): void;
}

/** What is needed to ask about nodes. */
export type AtspiCalls = Pick<AtspiBus, 'call' | 'property'>;

/** Rejects when there is no accessibility on this session. */
export function openAtspiBus(sessionBusAddress: string, withinMs: number): Promise<AtspiBus> {
  return onSession(sessionBusAddress, withinMs, openBehind);
}

/** The address of the bus, without telling programs that someone listens. Otherwise as `openAtspiBus`. */
export function findAtspiBus(sessionBusAddress: string, withinMs: number): Promise<string> {
  return onSession(sessionBusAddress, withinMs, addressOf);
}

async function onSession<T>(
  sessionBusAddress: string,
  withinMs: number,
  work: (session: Connected) => Promise<T>,
): Promise<T> {
  const deadline = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => deadline.reject(new Error(`no accessibility bus within ${withinMs} ms`)),
    withinMs,
  );
  const session = connect(sessionBusAddress);
  try {
    return await Promise.race([work(session), deadline.promise, session.failed]);
  } finally {
    clearTimeout(timer);
    session.close();
  }
}

async function addressOf(session: Connected): Promise<string> {
  const [address] = await session.call(LAUNCHER, 'org.a11y.Bus', 'GetAddress');
  return String(address);
}

async function openBehind(session: Connected): Promise<AtspiBus> {
  const enabled = new Variant('b', true);
  await session.call(LAUNCHER, PROPERTIES, 'Set', 'ssv', ['org.a11y.Status', 'IsEnabled', enabled]);
  const bus = connect(await addressOf(session));
  // A failure later is seen by `isOpen`; nobody waits for this promise then.
  bus.failed.catch(() => {});
  return {
    call: bus.call,
    async property(of, iface, name) {
      const [value] = await bus.call(of, PROPERTIES, 'Get', 'ss', [iface, name]);
      return value instanceof Variant ? value.value : undefined;
    },
    async pidOf(busName) {
      const [pid] = await bus.call(DBUS, DBUS[0], 'GetConnectionUnixProcessID', 's', [busName]);
      return Number(pid);
    },
    async listen(events, rules, listener) {
      for (const event of events) {
        await bus.call(REGISTRY, REGISTRY[0], 'RegisterEvent', 's', [event]);
      }
      for (const rule of rules) {
        await bus.call(DBUS, DBUS[0], 'AddMatch', 's', [`type='signal',${rule}`]);
      }
      bus.onSignal(listener);
    },
    isOpen: bus.isOpen,
    close: bus.close,
  };
}

interface Connected {
  onSignal(listener: (signal: AtspiSignal) => void): void;
  call: AtspiBus['call'];
  isOpen(): boolean;
  close(): void;
  /** Never resolves. */
  readonly failed: Promise<never>;
}

function connect(address: string): Connected {
  const bus: MessageBus = sessionBus({ busAddress: address });
  const failure = Promise.withResolvers<never>();
  /** Each question has its own, because a promise that lives long keeps all who ever waited for it. */
  const unanswered = new Set<(error: unknown) => void>();
  let isOpen = true;
  const fail = (error: unknown) => {
    isOpen = false;
    failure.reject(error);
    for (const reject of unanswered) reject(error);
  };
  (bus as unknown as EventEmitter).on('error', fail);
  // The library keeps the end of its connection to itself and lets every later call wait for ever.
  const { _connection: connection } = bus as unknown as { _connection: EventEmitter };
  connection.on('end', () => fail(new Error(ENDED)));
  return {
    failed: failure.promise,
    isOpen: () => isOpen,
    onSignal(listener) {
      (bus as unknown as EventEmitter).on('message', (message: Message) => {
        const { type, sender = '', path = '', member = '', body = [] } = message;
        // The bus itself reports who comes and goes.
        if (type === MessageType.SIGNAL && path !== DBUS[1])
          listener({ from: [sender, path], member, body });
      });
    },
    async call([destination, path], iface, member, signature = '', body = []) {
      if (!isOpen) throw new Error(ENDED);
      const message = new Message({ destination, path, interface: iface, member, signature, body });
      const end = Promise.withResolvers<never>();
      unanswered.add(end.reject);
      try {
        const reply = await Promise.race([bus.call(message), end.promise]);
        return reply?.body ?? [];
      } finally {
        unanswered.delete(end.reject);
      }
    },
    close() {
      failure.promise.catch(() => {});
      fail(new Error(ENDED));
      bus.disconnect();
    },
  };
}
