/**
 * Shows notifications of pipes on the desktop: through D-Bus on Linux, with the programs of the system elsewhere. Where no desktop
 * answers there is nobody to tell, and the pipe learns that.
 */
import { execFile } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import { Message, sessionBus, Variant } from '@jellybrick/dbus-next';

export interface Notifier {
  /** False when it could not be shown. Both texts are shown as they are, without markup. */
  notify(title: string, body: string): Promise<boolean>;
}

const WITHIN_MS = 5_000;
const NAME = 'org.freedesktop.Notifications';
const NORMAL_URGENCY = 1;

export function desktopNotifier(options: {
  platform: NodeJS.Platform;
  /** Linux only; undefined without a session. */
  sessionBusAddress: string | undefined;
}): Notifier {
  switch (options.platform) {
    case 'linux':
      return dbusNotifier(options.sessionBusAddress);
    case 'darwin':
      return { notify: (title, body) => runProgram('osascript', macArguments(title, body)) };
    case 'win32':
      return {
        notify: (title, body) => runProgram('powershell.exe', windowsArguments(title, body || ' ')),
      };
    default:
      return { notify: async () => false };
  }
}

function dbusNotifier(address: string | undefined): Notifier {
  return {
    async notify(title, body) {
      if (address === undefined) return false;
      const bus = sessionBus({ busAddress: address });
      const failed = new Promise<false>((resolve) => {
        // The library's own types know only some of its events.
        (bus as unknown as EventEmitter).once('error', () => resolve(false));
      });
      const timer = Promise.withResolvers<false>();
      const timeout = setTimeout(() => timer.resolve(false), WITHIN_MS);
      try {
        return await Promise.race([show(bus, title, body), failed, timer.promise]);
      } finally {
        clearTimeout(timeout);
        bus.disconnect();
      }
    },
  };
}

async function show(
  bus: ReturnType<typeof sessionBus>,
  title: string,
  body: string,
): Promise<boolean> {
  try {
    await bus.call(
      new Message({
        destination: NAME,
        path: '/org/freedesktop/Notifications',
        interface: NAME,
        member: 'Notify',
        signature: 'susssasa{sv}i',
        body: [
          'Hindcast',
          0,
          '',
          title,
          escapeMarkup(body),
          [],
          { urgency: new Variant('y', NORMAL_URGENCY) },
          -1,
        ],
      }),
    );
    return true;
  } catch {
    // Nobody shows notifications on this session.
    return false;
  }
}

/** The specification lets servers read the body as markup. */
function escapeMarkup(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** The texts are arguments, never a part of the script. */
function macArguments(title: string, body: string): string[] {
  const script =
    'on run argv\ndisplay notification (item 2 of argv) with title (item 1 of argv)\nend run';
  return ['-e', script, title, body];
}

function windowsArguments(title: string, body: string): string[] {
  const encode = (text: string) => Buffer.from(text, 'utf8').toString('base64');
  const decode = (text: string) =>
    `[Text.Encoding]::UTF8.GetString([Convert]::FromBase64String('${encode(text)}'))`;
  const script = [
    'Add-Type -AssemblyName System.Windows.Forms, System.Drawing',
    '$n = New-Object System.Windows.Forms.NotifyIcon',
    '$n.Icon = [System.Drawing.SystemIcons]::Information; $n.Visible = $true',
    `$n.ShowBalloonTip(5000, ${decode(title)}, ${decode(body)}, 'Info'); Start-Sleep 3; $n.Dispose()`,
  ].join('; ');
  return ['-NoProfile', '-NonInteractive', '-Command', script];
}

function runProgram(program: string, args: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: WITHIN_MS + 5_000, windowsHide: true }, (error) =>
      resolve(error === null),
    );
  });
}
