/**
 * A private desktop for tests: its own X server, session bus, window manager and accessibility bus, in its own folder. It
 * never touches a display that exists already. Everything it started, also what the session bus started for it, ends with `stop`.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

const SERVER = 'Xvfb';
const PROGRAMS = [
  SERVER,
  'openbox',
  'xterm',
  'xdotool',
  'wmctrl',
  'xclip',
  'mousepad',
  'xrandr',
  'xsetroot',
];
const ACCESSIBILITY_LAUNCHER = '/usr/libexec/at-spi-bus-launcher';
const SWITCH_ACCESSIBILITY = [
  '--session',
  '--print-reply',
  '--dest=org.a11y.Bus',
  '/org/a11y/bus',
  'org.freedesktop.DBus.Properties.Set',
  'string:org.a11y.Status',
  'string:IsEnabled',
];
const PACKAGES =
  'xvfb openbox xterm xdotool wmctrl xclip dbus at-spi2-core mousepad x11-utils x11-xserver-utils fonts-dejavu-core';
// Far from :0, which may be somebody's session, and from the low numbers that remote logins use.
const FIRST_DISPLAY = 200;
const DISPLAY_COUNT = 600;
// Far above what anything here takes, for machines that are busy with other tests.
const START_WITHIN_MS = 40_000;
const STOP_WITHIN_MS = 3_000;

export interface Desktop {
  /** Such as `:231`. */
  readonly display: string;
  /** What a program needs to run on this desktop. */
  readonly env: Readonly<Record<string, string>>;
  readonly home: string;
  /** Starts a program that runs until `stop`; the answer ends it earlier. */
  start(program: string, args: readonly string[]): ChildProcess;
  /** Puts a text on the clipboard, as a program that is asked for it; `options` are those of xclip. */
  copy(text: string, ...options: readonly string[]): void;
  /** Runs a program to its end and gives what it printed. */
  run(program: string, ...args: readonly string[]): Promise<string>;
  /** Starts a program and waits until a window has this text in its title. Resolves to the window's number. */
  open(program: string, args: readonly string[], title: string, withinMs?: number): Promise<number>;
  /** Ends the X server, with everything that was drawn on it. */
  killServer(): Promise<void>;
  /** The X server stands still and keeps its connections; `thawServer` lets it go on. */
  freezeServer(): void;
  thawServer(): void;
  /** A new X server under the same name, with a window manager. */
  restartServer(): Promise<void>;
  stop(): Promise<void>;
}

export function missingPrograms(programs: readonly string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return programs.filter((program) => !folders.some((folder) => existsSync(join(folder, program))));
}

/** Why there can be no desktop on this machine; undefined when there can. Give it to `describe.skipIf` and print it. */
export function whyNoDesktop(): string | undefined {
  if (process.platform !== 'linux') return 'the X desktop tests run on Linux only';
  const missing = missingPrograms(['dbus-daemon', ...PROGRAMS]);
  if (!existsSync(ACCESSIBILITY_LAUNCHER)) missing.push('at-spi-bus-launcher');
  if (missing.length === 0) return undefined;
  return `missing ${missing.join(', ')}; install them with: apt-get install -y ${PACKAGES}`;
}

/** Gives a window the keyboard. wmctrl only asks the window manager: what is typed before it did so goes elsewhere. */
export async function activateWindow(desktop: Pick<Desktop, 'run'>, title: string): Promise<void> {
  await desktop.run('wmctrl', '-a', title);
  await until(`${title} to have the keyboard`, async () => {
    // While the focus changes no window has it, and xdotool fails.
    const active = await desktop.run('xdotool', 'getactivewindow', 'getwindowname').catch(() => '');
    return active.includes(title);
  });
}

/** Waits until `probe` gives something other than undefined or false; fails with `what` when it never does. */
export async function until<T>(
  what: string,
  probe: () => T | undefined | false | Promise<T | undefined | false>,
  withinMs = START_WITHIN_MS,
): Promise<T> {
  const deadlineMs = Date.now() + withinMs;
  for (;;) {
    const value = await probe();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > deadlineMs) throw new Error(`waited ${withinMs} ms in vain: ${what}`);
    await wait(20);
  }
}

/** Whether a program listens at a socket. Its file is there a moment before. */
export function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

export interface DesktopOptions {
  /** Such as `1280x720x24`. */
  readonly screen?: string;
  /** Openbox alone is enough for most tests; XFCE has a panel, a wallpaper and icons. */
  readonly session?: 'openbox' | 'xfce';
  /** Off is what most people's sessions start with: a browser then reports nothing, unless someone switches it on before. */
  readonly accessibility?: 'on' | 'off';
}

