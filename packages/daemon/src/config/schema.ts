/**
 * Every setting of the service: kind, default, meaning, and its names in the environment and on the command line. This is the
 * only list; the file, the help text and `hindcast config` are made from it. A value that nobody needs to change is a constant
 * in the code that uses it, not a setting. The page translates meanings and choices: after a change, run
 * `node scripts/page-messages.ts` and translate what it names.
 */
import { LOG_LEVELS, type LogLevel } from '#core/log/log-level.ts';
import { daysOrForever, type Kind, listOf, oneOf, text, wholeNumber, yesNo } from './kinds.ts';

/** A flag is followed by its value, which `takes` names, or stands for a value itself. */
export type Flag<T> =
  | { readonly name: string; readonly takes: string }
  | { readonly name: string; readonly means: T; readonly help: string };

export interface Setting<T> {
  readonly kind: Kind<T>;
  readonly fallback: T;
  readonly meaning: string;
  readonly env: string;
  readonly flags: readonly Flag<T>[];
  /** Shown masked, and not accepted on the command line, which every user of the machine can read. */
  readonly secret?: true;
  /** False for the one setting that says where the file is. */
  readonly inFile?: false;
}

function setting<T>(definition: Setting<T>): Setting<T> {
  return definition;
}

const origin = text(
  'web origins such as https://notes.example',
  /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#]+$/i,
);

const part = text('texts', /\S/);

const SYNC_ROLES = ['device', 'keeper'] as const;
type SyncRole = (typeof SYNC_ROLES)[number];

/** For those who have set a language. */
export const LANGUAGE_NOTICE =
  'the setting vision.language has no effect any more, text is read in every known script; remove it';

