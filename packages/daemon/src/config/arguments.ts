/**
 * Reads the command line of the service. Flags that set something are made from the schema; the few others ask for an answer
 * instead of a start. What a flag's value means is decided in `load.ts`, together with the other sources.
 */
import { parseArgs } from 'node:util';
import { findNearest } from '#core/nearest.ts';
import { ConfigError } from './errors.ts';
import { type Flag, type SettingKey, schema, settingKeys } from './schema.ts';

export interface FoundFlag {
  readonly key: SettingKey;
  readonly name: string;
  /** What stood after the flag; undefined for a flag that stands for a value itself. */
  readonly text: string | undefined;
  readonly means: unknown;
}

export interface Arguments {
  readonly ask: (typeof QUESTIONS)[number]['ask'] | undefined;
  readonly json: boolean;
  /** In the order given: the last one of a setting wins. */
  readonly flags: readonly FoundFlag[];
}

const QUESTIONS = [
  { name: '--help', ask: 'help', meaning: 'Print this text.' },
  { name: '--version', ask: 'version', meaning: 'Print the version.' },
  {
    name: '--print-config',
    ask: 'config',
    meaning: 'Print every setting and where it came from (with --json for programs).',
  },
  {
    name: '--doctor',
    ask: 'doctor',
    meaning: 'Examine the data folder without changing it (with --json for programs).',
  },
  {
    name: '--encrypt-store',
    ask: 'encrypt',
    meaning: 'Encrypt the store with a passphrase, and end.',
  },
  { name: '--decrypt-store', ask: 'decrypt', meaning: 'Decrypt the store, and end.' },
] as const;

const settingFlags = settingKeys.flatMap((key) =>
  schema[key].flags.map((flag: Flag<unknown>) => ({ key, ...flag })),
);

const isText = (flag: Flag<unknown>) => 'takes' in flag;
const bare = (name: string) => name.replace(/^--/, '');

const options = Object.fromEntries([
  ...settingFlags.map((flag) => [
    bare(flag.name),
    { type: isText(flag) ? ('string' as const) : ('boolean' as const) },
  ]),
  ...[...QUESTIONS.map((question) => question.name), '--json'].map((name) => [
    bare(name),
    { type: 'boolean' as const },
  ]),
]);
const knownNames = Object.keys(options).map((name) => `--${name}`);

/** Throws ConfigError for a flag nobody knows, a missing or a superfluous value, or a stray word. */
export function readArguments(args: readonly string[]): Arguments {
  // Not strict: the messages of parseArgs name its own options, not what a person should type.
  const { tokens } = parseArgs({
    args: args.map((arg) => (arg === '-h' ? '--help' : arg)),
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  let ask: Arguments['ask'];
  let json = false;
  const flags: FoundFlag[] = [];
  for (const token of tokens) {
    if (token.kind !== 'option') throw unexpected(token.kind === 'positional' ? token.value : '--');
    const name = token.rawName;
    const flag = settingFlags.find((candidate) => candidate.name === name);
    const question = QUESTIONS.find((candidate) => candidate.name === name);
    if (flag) flags.push(foundFlag(flag, token.value));
    else if (question) ask = question.ask;
    else if (name === '--json') json = true;
    else throw unexpected(name);
  }
  return { ask, json, flags };
}

function foundFlag(flag: (typeof settingFlags)[number], value: string | undefined): FoundFlag {
  const means = 'means' in flag ? flag.means : undefined;
  return { key: flag.key, name: flag.name, text: textAfter(flag, value), means };
}

function textAfter(flag: Flag<unknown>, value: string | undefined): string | undefined {
  if (isText(flag) && (value === undefined || value.startsWith('--'))) {
    throw new ConfigError(`${flag.name} needs a value after it`, `Example: ${flag.name} <value>`);
  }
  if (!isText(flag) && value !== undefined) {
    throw new ConfigError(`${flag.name} takes no value, got "${value}"`);
  }
  return value;
}

function unexpected(word: string): ConfigError {
  if (!word.startsWith('-')) return new ConfigError(`"${word}" was not expected`, SEE_HELP);
  return new ConfigError(
    `there is no flag ${word}; the nearest is ${findNearest(word, knownNames)}`,
    SEE_HELP,
  );
}

const SEE_HELP = 'Run with --help to see every flag.';

/** The text of `--help`. */
export function helpText(): string {
  const rows = [
    ...settingFlags.map((flag) =>
      'takes' in flag
        ? [
            `${flag.name} <${flag.takes}>`,
            `${schema[flag.key].meaning} [${schema[flag.key].fallback}]`,
          ]
        : [flag.name, flag.help],
    ),
    ...QUESTIONS.map((question) => [question.name, question.meaning]),
  ];
  const lines = rows.map(([name = '', meaning]) => `  ${name.padEnd(22)} ${meaning}`);
  return [
    'Hindcast: a local screen and audio memory you can search.',
    '',
    'Usage: npm start -- [flags]    or    hindcast start [flags]',
    '',
    ...lines,
    '',
    'Examples:',
    '  $ hindcast start --port 4000',
    '  $ hindcast start --data-dir ~/work-memory --disable-audio',
    '',
    'Every setting can also be given in the environment or in the file config.json of the data folder;',
    '--print-config --json lists their names.',
  ].join('\n');
}
