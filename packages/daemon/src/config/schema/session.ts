/** The desktop, the sample day, who may ask, and the log. */
import { LOG_LEVELS, type LogLevel } from '#core/log/log-level.ts';
import { listOf, oneOf, text, yesNo } from '../kinds.ts';
import { setting } from './setting.ts';

const origin = text(
  'web origins such as https://notes.example',
  /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#]+$/i,
);

export const sessionSettings = {
  tray: setting<boolean>({
    kind: yesNo,
    fallback: true,
    meaning: 'Whether the panel of the desktop shows an icon with the state of recording.',
    env: 'HINDCAST_TRAY',
    flags: [],
  }),
  shortcuts: setting<boolean>({
    kind: yesNo,
    fallback: false,
    meaning: 'Whether the desktop is asked for keys that search and pause, where it offers them.',
    env: 'HINDCAST_SHORTCUTS',
    flags: [],
  }),
  replay: setting<'auto' | 'on' | 'off'>({
    kind: oneOf(['auto', 'on', 'off']),
    fallback: 'auto',
    meaning:
      'Whether the sample day is played instead of capturing; auto: where there is neither display nor sound.',
    env: 'HINDCAST_REPLAY',
    flags: [
      { name: '--replay', means: 'on', help: 'Play the bundled sample day instead of capturing.' },
      { name: '--no-replay', means: 'off', help: 'Never play the sample day.' },
    ],
  }),
  allowedOrigins: setting<readonly string[]>({
    kind: listOf(origin),
    fallback: [],
    meaning: 'Web origins that may use the interface besides pages of this machine.',
    env: 'HINDCAST_ALLOWED_ORIGINS',
    flags: [],
  }),
  allowOtherUsers: setting<boolean>({
    kind: yesNo,
    fallback: false,
    meaning: 'Let other users of this machine ask without the access token.',
    env: 'HINDCAST_ALLOW_OTHER_USERS',
    flags: [],
  }),
  accessToken: setting<string>({
    kind: text('a text of at least 16 characters without spaces', /^(|\S{16,})$/),
    fallback: '',
    meaning: 'Secret that callers from other machines must send; empty: there are none.',
    env: 'HINDCAST_ACCESS_TOKEN',
    flags: [],
    secret: true,
  }),
  logLevel: setting<LogLevel>({
    kind: oneOf(LOG_LEVELS),
    fallback: 'info',
    meaning: 'How much is written into the log file.',
    env: 'HINDCAST_LOG_LEVEL',
    flags: [{ name: '--log-level', takes: 'level' }],
  }),
} as const;
