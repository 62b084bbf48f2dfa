/**
 * A desktop behind a ScreenCast portal, for tests: a real session bus, a real PipeWire and a stream in it that a test draws on. Only
 * the portal itself is played here, as a service on the bus, because the real ones need a desktop with a graphics card or a person
 * who answers. Everything it started ends with `stop`, by its number.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Message, type MessageBus, MessageType, sessionBus, Variant } from '@jellybrick/dbus-next';
import type { Rect } from '#core/observation.ts';
import { endEverythingOf, missingPrograms, until } from '../../../../../../test/support/desktop.ts';
import { isolatedEnvironment } from '../../../../../../test/support/start-daemon.ts';

const PROGRAMS = ['pipewire', 'wireplumber', 'pw-dump', 'gst-launch-1.0', 'dbus-daemon'];
const PACKAGES =
  'pipewire pipewire-bin wireplumber gstreamer1.0-tools gstreamer1.0-plugins-base gstreamer1.0-pipewire dbus';
const PORTAL = 'org.freedesktop.portal.Desktop';
const [WIDTH, HEIGHT] = [640, 480];
const [GRANTED, REFUSED, ENDED] = [0, 1, 2];

export interface PortalDesktop {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly bus: string;
  /** What the person does with the dialogue. */
  answer: 'allow' | 'refuse' | 'end' | 'wait';
  /** The person allows what is waited for. */
  allowNow(): void;
  /** How many sessions were closed by whoever asked for them. */
  closed(): number;
  /** The tokens with which it was asked, in order; undefined where there was none. */
  readonly asked: (string | undefined)[];
  paint(area: Rect, rgb: readonly [number, number, number]): Promise<void>;
  /** Sends the picture as it is, as a desktop does when somebody begins to look. */
  send(): void;
  /** The stop button of the desktop. */
  stopSharing(): void;
  stop(): Promise<void>;
}

export function whyNoPortal(): string | undefined {
  if (process.platform !== 'linux') return 'the portal tests run on Linux only';
  const missing = missingPrograms(PROGRAMS);
  if (missing.length === 0) return undefined;
  return `missing ${missing.join(', ')}; install them with: apt-get install -y ${PACKAGES}`;
}

export async function startPortalDesktop(): Promise<PortalDesktop> {
  const home = mkdtempSync(join(tmpdir(), 'hindcast-portal-'));
  const runtimeDir = join(home, 'run');
  mkdirSync(runtimeDir, { mode: 0o700 });
  const address = `unix:path=${join(runtimeDir, 'bus')}`;
  const env = {
    ...isolatedEnvironment(home, { LANG: 'C.UTF-8' }),
    XDG_RUNTIME_DIR: runtimeDir,
    DBUS_SESSION_BUS_ADDRESS: address,
  };
  const start = (program: string, args: readonly string[]): ChildProcess => {
    const child = spawn(program, args, { env, cwd: home, stdio: ['pipe', 'ignore', 'ignore'] });
    child.on('error', () => {});
    child.stdin.on('error', () => {});
    return child;
  };
  const isThere = (name: string) => existsSync(join(runtimeDir, name));
  try {
    start('dbus-daemon', ['--session', '--nofork', `--address=${address}`]);
    await until('the session bus', () => isThere('bus'));
    start('pipewire', []);
    await until('PipeWire', () => isThere('pipewire-0'));
    start('wireplumber', []);
    const pixels = new Uint32Array(WIDTH * HEIGHT).fill(0x4a6a8a);
    const bytes = Buffer.from(pixels.buffer);
    let screen: ChildProcess | undefined;
    const send = () => void screen?.stdin?.write(Buffer.from(bytes));
    let count = 0;
    /** A desktop makes a new stream for everyone who begins to look. */
    const openStream = async () => {
      count += 1;
      const name = `test-screen-${count}`;
      const pipeline = [
        `fdsrc fd=0 blocksize=${bytes.length}`,
        `rawvideoparse format=bgrx width=${WIDTH} height=${HEIGHT} framerate=30/1`,
        // Without it the next one gets memory that it cannot pass on.
        'videoconvert',
        `pipewiresink mode=provide stream-properties=p,media.class=Video/Source,node.name=${name}`,
      ];
      screen?.kill();
      screen = start('gst-launch-1.0', ['-q', ...pipeline.join(' ! ').split(' ')]);
      send();
      return until('the stream', () => findNode(env, name));
    };
    const portal = await playPortal(address, openStream);
    return Object.assign(portal, {
      env,
      home,
      bus: address,
      send,
      async paint(area: Rect, [red, green, blue]: readonly [number, number, number]) {
        for (let y = area.y; y < area.y + area.height; y += 1) {
          const from = y * WIDTH + area.x;
          pixels.fill((red << 16) | (green << 8) | blue, from, from + area.width);
        }
        send();
      },
      async stop() {
        portal.close();
        await endEverythingOf(home);
      },
    });
  } catch (error) {
    await endEverythingOf(home);
    throw error;
  }
}

