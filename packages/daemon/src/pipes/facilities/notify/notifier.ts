/**
 * Shows notifications of pipes on the desktop: through D-Bus on Linux, with the programs of the system elsewhere. Where no desktop
 * answers there is nobody to tell, and the pipe learns that.
 */
import { execFile } from 'node:child_process';
import { showNotification } from '#core/bus/notification.ts';
import { connectBus } from '#core/bus/session-bus.ts';

export interface Notifier {
  /** False when it could not be shown. Both texts are shown as they are, without markup. */
  notify(title: string, body: string): Promise<boolean>;
}

const WITHIN_MS = 5_000;

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
      try {
        const link = await connectBus(address);
        await showNotification(link, { title, body }).finally(link.close);
        return true;
      } catch {
        // Nobody shows notifications on this session.
        return false;
      }
    },
  };
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
