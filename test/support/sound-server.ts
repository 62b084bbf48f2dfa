/**
 * A private sound server for tests: PulseAudio, or PipeWire with its Pulse interface, with loudspeakers and a microphone that are
 * only software, in its own folder. What is played into `mic_feed` is what the microphone hears. Loudspeakers can be made to
 * leak into the microphone, later and quieter. Everything it started ends with `stop`.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { isListening, until } from './desktop.ts';

const PROGRAMS = {
  pulseaudio: ['pulseaudio', 'pactl', 'parec', 'paplay'],
  pipewire: [
    'pipewire',
    'wireplumber',
    'pipewire-pulse',
    'dbus-daemon',
    'pactl',
    'parec',
    'paplay',
  ],
} as const;
const PACKAGES = 'pulseaudio pulseaudio-utils pipewire-pulse wireplumber dbus';

/** What every test machine has. */
export const SPEAKERS = 'speakers';
export const MIC_FEED = 'mic_feed';
export const MICROPHONE = 'virtmic';

export type SoundServerKind = keyof typeof PROGRAMS;

export interface SoundServer {
  /** What a program needs to find this server. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs a program to its end and gives what it printed. */
  run(program: string, ...args: readonly string[]): Promise<string>;
  /** Plays a file to its end, or until the signal aborts. */
  play(file: string, sink: string, signal?: AbortSignal): Promise<void>;
  /** Adds loudspeakers; resolves when they are there. */
  addSink(name: string, description?: string): Promise<void>;
  /** Adds a microphone that hears what is played into the sink of that name. */
  addMicrophone(name: string, feed: string, description?: string): Promise<void>;
  /** Takes away what was added under this name. */
  remove(name: string): Promise<void>;
  setDefault(kind: 'sink' | 'source', name: string): Promise<void>;
  /** What the loudspeakers play is heard by the microphone from now on. */
  leak(options: { delayMs: number; attenuationDb: number }): Promise<void>;
  /** Ends the server as a crash would. */
  kill(): Promise<void>;
  /** A new server at the same place, with the same loudspeakers and microphone. */
  restart(): Promise<void>;
  /** The server stands still; `thaw` lets it go on. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** Why there can be no such server here; undefined when there can. Give it to `describe.skipIf` and print it. */
export function whyNoSoundServer(kind: SoundServerKind = 'pulseaudio'): string | undefined {
  if (process.platform !== 'linux') return 'the sound tests run on Linux only';
  const folders = (process.env.PATH ?? '').split(delimiter);
  const missing = PROGRAMS[kind].filter(
    (program) => !folders.some((folder) => existsSync(join(folder, program))),
  );
  if (missing.length === 0) return undefined;
  return `missing ${missing.join(', ')}; install them with: apt-get install -y ${PACKAGES}`;
}

export async function startSoundServer(kind: SoundServerKind = 'pulseaudio'): Promise<SoundServer> {
  const reason = whyNoSoundServer(kind);
  if (reason !== undefined) throw new Error(reason);
  const home = mkdtempSync(join(tmpdir(), 'hindcast-sound-'));
  mkdirSync(join(home, 'pulse'), { mode: 0o700 });
  const socket = join(home, 'pulse', 'native');
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    XDG_RUNTIME_DIR: home,
    XDG_CONFIG_HOME: home,
    XDG_STATE_HOME: home,
    PULSE_SERVER: `unix:${socket}`,
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(home, 'bus')}`,
    LANG: 'C.UTF-8',
  };
  let servers: ChildProcess[] = [];

  const run: SoundServer['run'] = async (program, ...args) => {
    const { stdout } = await promisify(execFile)(program, args, { env, timeout: 10_000 });
    return stdout;
  };
  function start(program: string, ...args: readonly string[]): void {
    const child = spawn(program, args, { env, cwd: home, stdio: 'ignore' });
    // A program that fails shows as the server that does not answer.
    child.on('error', () => {});
    servers.push(child);
  }
  async function load(...module: readonly string[]): Promise<void> {
    await run('pactl', 'load-module', ...module);
  }
  async function isThere(what: 'sinks' | 'sources', name: string): Promise<boolean> {
    return (await run('pactl', 'list', 'short', what))
      .split('\n')
      .some((line) => line.split('\t')[1] === name);
  }
  const named = (description: string) => `device.description="${description}"`;

  async function addSink(name: string, description = name): Promise<void> {
    await load('module-null-sink', `sink_name=${name}`, `sink_properties='${named(description)}'`);
    await until(`the sink ${name}`, () => isThere('sinks', name));
  }
  async function addMicrophone(name: string, feed: string, description = name): Promise<void> {
    const source = `source_name=${name}`;
    await until(`the monitor of ${feed}`, () => isThere('sources', `${feed}.monitor`));
    await load(
      'module-remap-source',
      `master=${feed}.monitor`,
      source,
      `source_properties='${named(description)}'`,
    );
    await until(`the microphone ${name}`, () => isThere('sources', name));
  }
  async function setDefault(what: 'sink' | 'source', name: string): Promise<void> {
    await run('pactl', `set-default-${what}`, name);
    const line = what === 'sink' ? `Default Sink: ${name}` : `Default Source: ${name}`;
    await until(line, async () => (await run('pactl', 'info')).split('\n').includes(line));
  }
  async function boot(): Promise<void> {
    rmSync(socket, { force: true });
    if (kind === 'pulseaudio') startPulseAudio(start, socket);
    else await startPipeWire(start, home);
    await until(
      'the sound server answers',
      () =>
        run('pactl', 'info').then(
          () => true,
          () => false,
        ),
      20_000,
    );
    await addSink(SPEAKERS, 'Test speakers');
    await addSink(MIC_FEED, 'Feed of the test microphone');
    await addMicrophone(MICROPHONE, MIC_FEED, 'Test microphone');
    await setDefault('sink', SPEAKERS);
    await setDefault('source', MICROPHONE);
  }
  async function kill(): Promise<void> {
    const ending = servers.filter((child) => child.exitCode === null && child.signalCode === null);
    servers = [];
    await Promise.all(
      ending.map(async (child) => {
        const closed = once(child, 'close');
        child.kill('SIGKILL');
        await closed;
      }),
    );
  }
  async function stop(): Promise<void> {
    await kill();
    rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
  const signalServers = (signal: NodeJS.Signals) => {
    for (const child of servers) child.kill(signal);
  };

  try {
    await boot();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    env,
    run,
    addSink,
    addMicrophone,
    setDefault,
    async play(file, sink, signal) {
      const child = spawn('paplay', [`--device=${sink}`, file], {
        env,
        stdio: 'ignore',
        ...(signal && { signal }),
      });
      await once(child, 'close').catch((error: Error) => {
        if (error.name !== 'AbortError') throw error;
      });
    },
    async remove(name) {
      const modules = await run('pactl', 'list', 'short', 'modules');
      const line = modules
        .split('\n')
        .find(
          (text) => text.includes(`_name=${name} `) || text.trimEnd().endsWith(`_name=${name}`),
        );
      if (line === undefined) throw new Error(`nothing was added as ${name}`);
      await run('pactl', 'unload-module', line.split('\t')[0] ?? '');
    },
    async leak({ delayMs, attenuationDb }) {
      await load(
        'module-loopback',
        `source=${SPEAKERS}.monitor`,
        `sink=${MIC_FEED}`,
        `latency_msec=${delayMs}`,
      );
      const [input] = (await run('pactl', 'list', 'short', 'sink-inputs')).split('\t');
      await run('pactl', 'set-sink-input-volume', input ?? '', `-${attenuationDb}dB`);
    },
    kill,
    restart: boot,
    freeze: () => signalServers('SIGSTOP'),
    thaw: () => signalServers('SIGCONT'),
    stop,
  };
}

function startPulseAudio(
  start: (program: string, ...args: string[]) => void,
  socket: string,
): void {
  start(
    'pulseaudio',
    '-n',
    '--daemonize=no',
    '--exit-idle-time=-1',
    '--use-pid-file=no',
    '--disable-shm',
    `--load=module-native-protocol-unix socket=${socket} auth-anonymous=1`,
    // As on every desktop: streams of a device that goes are moved to another one.
    '--load=module-rescue-streams',
  );
}

async function startPipeWire(
  start: (program: string, ...args: string[]) => void,
  home: string,
): Promise<void> {
  start('dbus-daemon', '--session', '--nofork', `--address=unix:path=${join(home, 'bus')}`);
  await until('the session bus is ready', () => isListening(join(home, 'bus')));
  start('pipewire');
  await until('pipewire is ready', () => existsSync(join(home, 'pipewire-0')));
  start('wireplumber');
  start('pipewire-pulse');
}
