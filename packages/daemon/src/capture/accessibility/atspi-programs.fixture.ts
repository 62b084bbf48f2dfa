/**
 * Programs that tell assistive technology about themselves, for tests: a real bus, on which the launcher, the registry and the
 * programs are played from here, so that one can be made to hang, to fail or to chatter whenever a test wants it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { type EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Message, type MessageBus, sessionBus, Variant } from '@jellybrick/dbus-next';
import { isListening, until } from '../../../../../test/support/desktop.ts';

const ROOT = '/org/a11y/atspi/accessible/root';
const SHOWING = 1 << 25;
const ACTIVE = 1 << 1;

interface PlayedWindow {
  title: string;
  isActive?: boolean;
}

export interface PlayedProgram {
  windows: PlayedWindow[];
  /** What it does with questions. */
  mood: 'answer' | 'hang' | 'fail';
  /** How often it was asked for its windows. */
  asked(): number;
  /** Says that the name of one of its objects is another now. */
  rename(path: string): void;
}

export async function startAtspi() {
  const home = mkdtempSync(join(tmpdir(), 'hindcast-atspi-'));
  const address = `unix:path=${join(home, 'bus')}`;
  const daemon: ChildProcess = spawn(
    'dbus-daemon',
    ['--session', '--nofork', `--address=${address}`],
    { stdio: 'ignore' },
  );
  await until('the bus', () => isListening(join(home, 'bus')));
  const programs: [string, string][] = [];
  const connections: MessageBus[] = [];

  /** `react` gives the answer to a call, or undefined for none. */
  async function connect(react: (call: Message) => Message | undefined): Promise<MessageBus> {
    const bus = sessionBus({ busAddress: address });
    const events = bus as unknown as EventEmitter;
    // The bus ends before those who play on it.
    events.on('error', () => {});
    await once(events, 'connect');
    bus.addMethodHandler((call) => {
      const answer = react(call);
      if (answer !== undefined) bus.send(answer);
      // Else the library says that there is no such method.
      return true;
    });
    connections.push(bus);
    return bus;
  }

  const registry = { mood: 'answer' as 'answer' | 'hang' };
  const keeper = await connect((call) => {
    if (call.member === 'GetAddress') return Message.newMethodReturn(call, 's', [address]);
    // Setting the switch is no question to the registry.
    if (registry.mood === 'hang' && call.member !== 'Set') return undefined;
    if (call.member === 'GetChildren') return Message.newMethodReturn(call, 'a(so)', [programs]);
    return Message.newMethodReturn(call, '', []);
  });
  await keeper.requestName('org.a11y.Bus', 0);
  await keeper.requestName('org.a11y.atspi.Registry', 0);

  return {
    address,
    daemon,
    registry,
    /** How many are connected, we ourselves among them. */
    async clients(): Promise<number> {
      const bus = 'org.freedesktop.DBus';
      const about = { destination: bus, path: '/org/freedesktop/DBus', interface: bus };
      const reply = await keeper.call(new Message({ ...about, member: 'ListNames' }));
      return ((reply?.body[0] ?? []) as string[]).length;
    },
    async program(name: string, windows: PlayedWindow[]): Promise<PlayedProgram> {
      let asked = 0;
      const played = { windows, mood: 'answer' as PlayedProgram['mood'] };
      const answers: Record<string, (call: Message) => Message> = {
        Get(call) {
          const window = played.windows[windowAt(call.path)];
          return Message.newMethodReturn(call, 'v', [new Variant('s', window?.title ?? name)]);
        },
        GetChildren(call) {
          asked += 1;
          const refs = played.windows.map((_, index) => [bus.name, `/window/${index}`]);
          return Message.newMethodReturn(call, 'a(so)', [refs]);
        },
        GetState(call) {
          const isActive = played.windows[windowAt(call.path)]?.isActive;
          return Message.newMethodReturn(call, 'au', [[SHOWING | (isActive ? ACTIVE : 0), 0]]);
        },
      };
      const bus = await connect((call) => {
        if (played.mood === 'hang') return undefined;
        if (played.mood === 'fail') return Message.newError(call, 'org.example.Failed', 'no');
        return answers[call.member ?? '']?.(call);
      });
      programs.push([String(bus.name), ROOT]);
      return Object.assign(played, {
        asked: () => asked,
        rename(path: string) {
          const body = ['accessible-name', 0, 0, new Variant('s', 'new'), {}];
          const about = 'org.a11y.atspi.Event.Object';
          bus.send(Message.newSignal(path, about, 'PropertyChange', 'siiva{sv}', body));
        },
      });
    },
    async stop() {
      for (const bus of connections) bus.disconnect();
      if (daemon.exitCode === null && daemon.signalCode === null) {
        daemon.kill('SIGKILL');
        await once(daemon, 'exit');
      }
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function windowAt(path: string | undefined): number {
  return Number(/^\/window\/(\d+)$/.exec(path ?? '')?.[1] ?? -1);
}