export async function startDesktop(options: DesktopOptions = {}): Promise<Desktop> {
  const reason = whyNoDesktop();
  if (reason !== undefined) throw new Error(reason);
  const screen = options.screen ?? '1280x720x24';
  const home = mkdtempSync(join(tmpdir(), 'hindcast-desktop-'));
  const runtime = join(home, 'run');
  mkdirSync(runtime, { mode: 0o700 });
  const { env, start, run } = testSession(home, runtime);
  async function startWindowManager(): Promise<void> {
    const isXfce = options.session === 'xfce';
    if (isXfce) start('xfce4-session', []);
    else start('openbox', ['--sm-disable']);
    await until('the window manager is ready', async () =>
      (await run('xprop', '-root', '_NET_SUPPORTING_WM_CHECK').catch(() => '')).includes(
        'window id',
      ),
    );
    if (isXfce) {
      await until('the panel', async () =>
        (await run('wmctrl', '-lx').catch(() => '')).includes('xfce4-panel'),
      );
      return;
    }
    // Not black, so that what is painted over in black can be distinguished from nothing.
    await run('xsetroot', '-solid', '#4a6a8a');
  }

  try {
    let server = await startServer(env, screen);
    await startBuses({ env, runtimeDir: runtime, start, run }, options.accessibility);
    await startWindowManager();
    return {
      display: env.DISPLAY ?? '',
      env,
      home,
      start,
      run,
      copy(text, ...options) {
        start('xclip', ['-selection', 'clipboard', ...options], text);
      },
      async open(program, args, title, withinMs) {
        start(program, args);
        return until(`a window titled ${title}`, () => findWindow(run, title), withinMs);
      },
      async killServer() {
        server.kill('SIGKILL');
        await once(server, 'close');
      },
      freezeServer: () => void server.kill('SIGSTOP'),
      thawServer: () => void server.kill('SIGCONT'),
      async restartServer() {
        server = await startServer(env, screen, Number(env.DISPLAY?.slice(1)));
        await startWindowManager();
      },
      stop: () => endEverythingOf(home),
    };
  } catch (error) {
    await endEverythingOf(home);
    throw error;
  }
}

/** Environment of the programs of a desktop, and how they are started: nothing of the machine's own session reaches them. */
export function testSession(home: string, runtimeDir: string) {
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    XDG_RUNTIME_DIR: runtimeDir,
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(runtimeDir, 'bus')}`,
    GTK_MODULES: 'gail:atk-bridge',
    NO_AT_BRIDGE: '0',
    LANG: 'C.UTF-8',
    TZ: 'UTC',
  };
  return {
    env,
    start(program: string, args: readonly string[], input?: string): ChildProcess {
      const child = spawn(program, args, { env, cwd: home, stdio: ['pipe', 'ignore', 'ignore'] });
      // A program that is missing shows as the wait for its window that fails.
      child.on('error', () => {});
      child.stdin.on('error', () => {});
      child.stdin.end(input);
      return child;
    },
    async run(program: string, ...args: readonly string[]): Promise<string> {
      const { stdout } = await promisify(execFile)(program, args, { env, cwd: home });
      return stdout;
    },
  };
}

/** The session bus at `runtimeDir/bus` and the accessibility bus, for any desktop of a test. */
export async function startBuses(
  desktop: Pick<Desktop, 'env' | 'start' | 'run'> & { readonly runtimeDir: string },
  accessibility: DesktopOptions['accessibility'],
): Promise<void> {
  const { env, runtimeDir, start, run } = desktop;
  start('dbus-daemon', ['--session', '--nofork', `--address=${env.DBUS_SESSION_BUS_ADDRESS}`]);
  await until('the session bus is ready', () => existsSync(join(runtimeDir, 'bus')));
  start(ACCESSIBILITY_LAUNCHER, ['--launch-immediately']);
  // Chromium looks at this once, when it starts.
  const isOn = `variant:boolean:${accessibility !== 'off'}`;
  await until('the accessibility bus is ready', () =>
    run('dbus-send', ...SWITCH_ACCESSIBILITY, isOn).then(
      () => true,
      () => false,
    ),
  );
}

async function findWindow(run: Desktop['run'], title: string): Promise<number | undefined> {
  const list = await run('wmctrl', '-l').catch(() => '');
  const line = list.split('\n').find((text) => text.includes(title));
  return line === undefined ? undefined : Number.parseInt(line, 16);
}

/** Puts the display it got into `env`. A number that turns out to be taken is passed over. */
async function startServer(
  env: Record<string, string>,
  screen: string,
  fixed?: number,
): Promise<ChildProcess> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const number = fixed ?? FIRST_DISPLAY + Math.floor(Math.random() * DISPLAY_COUNT);
    if (fixed === undefined && existsSync(`/tmp/.X11-unix/X${number}`)) continue;
    // Without -noreset the server starts over when its last client leaves, and drops whoever connects meanwhile.
    const args = [`:${number}`, '-screen', '0', screen, '-nolisten', 'tcp', '-noreset'];
    const server = spawn(SERVER, [...args, '-displayfd', '3'], {
      env,
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    const ready = server.stdio[3];
    if (!ready) throw new Error('the X server has no pipe to report on');
    const isUp = await Promise.race([
      once(ready, 'data').then(() => true),
      once(server, 'close').then(() => false),
    ]);
    if (!isUp) continue;
    env.DISPLAY = `:${number}`;
    return server;
  }
  throw new Error('no free display found for a test X server');
}

/**
 * Every process with this home folder, or that was given a place in it, was started here, directly or by the session bus. Both are looked
 * at: a browser hides its surroundings, and one that nobody ends keeps a core busy once its X server has exited.
 */
function processesOf(home: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
        if (environment.includes(`HOME=${home}`)) return true;
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`${home}/`);
      } catch {
        // It ended meanwhile, or belongs to somebody else.
        return false;
      }
    })
    .map(Number);
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended by itself in between.
    }
  }
}

export async function endEverythingOf(home: string): Promise<void> {
  signalAll(processesOf(home), 'SIGTERM');
  const deadlineMs = Date.now() + STOP_WITHIN_MS;
  while (processesOf(home).length > 0) {
    if (Date.now() > deadlineMs) signalAll(processesOf(home), 'SIGKILL');
    await wait(30);
  }
  // What they wrote last may still be on its way.
  rmSync(home, { recursive: true, force: true, maxRetries: 40, retryDelay: 50 });
}
