/** The text of the systemd user unit. `systemd.ts` writes it. */

import { commandLine } from './kept-command.ts';

/** Exit codes of the service that a restart cannot fix: wrong settings, folder in use, store unusable. */
const FINAL_EXIT_CODES = '2 3 4';

/**
 * The service needs just-in-time code, user namespaces (the walls around pipes), every file that the person can read and the sockets of
 * the desktop. The options below are those that hold in addition to that, and that a user manager can set.
 */
const HARDENING = [
  'NoNewPrivileges=yes',
  'LockPersonality=yes',
  'RestrictRealtime=yes',
  'RestrictSUIDSGID=yes',
  'SystemCallArchitectures=native',
  'UMask=0077',
];

export function unitText(command: readonly string[]): string {
  return [
    '[Unit]',
    'Description=Hindcast, a local memory of screen and sound',
    'PartOf=graphical-session.target',
    'After=graphical-session.target',
    'StartLimitIntervalSec=300',
    'StartLimitBurst=5',
    '',
    '[Service]',
    'Type=notify',
    `ExecStart=${command.map(quoted).join(' ')}`,
    commandLine(command),
    'Environment=NODE_COMPILE_CACHE=%C/hindcast/compiled',
    'Restart=on-failure',
    'RestartSec=5',
    `RestartPreventExitStatus=${FINAL_EXIT_CODES}`,
    // The store of an older version may have to be converted first.
    'TimeoutStartSec=900',
    'TimeoutStopSec=15',
    'WatchdogSec=120',
    // A core dump would hold what was captured.
    'WatchdogSignal=SIGKILL',
    ...HARDENING,
    '',
    '[Install]',
    'WantedBy=graphical-session.target',
    '',
  ].join('\n');
}

/** As systemd.syntax(7) and systemd.service(5) want it. */
function quoted(argument: string): string {
  const escaped = argument
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('%', '%%')
    .replaceAll('$', '$$$$');
  return `"${escaped}"`;
}
