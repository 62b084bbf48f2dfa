/**
 * Scripts by which shells complete the command line, made from the commands themselves. All three work alike: the words before the
 * cursor lead to a place (`hindcast/tags/add`), and the place knows what may follow. Nothing is run while a person types.
 */
import type { Command, Option } from 'commander';

interface Choice {
  readonly word: string;
  readonly about: string;
}

/** A command, and what may be written after it. */
interface Place {
  readonly path: string;
  /** Commands below it, and values of an argument that is one of a few. */
  readonly commands: readonly Choice[];
  readonly flags: readonly Choice[];
  /** Flags whose value is one of a few. */
  readonly values: readonly { readonly after: string; readonly words: readonly string[] }[];
}

export function placesOf(program: Command): Place[] {
  return placesBelow(program, program.name());
}

function placesBelow(command: Command, path: string): Place[] {
  const visible = command.createHelp();
  const commands = visible.visibleCommands(command);
  const options = visible.visibleOptions(command);
  const own: Place = {
    path,
    commands: [
      ...commands.map((each) => ({ word: each.name(), about: aboutOf(each) })),
      ...command.registeredArguments.flatMap(({ argChoices = [], description }) =>
        argChoices.map((word) => ({ word, about: description })),
      ),
    ],
    flags: options.flatMap((option) =>
      namesOf(option).map((word) => ({ word, about: option.description })),
    ),
    values: options.flatMap((option) =>
      namesOf(option).flatMap((after) =>
        option.argChoices === undefined ? [] : [{ after, words: option.argChoices }],
      ),
    ),
  };
  const below = commands
    .filter((each) => each.name() !== 'help')
    .flatMap((each) => placesBelow(each, `${path}/${each.name()}`));
  return [own, ...below];
}

function namesOf({ short, long }: Option): string[] {
  return [short, long].filter((name) => name !== undefined && name !== null);
}

function aboutOf(command: Command): string {
  return (command.summary() || command.description()).split('\n')[0] ?? '';
}

const wordsOf = ({ commands, flags }: Place) => [...commands, ...flags].map(({ word }) => word);
const valuesOf = (places: readonly Place[]) =>
  places.flatMap(({ path, values }) => values.map((value) => ({ path, ...value })));
const pathsOf = (places: readonly Place[]) => places.slice(1).map(({ path }) => path);

export function bashCompletion(places: readonly Place[]): string {
  return [
    '# Completes hindcast in bash.',
    '_hindcast() {',
    `  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"`,
    '  local place=hindcast word words=',
    `  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do`,
    '    case "$place/$word" in',
    `      ${pathsOf(places).join('|')}) place="$place/$word" ;;`,
    '    esac',
    '  done',
    '  case "$place" in',
    ...places.map((place) => `    ${place.path}) words="${wordsOf(place).join(' ')}" ;;`),
    '  esac',
    '  case "$place $before" in',
    ...valuesOf(places).map(
      ({ path, after, words }) => `    "${path} ${after}") words="${words.join(' ')}" ;;`,
    ),
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '}',
    // Where no word of ours fits, a file may.
    'complete -o default -F _hindcast hindcast',
  ].join('\n');
}

export function zshCompletion(places: readonly Place[]): string {
  const described = ({ word, about }: Choice) => quoted(`${word.replaceAll(':', '\\:')}:${about}`);
  return [
    '#compdef hindcast',
    '_hindcast() {',
    '  local place=hindcast word',
    '  local -a found',
    `  for word in "\${(@)words[2,CURRENT-1]}"; do`,
    '    case "$place/$word" in',
    `      ${pathsOf(places).join('|')}) place="$place/$word" ;;`,
    '    esac',
    '  done',
    `  case "$place \${words[CURRENT-1]}" in`,
    ...valuesOf(places).map(
      ({ path, after, words }) =>
        `    "${path} ${after}") compadd -- ${words.join(' ')}; return ;;`,
    ),
    '  esac',
    '  case "$place" in',
    ...places.map(
      ({ path, commands, flags }) =>
        `    ${path}) found=(${[...commands, ...flags].map(described).join(' ')}) ;;`,
    ),
    '  esac',
    '  _describe hindcast found || _files',
    '}',
    // As a file of $fpath it is the function itself; otherwise it is read by "source".
    `if [[ "\${funcstack[1]}" = _hindcast ]]; then _hindcast "$@"; else compdef _hindcast hindcast; fi`,
  ].join('\n');
}

export function fishCompletion(places: readonly Place[]): string {
  const at = (path: string) => `complete -c hindcast -n '__hindcast_at ${path}'`;
  return [
    '# Completes hindcast in fish.',
    'function __hindcast_at',
    '  set -l place hindcast',
    '  for word in (commandline -opc)[2..-1]',
    '    switch "$place/$word"',
    `      case ${pathsOf(places).join(' ')}`,
    '        set place "$place/$word"',
    '    end',
    '  end',
    '  test "$place" = "$argv[1]"',
    'end',
    ...places.flatMap(({ path, commands, flags, values }) => [
      ...commands.map(({ word, about }) => `${at(path)} -f -a ${word} -d ${quoted(about)}`),
      ...flags.map(({ word, about }) => {
        const choices = values.find(({ after }) => after === word)?.words;
        const name = word.startsWith('--') ? `-l ${word.slice(2)}` : `-s ${word.slice(1)}`;
        const value = choices === undefined ? '' : ` -x -a ${quoted(choices.join(' '))}`;
        return `${at(path)} ${name}${value} -d ${quoted(about)}`;
      }),
    ]),
  ].join('\n');
}

/** Both zsh and fish end a quotation, add the quote, and begin a new one. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
