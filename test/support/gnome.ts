/**
 * A private GNOME desktop for tests: a real GNOME Shell without graphics card, seat or systemd, with its own buses, its own PipeWire
 * and the real ScreenCast portal, in its own folder. A test presses the keys that a person would press. Everything it started
 * ends with `stop`, by its number.
 */
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Desktop,
  endEverythingOf,
  missingPrograms,
  startBuses,
  testSession,
  until,
} from './desktop.ts';

const SHELL = 'gnome-shell';
const PROGRAMS = [
  SHELL,
  'pipewire',
  'wireplumber',
  'gst-launch-1.0',
  'dbus-daemon',
  'gdbus',
  'mousepad',
];
const PORTAL = '/usr/libexec/xdg-desktop-portal';
const PORTALS = ['/usr/libexec/xdg-permission-store', `${PORTAL}-gnome`, PORTAL];
const PACKAGES =
  'gnome-shell xdg-desktop-portal xdg-desktop-portal-gnome pipewire wireplumber gstreamer1.0-tools gstreamer1.0-plugins-base gstreamer1.0-pipewire dbus libglib2.0-bin at-spi2-core mousepad fonts-dejavu-core';
const DISPLAY = 'wayland-gnome';
const KEYS: Readonly<Record<string, number>> = { Tab: 0xff09, Alt: 0xffe9, s: 0x73 };
/** Between two keys, for the dialogue to follow. */
const KEY_MS = 300;

export interface Gnome extends Pick<Desktop, 'env' | 'home' | 'start' | 'run' | 'stop'> {
  /** Keys one after the other, those of a chord joined by `+`. */
  press(...chords: readonly string[]): Promise<void>;
  /** Runs JavaScript in the shell; gives what it came to, as the shell prints it. */
  evaluate(script: string): Promise<string>;
}

/** Why there can be none on this machine; undefined when there can. Give it to `describe.skipIf` and print it. */
export function whyNoGnome(): string | undefined {
  if (process.platform !== 'linux') return 'the GNOME tests run on Linux only';
  const missing = [...missingPrograms(PROGRAMS), ...PORTALS.filter((path) => !existsSync(path))];
  if (missing.length === 0) return undefined;
  return `missing ${missing.join(', ')}; install them with: apt-get install -y --no-install-recommends ${PACKAGES}`;
}

export async function startGnome(): Promise<Gnome> {
  const home = mkdtempSync(join(tmpdir(), 'hindcast-gnome-'));
  const runtimeDir = join(home, 'run');
  mkdirSync(runtimeDir, { mode: 0o700 });
  const session = testSession(home, runtimeDir);
  const { env, start, run } = session;
  const systemBus = join(runtimeDir, 'system-bus');
  Object.assign(env, {
    XDG_SESSION_TYPE: 'wayland',
    XDG_CURRENT_DESKTOP: 'GNOME',
    GDK_BACKEND: 'wayland',
    DBUS_SYSTEM_BUS_ADDRESS: `unix:path=${systemBus}`,
    GSETTINGS_BACKEND: 'keyfile',
    // It paints with the processor.
    LIBGL_ALWAYS_SOFTWARE: '1',
  });
  const call = (name: string, path: string, method: string, ...args: string[]) =>
    run('gdbus', 'call', '--session', '-d', name, '-o', path, '-m', method, ...args);
  const evaluate = (script: string) =>
    call('org.gnome.Shell', '/org/gnome/Shell', 'org.gnome.Shell.Eval', script);
  const awaitName = (name: string) => run('gdbus', 'wait', '--session', '--timeout', '60', name);
  try {
    writeFileSync(join(home, 'system.conf'), systemBusConfig(systemBus));
    start('dbus-daemon', ['--nofork', '--nopidfile', `--config-file=${join(home, 'system.conf')}`]);
    await until('the system bus', () => existsSync(systemBus));
    await startBuses({ env, runtimeDir, start, run }, 'on');
    start('pipewire', []);
    await until('PipeWire', () => existsSync(join(runtimeDir, 'pipewire-0')));
    start('wireplumber', []);
    const how = ['--headless', '--wayland', '--no-x11', '--unsafe-mode'];
    start(SHELL, [...how, `--wayland-display=${DISPLAY}`, '--virtual-monitor', '1024x768']);
    await until('the display', () => existsSync(join(runtimeDir, DISPLAY)));
    env.WAYLAND_DISPLAY = DISPLAY;
    await run('dbus-update-activation-environment', ...Object.keys(env));
    await awaitName('org.gnome.Shell');
    // It begins with the overview of all windows.
    await until('the shell', async () =>
      (
        await evaluate('Main.overview.hide(); !Main.layoutManager._startingUp').catch(() => '')
      ).includes("'true'"),
    );
    for (const path of PORTALS) start(path, []);
    await awaitName('org.freedesktop.impl.portal.desktop.gnome');
    await awaitName('org.freedesktop.portal.Desktop');
    // A seat without a keyboard gives no window the focus.
    await evaluate(
      'global.testKeys = imports.gi.Clutter.get_default_backend().get_default_seat().create_virtual_device(imports.gi.Clutter.InputDeviceType.KEYBOARD_DEVICE)',
    );
    const key = (name: string, state: 'PRESSED' | 'RELEASED') =>
      `global.testKeys.notify_keyval(imports.gi.GLib.get_monotonic_time(), ${KEYS[name]}, imports.gi.Clutter.KeyState.${state});`;
    return {
      env,
      home,
      start,
      run,
      evaluate,
      async press(...chords) {
        for (const chord of chords) {
          const names = chord.split('+');
          const down = names.map((name) => key(name, 'PRESSED'));
          const up = names.toReversed().map((name) => key(name, 'RELEASED'));
          // In one step: a key that is held repeats itself.
          await evaluate([...down, ...up].join(' '));
          await wait(KEY_MS);
        }
      },
      stop: () => endEverythingOf(home),
    };
  } catch (error) {
    await endEverythingOf(home);
    throw error;
  }
}

function systemBusConfig(socket: string): string {
  return `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>system</type><listen>unix:path=${socket}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow user="*"/><allow own="*"/><allow send_destination="*" eavesdrop="true"/><allow receive_sender="*"/>
<allow send_type="method_call"/></policy></busconfig>`;
}
