/**
 * A private KDE desktop for tests: a real KWin without a graphics card, its own session bus and accessibility bus, in a folder of
 * its own. Everything it started ends with `stop`, by its number.
 */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import {
  type Desktop,
  endEverythingOf,
  missingPrograms,
  startBuses,
  testSession,
  until,
} from './desktop.ts';

const SERVER = 'kwin_wayland';
const PROGRAMS = [SERVER, 'dbus-daemon', 'gdbus', 'mousepad'];
const PACKAGES = 'kwin-wayland dbus libglib2.0-bin at-spi2-core mousepad fonts-dejavu-core';
const DISPLAY = 'wayland-kwin';

export interface Kwin extends Pick<Desktop, 'env' | 'home' | 'start' | 'run' | 'stop'> {
  readonly display: string;
  readonly runtimeDir: string;
  readonly bus: string;
  /** Runs a script in KWin, to its end. */
  tell(script: string): Promise<void>;
}

/** Why there can be none on this machine; undefined when there can. Give it to `describe.skipIf` and print it. */
export function whyNoKwin(): string | undefined {
  if (process.platform !== 'linux') return 'the KWin tests run on Linux only';
  const missing = missingPrograms(PROGRAMS);
  if (missing.length === 0) return undefined;
  return `missing ${missing.join(', ')}; install them with: apt-get install -y --no-install-recommends ${PACKAGES}`;
}

export async function startKwin(): Promise<Kwin> {
  const home = mkdtempSync(join(tmpdir(), 'hindcast-kwin-'));
  const runtimeDir = join(home, 'run');
  mkdirSync(runtimeDir, { mode: 0o700 });
  const { env, start, run } = testSession(home, runtimeDir);
  Object.assign(env, {
    XDG_SESSION_TYPE: 'wayland',
    XDG_CURRENT_DESKTOP: 'KDE',
    QT_QPA_PLATFORM: 'wayland',
    // It paints with the processor.
    KWIN_COMPOSE: 'Q',
    LIBGL_ALWAYS_SOFTWARE: '1',
  });
  try {
    await startBuses({ env, runtimeDir, start, run }, 'on');
    const size = ['--width', '1280', '--height', '720'];
    start(copied(home), ['--virtual', '--no-lockscreen', ...size, '--socket', DISPLAY]);
    await until('the display', () => existsSync(join(runtimeDir, DISPLAY)));
    env.WAYLAND_DISPLAY = DISPLAY;
    await run('gdbus', 'wait', '--session', '--timeout', '40', 'org.kde.KWin');
    let scripts = 0;
    return {
      display: DISPLAY,
      env,
      home,
      runtimeDir,
      bus: env.DBUS_SESSION_BUS_ADDRESS ?? '',
      start,
      run,
      async tell(script) {
        scripts += 1;
        const name = `test-${scripts}`;
        const file = join(home, `${name}.js`);
        writeFileSync(file, script);
        const call = (path: string, method: string, ...args: string[]) =>
          run(
            'gdbus',
            'call',
            '--session',
            '-d',
            'org.kde.KWin',
            '-o',
            path,
            '-m',
            method,
            ...args,
          );
        const loaded = await call('/Scripting', 'org.kde.kwin.Scripting.loadScript', file, name);
        const id = /\d+/.exec(loaded)?.[0];
        await call(`/${id}`, 'org.kde.kwin.Script.run').catch(() =>
          call(`/Scripting/Script${id}`, 'org.kde.kwin.Script.run'),
        );
      },
      stop: () => endEverythingOf(home),
    };
  } catch (error) {
    await endEverythingOf(home);
    throw error;
  }
}

/** The installed program asks for a privilege that containers do not have; a copy asks for none. */
function copied(home: string): string {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const program = folders.map((folder) => join(folder, SERVER)).find((path) => existsSync(path));
  const copy = join(home, SERVER);
  copyFileSync(program ?? SERVER, copy);
  return copy;
}
