/**
 * Questions to programs on a message bus that are asked again and again, for as long as the bus is there; a connection that ends is
 * opened again, not at once. Whoever asks never waits for long: a program that hangs must not make the desktop look dead.
 */
import type { EventEmitter } from 'node:events';
import { Message, type MessageBus, MessageType, sessionBus } from '@jellybrick/dbus-next';

const ANSWER_WITHIN_MS = 1_000;
/** After a bus that could not be asked. */
const BUS_AGAIN_MS = 60_000;
const BUS = 'org.freedesktop.DBus';
const BUS_PATH = '/org/freedesktop/DBus';

interface Call {
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly body?: string[];
}
/** Gives the first value of the answer; rejects when there is none. */
export type Ask = (call: Call) => Promise<unknown>;

/** Made again with every connection: what was known of the last one counts no more. */
export interface Conversation<T> {
  /** Rules for what the bus should tell; said once, before anything is asked. */
  readonly matches: readonly string[];
  onSignal(message: Message): void;
  answer(ask: Ask): Promise<T>;
}

/** The rule by which the bus reports that somebody takes or gives up this name. */
export function ownerChanges(name: string): string {
  return `type='signal',sender='${BUS}',member='NameOwnerChanged',arg0='${name}'`;
}

export async function hasOwner(ask: Ask, name: string): Promise<boolean> {
  const call = { destination: BUS, path: BUS_PATH, interface: BUS, member: 'NameHasOwner' };
  return (await ask({ ...call, body: [name] })) === true;
}

/** The answer is undefined when the bus, or whoever is asked there, cannot be reached in time. Never rejects. */
export function onBus<T>(
  busAddress: string,
  converse: () => Conversation<T>,
): { ask(): Promise<T | undefined>; close(): void } {
  let opened: { bus: MessageBus; ready: Promise<unknown>; talk: Conversation<T> } | undefined;
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
    const closed = Promise.withResolvers<never>();
    closed.promise.catch(() => undefined); // the race below rejects later callers
    const drop = () => {
      closed.reject(new Error('the bus connection is closed'));
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
    const rule = { destination: BUS, path: BUS_PATH, interface: BUS, member: 'AddMatch' };
    const reported = talk.matches.map((match) => asking(bus)({ ...rule, body: [match] }));
    const ready = Promise.race([Promise.all(reported), closed.promise]);
    ready.catch(() => undefined); // as above
    return { bus, ready, talk };
  }

  return {
    async ask() {
      if (!opened && performance.now() < notBeforeMs) return undefined;
      opened ??= open();
      const { bus, ready, talk } = opened;
      const late = Promise.withResolvers<undefined>();
      const timer = setTimeout(() => late.resolve(undefined), ANSWER_WITHIN_MS);
      try {
        const answer = ready.then(() => talk.answer(asking(bus))).catch(() => undefined);
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