export const schema = {
  port: setting<number>({
    // 0 asks the system for any free port; the address that was chosen is printed.
    kind: wholeNumber(0, 65_535),
    fallback: 3030,
    meaning: 'Port of the HTTP interface.',
    env: 'HINDCAST_PORT',
    flags: [{ name: '--port', takes: 'number' }],
  }),
  host: setting<string>({
    kind: text('an IP address or "localhost"', /^([0-9.]+|[0-9a-f:.]*:[0-9a-f:.]*|localhost)$/i),
    fallback: '127.0.0.1',
    meaning: 'Address to listen on. Anything but this machine itself needs an access token.',
    env: 'HINDCAST_HOST',
    flags: [{ name: '--host', takes: 'address' }],
  }),
  dataDir: setting<string>({
    kind: text('the path of a folder', /\S/),
    fallback: '~/.hindcast',
    meaning: 'Folder that holds everything that is kept.',
    env: 'HINDCAST_DATA_DIR',
    flags: [{ name: '--data-dir', takes: 'folder' }],
    inFile: false,
  }),
  encrypt: setting<boolean>({
    kind: yesNo,
    fallback: false,
    meaning:
      'Whether a new store is encrypted with a passphrase; "hindcast encrypt" for one with content.',
    env: 'HINDCAST_ENCRYPT',
    flags: [
      { name: '--encrypt', means: true, help: 'Encrypt a new store; asks for a passphrase.' },
    ],
  }),
  keyring: setting<boolean>({
    kind: yesNo,
    fallback: false,
    meaning:
      'Whether a store that is being encrypted has its key in the keyring of the system, so that no start asks for it.',
    env: 'HINDCAST_KEYRING',
    flags: [
      { name: '--keyring', means: true, help: 'With --encrypt: keep the key in the keyring.' },
    ],
  }),
  passphraseFile: setting<string>({
    kind: text('the path of a file', /^[^\0]*$/),
    fallback: '',
    meaning:
      'File with the passphrase of an encrypted store (/dev/fd/3 for a descriptor); empty: it is asked for.',
    env: 'HINDCAST_PASSPHRASE_FILE',
    flags: [{ name: '--passphrase-file', takes: 'file' }],
  }),
  'vision.enabled': setting<boolean>({
    kind: yesNo,
    fallback: true,
    meaning: 'Whether the screen is captured.',
    env: 'HINDCAST_VISION_ENABLED',
    flags: [{ name: '--disable-vision', means: false, help: 'Do not capture the screen.' }],
  }),
  'vision.pictures': setting<'on' | 'off'>({
    kind: oneOf(['on', 'off']),
    fallback: 'on',
    meaning:
      'Whether pictures of the screen are kept. Off: only text, windows and events, and no pixels on the disk.',
    env: 'HINDCAST_VISION_PICTURES',
    flags: [{ name: '--no-pictures', means: 'off', help: 'Keep text of the screen, no pictures.' }],
  }),
  'vision.ignoredApps': setting<readonly string[]>({
    kind: listOf(part),
    fallback: [],
    meaning:
      'Programs that are never remembered: parts of their names. Password managers never are.',
    env: 'HINDCAST_VISION_IGNORED_APPS',
    flags: [],
  }),
  'vision.ignoredWindows': setting<readonly string[]>({
    kind: listOf(part),
    fallback: [],
    meaning: 'Windows that are never remembered: parts of their titles.',
    env: 'HINDCAST_VISION_IGNORED_WINDOWS',
    flags: [],
  }),
  'vision.ignoredUrls': setting<readonly string[]>({
    kind: listOf(part),
    fallback: [],
    meaning: 'Pages that are never remembered: parts of their addresses.',
    env: 'HINDCAST_VISION_IGNORED_URLS',
    flags: [],
  }),
  'vision.privateBrowsing': setting<boolean>({
    kind: yesNo,
    fallback: false,
    meaning: 'Whether private browsing windows are remembered too.',
    env: 'HINDCAST_VISION_PRIVATE_BROWSING',
    flags: [],
  }),
  'vision.ignoreSilentBrowsers': setting<boolean>({
    kind: yesNo,
    fallback: true,
    meaning: 'Whether to leave out browsers that do not tell if a window is private.',
    env: 'HINDCAST_VISION_IGNORE_SILENT_BROWSERS',
    flags: [],
  }),
  'vision.rememberOwnPage': setting<boolean>({
    kind: yesNo,
    fallback: false,
    meaning: 'Whether browser windows that show the page of Hindcast itself are remembered.',
    env: 'HINDCAST_VISION_REMEMBER_OWN_PAGE',
    flags: [],
  }),
  'vision.compaction': setting<boolean>({
    kind: yesNo,
    fallback: true,
    meaning:
      'Whether pictures become video when two hours are over, which takes a small part of the space.',
    env: 'HINDCAST_VISION_COMPACTION',
    flags: [],
  }),
  'backup.snapshots': setting<boolean>({
    kind: yesNo,
    fallback: true,
    meaning:
      'Whether the database is copied once a day, for the newest days and a week before them.',
    env: 'HINDCAST_BACKUP_SNAPSHOTS',
    flags: [],
  }),
  'vision.language': setting<string>({
    kind: text('a language such as eng or deu+eng', /^[a-z_]+(\+[a-z_]+)*$/i),
    fallback: 'eng',
    meaning:
      'Without effect: text on the screen is read in every known script. Accepted for older settings files.',
    env: 'HINDCAST_VISION_LANGUAGE',
    flags: [],
  }),
  'input.typing': setting<'off' | 'count' | 'text'>({
    kind: oneOf(['off', 'count', 'text']),
    fallback: 'count',
    meaning:
      'What is remembered of typing: nothing, how many keys, or the text. Never in password fields.',
    env: 'HINDCAST_INPUT_TYPING',
    flags: [],
  }),
  'input.clicks': setting<boolean>({
    kind: yesNo,
    fallback: true,
    meaning: 'Whether clicks are remembered.',
    env: 'HINDCAST_INPUT_CLICKS',
    flags: [],
  }),
  'input.scroll': setting<boolean>({
    kind: yesNo,
    fallback: true,
    meaning: 'Whether scrolling is remembered.',
    env: 'HINDCAST_INPUT_SCROLL',
    flags: [],
  }),
  'input.clipboard': setting<boolean>({
    kind: yesNo,
    fallback: true,
    meaning: 'Whether copied text is remembered.',
    env: 'HINDCAST_INPUT_CLIPBOARD',
    flags: [],
  }),
  'input.focus': setting<boolean>({
    kind: yesNo,
    fallback: true,
    meaning: 'Whether changes of window and program are remembered.',
    env: 'HINDCAST_INPUT_FOCUS',
    flags: [],
  }),
  'audio.enabled': setting<boolean>({
    kind: yesNo,
    fallback: true,
    meaning: 'Whether sound is captured.',
    env: 'HINDCAST_AUDIO_ENABLED',
    flags: [{ name: '--disable-audio', means: false, help: 'Do not capture sound.' }],
  }),
  'audio.engine': setting<'moonshine' | 'openai-compatible' | 'disabled'>({
    kind: oneOf(['moonshine', 'openai-compatible', 'disabled']),
    fallback: 'moonshine',
    meaning:
      'What turns speech into text: Moonshine on this machine, the service at audio.endpoint.url, or nothing.',
    env: 'HINDCAST_AUDIO_ENGINE',
    flags: [],
  }),
  'audio.model': setting<string>({
    kind: text('auto or the name of a model', /^[\w@.:/+-]+$/),
    fallback: 'auto',
    meaning:
      'Model of the engine: auto (the best installed one this machine can run), one of "hindcast models list", or the name at the endpoint.',
    env: 'HINDCAST_AUDIO_MODEL',
    flags: [],
  }),
  'audio.languages': setting<readonly string[]>({
    kind: listOf(text('codes of languages such as de', /^[a-z]{2,3}$/)),
    fallback: [],
    meaning:
      'Languages that are spoken here, such as de and en: a Whisper model chooses among them. Without any: those of the system, or all.',
    env: 'HINDCAST_AUDIO_LANGUAGES',
    flags: [],
  }),
  'audio.readAgain': setting<boolean>({
    kind: yesNo,
    fallback: true,
    meaning:
      'Whether the largest installed speech model reads recordings again while the machine rests. The older text can be restored.',
    env: 'HINDCAST_AUDIO_READ_AGAIN',
    flags: [],
  }),
  'audio.mode': setting<'realtime' | 'batch'>({
    kind: oneOf(['realtime', 'batch']),
    fallback: 'realtime',
    meaning: 'Whether speech becomes text at once, or when the machine is idle and on mains power.',
    env: 'HINDCAST_AUDIO_MODE',
    flags: [],
  }),
  'audio.endpoint.url': setting<string>({
    kind: text(
      'an http address such as http://127.0.0.1:8000/v1',
      /^(|https?:\/\/[^\s/?#@]+[^\s?#]*)$/i,
    ),
    fallback: '',
    meaning: 'Address of an OpenAI-compatible speech service. Recorded speech is sent there.',
    env: 'HINDCAST_AUDIO_ENDPOINT_URL',
    flags: [],
  }),
  'audio.endpoint.key': setting<string>({
    kind: text('a text without spaces', /^\S*$/),
    fallback: '',
    meaning: 'Key for that service; empty: it asks for none.',
    env: 'HINDCAST_AUDIO_ENDPOINT_KEY',
    flags: [],
    secret: true,
  }),
  'meaning.enabled': setting<boolean>({
    kind: yesNo,
    fallback: true,
    meaning: 'Whether what was captured can be searched by meaning.',
    env: 'HINDCAST_MEANING_ENABLED',
    flags: [],
  }),
  'assistant.endpoint.url': setting<string>({
    kind: text(
      'an http address such as http://127.0.0.1:11434/v1',
      /^(|https?:\/\/[^\s/?#@]+[^\s?#]*)$/i,
    ),
    fallback: '',
    meaning:
      'Address of an OpenAI-compatible model that phrases answers. Questions and the passages found for them are sent there.',
    env: 'HINDCAST_ASSISTANT_ENDPOINT_URL',
    flags: [],
  }),
  'assistant.endpoint.key': setting<string>({
    kind: text('a text without spaces', /^\S*$/),
    fallback: '',
    meaning: 'Key for that model; empty: it asks for none.',
    env: 'HINDCAST_ASSISTANT_ENDPOINT_KEY',
    flags: [],
    secret: true,
  }),
  'assistant.model': setting<string>({
    kind: text('the name of a model', /^[\w@.:/+-]*$/),
    fallback: '',
    meaning: 'What the endpoint calls its model; empty: the first one that it lists.',
    env: 'HINDCAST_ASSISTANT_MODEL',
    flags: [],
  }),
  'assistant.coverPersonalData': setting<boolean>({
    kind: yesNo,
    fallback: true,
    meaning: 'Whether personal data in passages is covered before they are sent to that model.',
    env: 'HINDCAST_ASSISTANT_COVER_PERSONAL_DATA',
    flags: [],
  }),
  'retention.text': setting<string>({
    kind: daysOrForever,
    fallback: 'forever',
    meaning: 'Days that what was read and said is kept, with its pictures and sound.',
    env: 'HINDCAST_RETENTION_TEXT',
    flags: [],
  }),
  'retention.pixels': setting<string>({
    kind: daysOrForever,
    fallback: 'forever',
    meaning: 'Days that pictures are kept; their text stays. What has a tag always stays.',
    env: 'HINDCAST_RETENTION_PIXELS',
    flags: [],
  }),
  'retention.audio': setting<string>({
    kind: daysOrForever,
    fallback: 'forever',
    meaning: 'Days that sound is kept; what was said stays as text.',
    env: 'HINDCAST_RETENTION_AUDIO',
    flags: [],
  }),
  'retention.input': setting<string>({
    kind: daysOrForever,
    fallback: 'forever',
    meaning: 'Days that clicks, keys and copied text are kept.',
    env: 'HINDCAST_RETENTION_INPUT',
    flags: [],
  }),
  'retention.maxGb': setting<number>({
    kind: wholeNumber(0, 1_000_000),
    fallback: 0,
    meaning:
      'Gigabytes that everything may take; above that the oldest pictures and sound go. 0: no limit.',
    env: 'HINDCAST_RETENTION_MAX_GB',
    flags: [],
  }),
  'retention.offload.afterDays': setting<number>({
    kind: wholeNumber(0, 99_999),
    fallback: 0,
    meaning:
      'Days after which pictures and sound move to retention.offload.to and come back when looked at. 0: never.',
    env: 'HINDCAST_RETENTION_OFFLOAD_AFTER_DAYS',
    flags: [],
  }),
  'retention.offload.to': setting<string>({
    kind: text(
      'the path of a folder, the http address of a hub, or s3+https://host/bucket',
      /^(|(s3\+)?https?:\/\/[^\s/?#@]+[^\s?#]*|file:\/\/\S+|[/~].*|[A-Za-z]:[\\/].*)$/i,
    ),
    fallback: '',
    meaning:
      'Where old pictures and sound go, encrypted: the path of a folder, the address of a hub, or a bucket as s3+https://host/bucket.',
    env: 'HINDCAST_RETENTION_OFFLOAD_TO',
    flags: [],
  }),
  'retention.offload.keyId': setting<string>({
    kind: text('a text without spaces', /^\S*$/),
    fallback: '',
    meaning: 'Access key of that bucket.',
    env: 'HINDCAST_RETENTION_OFFLOAD_KEY_ID',
    flags: [],
  }),
  'retention.offload.secret': setting<string>({
    kind: text('a text without spaces', /^\S*$/),
    fallback: '',
    meaning: 'Secret of that bucket, or token of that hub.',
    env: 'HINDCAST_RETENTION_OFFLOAD_SECRET',
    flags: [],
    secret: true,
  }),
  'retention.offload.region': setting<string>({
    kind: text('the name of a region', /^[A-Za-z0-9-]+$/),
    fallback: 'us-east-1',
    meaning: 'Region of that bucket; most stores that are not from Amazon accept any.',
    env: 'HINDCAST_RETENTION_OFFLOAD_REGION',
    flags: [],
  }),
  'retention.offload.cacheGb': setting<number>({
    kind: wholeNumber(0, 100_000),
    fallback: 2,
    meaning: 'Gigabytes of pictures and sound that stay here after they came back.',
    env: 'HINDCAST_RETENTION_OFFLOAD_CACHE_GB',
    flags: [],
  }),
  'budget.cpuPercent': setting<number>({
    // Far above normal work: only an unusual load comes near this.
    kind: wholeNumber(1, 100),
    fallback: 50,
    meaning:
      'Percent of all cores that the service may use, on average over five minutes; above that it does less.',
    env: 'HINDCAST_BUDGET_CPU_PERCENT',
    flags: [],
  }),
  'budget.diskGbPerMonth': setting<number>({
    kind: wholeNumber(0, 100_000),
    fallback: 0,
    meaning:
      'Gigabytes that a month may add; above that pictures are fewer and coarser. 0: no limit.',
    env: 'HINDCAST_BUDGET_DISK_GB_PER_MONTH',
    flags: [],
  }),
  'budget.battery': setting<'full' | 'reduced' | 'pause'>({
    kind: oneOf(['full', 'reduced', 'pause']),
    fallback: 'reduced',
    meaning: 'What is done on battery: everything, less, or nothing until there is mains power.',
    env: 'HINDCAST_BUDGET_BATTERY',
    flags: [],
  }),
  'sync.url': setting<string>({
    kind: text(
      'the http address of a hub or the path of a folder',
      /^(|https?:\/\/[^\s/?#@]+[^\s?#]*|file:\/\/\S+|[/~].*|[A-Za-z]:[\\/].*)$/i,
    ),
    fallback: '',
    meaning: 'Where devices meet: the address of a hub, or the path of a shared folder.',
    env: 'HINDCAST_SYNC_URL',
    flags: [],
  }),
  'sync.role': setting<SyncRole>({
    kind: oneOf(SYNC_ROLES),
    fallback: 'device',
    meaning:
      'What this machine is to the others: a device, or the keeper that holds everything of all devices and answers for them.',
    env: 'HINDCAST_SYNC_ROLE',
    flags: [],
  }),
  'sync.interval': setting<number>({
    kind: wholeNumber(5, 86_400),
    fallback: 30,
    meaning: 'Seconds between two rounds of sync.',
    env: 'HINDCAST_SYNC_INTERVAL',
    flags: [],
  }),
  'sync.textOnly': setting<boolean>({
    kind: yesNo,
    fallback: true,
    meaning: 'Whether only text is synced, without the places of words, pictures and sound.',
    env: 'HINDCAST_SYNC_TEXT_ONLY',
    flags: [],
  }),
  'sync.onDemand': setting<boolean>({
    kind: yesNo,
    fallback: false,
    meaning:
      'Where not only text is synced: whether pictures and sound are sent only when another device asks for them.',
    env: 'HINDCAST_SYNC_ON_DEMAND',
    flags: [],
  }),
  'sync.wifiOnly': setting<boolean>({
    kind: yesNo,
    fallback: false,
    meaning: 'Whether sync waits for Wi-Fi.',
    env: 'HINDCAST_SYNC_WIFI_ONLY',
    flags: [],
  }),
  'sync.bandwidthLimit': setting<number>({
    kind: wholeNumber(0, 10_000_000),
    fallback: 0,
    meaning: 'Kilobytes a second that sync may use; 0: no limit.',
    env: 'HINDCAST_SYNC_BANDWIDTH_LIMIT',
    flags: [],
  }),
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

export type SettingKey = keyof typeof schema;
type ValueOf<S> = S extends Setting<infer T> ? T : never;
export type Config = { readonly [K in SettingKey]: ValueOf<(typeof schema)[K]> };

export const settingKeys = Object.keys(schema) as SettingKey[];
