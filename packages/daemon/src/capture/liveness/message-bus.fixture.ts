/** A message bus for tests, and services on it that are played: real messages between real connections. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { Message, sessionBus, Variant } from '@jellybrick/dbus-next';

const BUS_PROGRAM = 'dbus-daemon';

export function whyNoBus(): string | undefined {
  const isMissing = spawnSync(BUS_PROGRAM, ['--version']).error !== undefined;
  return isMissing ? `${BUS_PROGRAM} is missing` : undefined;
}

export type TestBus = Awaited<ReturnType<typeof startBus>>;

export async function startBus() {
  const daemon = spawn(BUS_PROGRAM, ['--session', '--nofork', '--print-address'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (!daemon.stdout) throw new Error('the bus has no pipe to report on');
  const [line] = (await once(daemon.stdout, 'data')) as [Buffer];
  const address = line.toString().trim();
  return {
    address,
    serve: (name: string, answer: Answer) => serve(address, name, answer),
    async stop() {
      const closed = once(daemon, 'close');
      daemon.kill();
      await closed;
    },
  };
}

/** The answer to a question for a property that is true or false. */
export function booleanProperty(value: boolean): [string, Variant<boolean>] {
  return ['v', new Variant('b', value)];
}

/** Undefined: such a question is not known. */
type Answer = (message: Message) => [string, unknown] | undefined;

/** A separate service connection that answers by member. */
async function serve(busAddress: string, name: string, answer: Answer) {
  const bus = sessionBus({ busAddress });
  let asked = 0;
  let isGone = false;
  type Handler = (message: Message) => boolean;
  (bus as unknown as { addMethodHandler(handler: Handler): void }).addMethodHandler((message) => {
    const [signature, value] = answer(message) ?? [];
    if (signature === undefined) return false;
    asked += 1;
    // What comes while it leaves cannot be answered any more.
    if (!isGone) bus.send(Message.newMethodReturn(message, signature, [value]));
    return true;
  });
  await bus.requestName(name, 0);
  const leave = () => {
    isGone = true;
    bus.disconnect();
  };
  /** Sends a signal without content. */
  const tell = (path: string, iface: string, member: string) =>
    bus.send(Message.newSignal(path, iface, member, '', []));
  return { bus, leave, tell, asked: () => asked };
}
