/**
 * A private Wayland desktop for tests: a real sway without a seat or a graphics card, its own session bus and accessibility bus, in
 * its own folder. It never touches a display that exists already; everything it started ends with `stop`, by its number.
 */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endEverythingOf, missingPrograms, startBuses, testSession, until } from './desktop.ts';

const PROGRAMS = [
  'sway',
  'swaymsg',
  'swaylock',
  'foot',
  'wl-copy',
  'wtype',
  'dbus-daemon',
  'unshare',
];
const PACKAGES =
  'sway swaylock foot wl-clipboard wtype dbus at-spi2-core mousepad fonts-dejavu-core';
const ROOT = 0;

export interface Sway {
  /** The name of its socket in `XDG_RUNTIME_DIR`. */
  readonly display: string;
  /** What a program needs to run on this desktop. */
  readonly env: Readonly<Record<string, string>>;
  readonly home: string;
  readonly runtimeDir: string;
  /** Starts a program that runs until `stop`; the answer ends it earlier. */
  start(program: string, args: readonly string[], input?: string): ChildProcess;
  /** Runs a program to its end and gives what it printed. */
  run(program: string, ...args: readonly string[]): Promise<string>;
  /** A command of sway, such as `output HEADLESS-1 mode 800x600`. */
  tell(command: string): Promise<void>;
  /** Starts a program and waits until a window has this text in its title. Resolves to its number in the tree. */
  open(program: string, args: readonly string[], title: string, withinMs?: number): Promise<number>;
  /** Ends the compositor, with everything that was on it. */
  kill(): Promise<void>;
  /** A new one under the same name. */
  restart(): Promise<void>;
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** A second sway whose outputs are windows of the first, so that they can be pulled out; the first has none that can. */
export interface PluggableSway {
  readonly display: string;
  readonly runtimeDir: string;
  /** Plugs in one more. */
  plug(): Promise<void>;
  /** Pulls out one of them, such as `WL-2`. */
  unplug(name: string): Promise<void>;
}

/** Why there can be none on this machine; undefined when there can. Give it to `describe.skipIf` and print it. */
export function whyNoSway(): string | undefined {
  if (process.platform !== 'linux') return 'the Wayland tests run on Linux only';
  const missing = missingPrograms(PROGRAMS);
  if (missing.length === 0) return undefined;
  return `missing ${missing.join(', ')}; install them with: apt-get install -y ${PACKAGES}`;
}

/** Whether it offers ext-image-copy-capture. */
export function hasStandardCopy(): boolean {
  const { stdout } = spawnSync('sway', ['--version'], { encoding: 'utf8' });
  const [, major = 0, minor = 0] = /version (\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
  return Number(major) > 1 || Number(minor) >= 11;
}

export interface SwayOptions {
  /** Such as `1280x720`. */
  readonly screen?: string;
  /** Lines of sway's own configuration. */
  readonly config?: readonly string[];
}

export async function startSway(options: SwayOptions = {}): Promise<Sway> {
  const reason = whyNoSway();
  if (reason !== undefined) throw new Error(reason);
  const home = mkdtempSync(join(tmpdir(), 'hindcast-sway-'));
  const runtimeDir = join(home, 'run');
  mkdirSync(runtimeDir, { mode: 0o700 });
  const config = join(home, 'sway.conf');
  writeFileSync(
    config,
    [
      `output HEADLESS-1 mode ${options.screen ?? '1280x720'}`,
      'output HEADLESS-1 bg #4a6a8a solid_color',
      'xwayland disable',
      ...(options.config ?? []),
      '',
    ].join('\n'),
  );
  const { env, start, run } = testSession(home, runtimeDir);
  Object.assign(env, { XDG_SESSION_TYPE: 'wayland', XDG_CURRENT_DESKTOP: 'sway' });
  const tell = async (command: string) => void (await run('swaymsg', '--', command));

  try {
    let server = await startServer(env, HEADLESS, config);
    await startBuses({ env, runtimeDir, start, run }, 'on');
    // A seat without a keyboard gives no window the focus.
    start('wtype', ['-s', '100000000', '']);
    return {
      display: env.WAYLAND_DISPLAY ?? '',
      env,
      home,
      runtimeDir,
      start,
      run,
      tell,
      async open(program, args, title, withinMs) {
        start(program, args);
        return until(`a window titled ${title}`, () => findWindow(run, title), withinMs);
      },
      async kill() {
        server.kill('SIGKILL');
        await once(server, 'close');
      },
      async restart() {
        server = await startServer(env, HEADLESS, config);
        start('wtype', ['-s', '100000000', '']);
      },
      freeze: () => void server.kill('SIGSTOP'),
      thaw: () => void server.kill('SIGCONT'),
      stop: () => endEverythingOf(home),
    };
  } catch (error) {
    await endEverythingOf(home);
    throw error;
  }
}

export async function startPluggable(outer: Sway): Promise<PluggableSway> {
  const runtimeDir = join(outer.home, 'inner');
  mkdirSync(runtimeDir, { mode: 0o700 });
  const env: Record<string, string> = { ...outer.env, XDG_RUNTIME_DIR: runtimeDir };
  const backend = {
    WLR_BACKENDS: 'wayland',
    WLR_WL_OUTPUTS: '1',
    WAYLAND_DISPLAY: join(outer.runtimeDir, outer.display),
  };
  await startServer(env, backend, join(outer.home, 'sway.conf'));
  return {
    display: env.WAYLAND_DISPLAY ?? '',
    runtimeDir,
    plug: () => outer.run('swaymsg', '-s', env.SWAYSOCK ?? '', 'create_output').then(() => {}),
    unplug: (name) => outer.tell(`[title="${name}"] kill`),
  };
}

const HEADLESS = { WLR_BACKENDS: 'headless', WLR_LIBINPUT_NO_DEVICES: '1' };

/** Puts its sockets into `env`. */
async function startServer(
  env: Record<string, string>,
  backend: Readonly<Record<string, string>>,
  config: string,
): Promise<ChildProcess> {
  const isOld = (await promisify(execFile)('sway', ['--version'])).stdout.includes('version 1.7');
  // This version refuses to run as root; in a namespace where nobody is root it does not notice.
  const prefix =
    isOld && process.getuid?.() === ROOT
      ? ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--']
      : [];
  const [program = '', ...args] = [...prefix, 'sway', '--config', config];
  const { WAYLAND_DISPLAY: _, SWAYSOCK: __, ...clean } = env;
  const software = { WLR_RENDERER: 'pixman', LIBSEAT_BACKEND: 'noop' };
  const server = spawn(program, args, {
    env: { ...clean, ...software, ...backend },
    stdio: 'ignore',
  });
  server.on('error', () => {});
  const runtimeDir = env.XDG_RUNTIME_DIR ?? '';
  const socketOf = (pattern: RegExp) => readdirSync(runtimeDir).find((name) => pattern.test(name));
  const ipcName = new RegExp(`^sway-ipc.*\\.${server.pid}\\.sock$`);
  const ipc = await until('sway answers', () => socketOf(ipcName));
  env.WAYLAND_DISPLAY = await until('the display', () => socketOf(/^wayland-\d+$/));
  env.SWAYSOCK = join(runtimeDir, ipc);
  return server;
}

interface TreeNode {
  readonly id: number;
  readonly name: string | null;
  readonly pid?: number;
  readonly nodes: readonly TreeNode[];
  readonly floating_nodes: readonly TreeNode[];
}

async function findWindow(run: Sway['run'], title: string): Promise<number | undefined> {
  const tree = JSON.parse(await run('swaymsg', '-t', 'get_tree').catch(() => 'null')) as TreeNode;
  const all = (node: TreeNode): TreeNode[] => [
    node,
    ...[...node.nodes, ...node.floating_nodes].flatMap(all),
  ];
  return (tree ? all(tree) : []).find(({ name, pid }) => pid && name?.includes(title))?.id;
}
