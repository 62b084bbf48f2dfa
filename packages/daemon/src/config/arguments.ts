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
  /** What stood after the question: the folder of a backup. */
  readonly about: string | undefined;
  readonly json: boolean;
  readonly force: boolean;
  readonly fix: boolean;
  /** The person has agreed to be recorded. */
  readonly accept: boolean;
  /** Record nothing before that, also when run from source. */
  readonly askFirst: boolean;
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
    meaning:
      'Examine the data folder (with --fix repair it, while no service runs; with --json for programs).',
  },
  {
    name: '--encrypt-store',
    ask: 'encrypt',
    meaning: 'Encrypt the store with a passphrase, and end.',
  },
  { name: '--decrypt-store', ask: 'decrypt', meaning: 'Decrypt the store, and end.' },
  {
    name: '--backup',
    ask: 'backup',
    takes: 'folder',
    meaning: 'Copy everything into a folder while no service runs.',
  },
  {
    name: '--restore',
    ask: 'restore',
    takes: 'folder',
    meaning: 'Bring a backup back (with --force also in place of what is there).',
  },
  {
    name: '--restore-snapshot',
    ask: 'restore-snapshot',
    takes: 'date',
    meaning: 'Put the database of that day, such as 2026-11-15, in the place of the present one.',
  },
] as const;

/** For starts; the other modifiers belong to a question, which explains them. */
const START_MODIFIERS = [
  { name: '--accept', meaning: 'Agree to be recorded, for installations without a person.' },
  {
    name: '--ask-first',
    meaning: 'Record nothing until the person has agreed; an installed release always does so.',
  },
];
const MODIFIERS = ['--json', '--force', '--fix', ...START_MODIFIERS.map(({ name }) => name)];
const isModifier = (name: string) => MODIFIERS.includes(name);

const settingFlags = settingKeys.flatMap((key) =>
  schema[key].flags.map((flag: Flag<unknown>) => ({ key, ...flag })),
);

const isText = (flag: object) => 'takes' in flag;
const bare = (name: string) => name.replace(/^--/, '');

const options = Object.fromEntries([
  ...settingFlags.map((flag) => [
    bare(flag.name),
    { type: isText(flag) ? ('string' as const) : ('boolean' as const) },
  ]),
  ...QUESTIONS.map((question) => [
    bare(question.name),
    { type: 'takes' in question ? ('string' as const) : ('boolean' as const) },
  ]),
  ...MODIFIERS.map((name) => [bare(name), { type: 'boolean' as const }]),
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
  let about: string | undefined;
  const modifiers = new Set<string>();
  const flags: FoundFlag[] = [];
  for (const token of tokens) {
    if (token.kind !== 'option') throw unexpected(token.kind === 'positional' ? token.value : '--');
    const name = token.rawName;
    const flag = settingFlags.find((candidate) => candidate.name === name);
    const question = QUESTIONS.find((candidate) => candidate.name === name);
    if (flag) flags.push(foundFlag(flag, token.value));
    else if (question) {
      ask = question.ask;
      about = aboutWhat(question, token.value);
    } else if (isModifier(name)) modifiers.add(name);
    else throw unexpected(name);
  }
  return {
    ask,
    about,
    flags,
    json: modifiers.has('--json'),
    force: modifiers.has('--force'),
    fix: modifiers.has('--fix'),
    accept: modifiers.has('--accept'),
    askFirst: modifiers.has('--ask-first'),
  };
}

function foundFlag(flag: (typeof settingFlags)[number], value: string | undefined): FoundFlag {
  const means = 'means' in flag ? flag.means : undefined;
  return { key: flag.key, name: flag.name, text: textAfter(flag, value), means };
}

function aboutWhat(question: { name: string }, value: string | undefined) {
  return isText(question) ? textAfter(question, value) : undefined;
}

function textAfter(flag: { name: string }, value: string | undefined): string | undefined {
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
export function helpText(startCommand: string): string {
  const rows = [
    ...settingFlags.map((flag) =>
      'takes' in flag
        ? [
            `${flag.name} <${flag.takes}>`,
            `${schema[flag.key].meaning} [${schema[flag.key].fallback}]`,
          ]
        : [flag.name, flag.help],
    ),
    ...START_MODIFIERS.map(({ name, meaning }) => [name, meaning]),
    ...QUESTIONS.map((question) => [
      'takes' in question ? `${question.name} <${question.takes}>` : question.name,
      question.meaning,
    ]),
  ];
  const lines = rows.map(([name = '', meaning]) => `  ${name.padEnd(22)} ${meaning}`);
  return [
    'Hindcast: a local screen and audio memory you can search.',
    '',
    `Usage: ${startCommand} [flags]`,
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