async function findNode(env: NodeJS.ProcessEnv, name: string): Promise<number | undefined> {
  const { stdout } = await promisify(execFile)('pw-dump', [], { env }).catch(() => ({
    stdout: '',
  }));
  const objects = listOf(stdout);
  return objects.find(
    ({ type, info }) => type.endsWith('Node') && info?.props?.['node.name'] === name,
  )?.id;
}

interface PipeWireObject {
  id: number;
  type: string;
  info?: { props?: Record<string, unknown> };
}

function listOf(dump: string): PipeWireObject[] {
  try {
    return JSON.parse(dump);
  } catch {
    // Something changed while it was written; it is asked again.
    return [];
  }
}

/** The part of the portal that capture uses. */
async function playPortal(busAddress: string, openStream: () => Promise<number>) {
  const bus: MessageBus = sessionBus({ busAddress });
  const events = bus as unknown as EventEmitter;
  // The bus ends before the one who plays on it.
  events.on('error', () => {});
  await new Promise((resolve) => events.once('connect', resolve));
  let session = '';
  let tokens = 0;
  let closed = 0;
  let waiting: Message | undefined;
  const played = {
    answer: 'allow' as PortalDesktop['answer'],
    asked: [] as (string | undefined)[],
    stopSharing() {
      const about = { path: session, interface: 'org.freedesktop.portal.Session' };
      bus.send(Message.newSignal(about.path, about.interface, 'Closed', '', []));
    },
    close: () => bus.disconnect(),
    closed: () => closed,
    allowNow() {
      if (waiting !== undefined) respond(waiting, GRANTED, share());
      waiting = undefined;
    },
  };

  /** The answer comes later, by a signal; the call itself only reports on which path. */
  function respond(
    call: Message,
    code: number,
    results: Record<string, Variant> | Promise<Record<string, Variant>>,
  ): string {
    const options = call.body.at(-1) as Record<string, Variant>;
    const sender = call.sender?.slice(1).replaceAll('.', '_');
    const path = `/org/freedesktop/portal/desktop/request/${sender}/${options.handle_token?.value}`;
    const request = 'org.freedesktop.portal.Request';
    setImmediate(async () => {
      const body = [code, await results];
      bus.send(Message.newSignal(path, request, 'Response', 'ua{sv}', body));
    });
    return path;
  }

  async function share(): Promise<Record<string, Variant>> {
    tokens += 1;
    const token = `token-${tokens}`;
    const about = {
      position: new Variant('(ii)', [0, 0]),
      size: new Variant('(ii)', [WIDTH, HEIGHT]),
    };
    return {
      streams: new Variant('a(ua{sv})', [[await openStream(), about]]),
      restore_token: new Variant('s', token),
    };
  }

  const methods: Record<string, (call: Message) => string> = {
    CreateSession(call) {
      const options = call.body[0] as Record<string, Variant>;
      session = `/org/freedesktop/portal/desktop/session/${options.session_handle_token?.value}`;
      return respond(call, 0, { session_handle: new Variant('s', session) });
    },
    SelectSources(call) {
      const options = call.body[1] as Record<string, Variant>;
      played.asked.push(options.restore_token?.value as string | undefined);
      return respond(call, 0, {});
    },
    Start(call) {
      if (played.answer === 'wait') {
        waiting = call;
        return '/waiting';
      }
      if (played.answer === 'allow') return respond(call, GRANTED, share());
      return respond(call, played.answer === 'refuse' ? REFUSED : ENDED, {});
    },
  };
  events.on('message', (call: Message) => {
    if (call.type !== MessageType.METHOD_CALL) return;
    if (call.member === 'Get') {
      const value = call.body[1] === 'version' ? 4 : 3;
      bus.send(Message.newMethodReturn(call, 'v', [new Variant('u', value)]));
    } else if (call.member === 'Close') {
      closed += 1;
      bus.send(Message.newMethodReturn(call, '', []));
    } else {
      const path = methods[call.member ?? '']?.(call);
      if (path !== undefined) bus.send(Message.newMethodReturn(call, 'o', [path]));
    }
  });
  await bus.requestName(PORTAL, 0);
  return played;
}
