/**
 * Which programs of the system the project can use, and the Debian packages that bring them. None of them is
 * needed to start: tests that lack a program skip themselves and say so.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { browserIn } from './browser.mjs';

const DESKTOP = {
  purpose: 'the desktop tests',
  without: 'Those tests are then skipped',
  packages: [
    'xvfb',
    'openbox',
    'xterm',
    'xdotool',
    'wmctrl',
    'xclip',
    'dbus',
    'at-spi2-core',
    'mousepad',
    'x11-utils',
    'x11-xserver-utils',
    'picom',
    'fonts-dejavu-core',
    // Programs with very large content, which must stay responsive.
    'thunar',
    'python3-gi',
    'gir1.2-gtk-3.0',
    'gir1.2-gtk-4.0',
    'python3-pyqt5',
  ],
};
/** Without light-locker, which brings a display manager: its test runs where that is installed already. */
const LOCKERS = {
  purpose: 'the tests of locked screens',
  without: 'Those tests are then skipped',
  packages: ['i3lock', 'xsecurelock', 'xscreensaver', 'x11-xserver-utils', 'util-linux'],
};
const PANELS = {
  purpose: 'the tests of task bars',
  without: 'Those tests are then skipped',
  packages: ['xfce4-panel', 'tint2'],
};
/** Where only the portal lets programs see the screen. */
const SEEING = {
  purpose: 'seeing the screen of GNOME and KDE on Wayland',
  without: 'The screen is then not captured',
  packages: ['gstreamer1.0-tools', 'gstreamer1.0-plugins-base', 'gstreamer1.0-pipewire'],
};
const WAYLAND = {
  purpose: 'the Wayland tests',
  without: 'Those tests are then skipped',
  packages: [
    'sway',
    'swaylock',
    'foot',
    'wl-clipboard',
    'wtype',
    'waybar',
    'grim',
    'pipewire',
    'pipewire-bin',
    'wireplumber',
    'gstreamer1.0-tools',
    'gstreamer1.0-plugins-base',
    'gstreamer1.0-pipewire',
  ],
};
const BROWSER = {
  purpose: 'the browser tests',
  without: 'Those tests are then skipped',
  packages: ['chromium'],
};
/** Without windows it needs a fifth of the CPU of the browser. */
const PAGE = {
  purpose: 'the tests of the web page',
  without: 'They then run in the browser, if there is one',
  packages: ['chromium-headless-shell'],
};
const HEARING = {
  purpose: 'hearing microphone and loudspeakers',
  without: 'Sound is then not captured',
  packages: ['pulseaudio-utils'],
};
const SOUND = {
  purpose: 'the sound tests',
  without: 'Those tests are then skipped',
  packages: [
    'pulseaudio',
    'pipewire-pulse',
    'wireplumber',
    'alsa-utils',
    // Recorded speech: four people.
    'asterisk-core-sounds-en-wav',
    'asterisk-core-sounds-es-wav',
    'asterisk-core-sounds-fr-wav',
    'asterisk-core-sounds-it-wav',
    'asterisk-core-sounds-ru-wav',
  ],
};
const DATABASE = {
  purpose: 'the tests of the hub on PostgreSQL',
  without: 'Those tests are then skipped',
  packages: ['postgresql'],
};
const CLOCK = {
  purpose: 'the tests of clocks that jump',
  without: 'Those tests are then skipped',
  packages: ['libfaketime'],
};
const WATCHING = {
  purpose: 'the test that nothing is sent to other machines',
  without: 'That test is then skipped',
  packages: ['strace'],
};

const PACKAGING = {
  purpose: 'the tests of packages and images',
  without: 'Those tests are then skipped',
  packages: [
    'appstream',
    'binutils',
    'buildah',
    'debootstrap',
    'desktop-file-utils',
    'gcc',
    'libc6-dev',
    'lintian',
    'qemu-user-static',
    'xz-utils',
  ],
};

/**
 * What to look for before `npm start` or, with `forTests`, before `npm test`.
 * With `forPackaging` also what takes part in `npm run test:install` and `npm run test:deb`.
 * @param {{ forTests: boolean, forPackaging?: boolean, env: Record<string, string | undefined> }} wanted
 */
export function wantedGroups({ forTests, forPackaging = false, env }) {
  if (process.platform !== 'linux') return [];
  const groups = [];
  if (hasSoundServer(env) || forTests) groups.push(HEARING);
  if (env.WAYLAND_DISPLAY && /gnome|kde/i.test(env.XDG_CURRENT_DESKTOP ?? '')) groups.push(SEEING);
  if (!forTests) return groups;
  groups.push(DESKTOP, LOCKERS, PANELS, WAYLAND, PAGE, SOUND, DATABASE, CLOCK, WATCHING);
  if (forPackaging) groups.push(PACKAGING);
  return browserIn(env.PATH ?? '') ? groups : [...groups, BROWSER];
}

/** PipeWire puts its Pulse socket in the same place. */
function hasSoundServer(env) {
  const folder = env.XDG_RUNTIME_DIR;
  return Boolean(env.PULSE_SERVER || (folder && existsSync(`${folder}/pulse/native`)));
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query's own form of placeholders
const STATUS_LINE = '${Package} ${db:Status-Status}\n';

/** The packages that are not installed; empty where the system is not Debian's, which is then asked nothing. */
export function missingPackages(packages) {
  if (!existsSync('/usr/bin/dpkg-query')) return [];
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', STATUS_LINE, ...packages], {
    encoding: 'utf8',
  });
  const installed = new Set(
    (stdout ?? '')
      .split('\n')
      .filter((line) => line.endsWith(' installed'))
      .map((line) => line.split(' ')[0]),
  );
  return packages.filter((name) => !installed.has(name));
}

export const apt = {
  isAvailable: () => existsSync('/usr/bin/apt-get') && process.getuid?.() === 0,
  updateArgs: ['update', '-q'],
  installArgs: (packages) => ['install', '-y', '-q', '--no-install-recommends', ...packages],
  hint: (packages) => `apt-get update && apt-get install -y ${packages.join(' ')}   (as root)`,
};
