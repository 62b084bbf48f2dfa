/** Man pages of a command line, made from the definitions that commander has of it. Called by `build-deb.ts`. */
import type { buildProgram } from '../../../packages/cli/src/program.ts';

type Command = ReturnType<typeof buildProgram>;

export interface ManPage {
  /** Such as `hindcast-search.1`. */
  readonly name: string;
  readonly text: string;
}

export interface ManOptions {
  readonly version: string;
  /** Flags that commander does not know, as text, by the path of their command. */
  readonly more?: Readonly<Record<string, string>>;
}

/** A page for the program and one for each of its commands; commands below those stand in the page of theirs. */
export function manPages(program: Command, options: ManOptions): ManPage[] {
  const name = program.name();
  const commands = visibleCommands(program);
  const related = commands.map((command) => `${name}\\-${command.name()}(1)`);
  return [
    page([name], program, options, related),
    ...commands.map((command) => page([name, command.name()], command, options, [`${name}(1)`])),
  ];
}

function page(
  path: readonly string[],
  command: Command,
  { version, more = {} }: ManOptions,
  related: readonly string[],
): ManPage {
  const name = path.join('-');
  const below = path.length > 1 ? visibleCommands(command) : [];
  const lines = [
    `.TH ${quoted(name.toUpperCase())} 1 "" ${quoted(`${path[0]} ${version}`)} "User Commands"`,
    // Not justified: flags are long words.
    '.ad l',
    '.SH NAME',
    `${escaped(name)} \\- ${escaped(summaryOf(command))}`,
    '.SH SYNOPSIS',
    `.B ${escaped(path.join(' '))}`,
    escaped(command.usage()),
    '.SH DESCRIPTION',
    ...paragraphs(command.description() || summaryOf(command)),
    ...(path.length > 1 ? [] : commandList(command)),
    ...optionList(command, '.SH OPTIONS'),
    ...below.flatMap((each) => subcommand(path, each)),
    ...verbatim(afterHelp(command)),
    ...flags(more[path.join(' ')] ?? ''),
    '.SH SEE ALSO',
    related.join(', '),
  ];
  return { name: `${name}.1`, text: `${lines.filter((line) => line !== '').join('\n')}\n` };
}

function commandList(command: Command): string[] {
  const rows = visibleCommands(command).flatMap((each) => [
    '.TP',
    `.B ${escaped(each.name())}`,
    escaped(summaryOf(each)),
  ]);
  return ['.SH COMMANDS', ...rows];
}

function subcommand(path: readonly string[], command: Command): string[] {
  return [
    `.SH ${quoted([...path.slice(1), command.name()].join(' ').toUpperCase())}`,
    `.B ${escaped([...path, command.name()].join(' '))}`,
    escaped(command.usage()),
    '.PP',
    ...paragraphs(command.description() || summaryOf(command)),
    ...optionList(command, ''),
    ...verbatim(afterHelp(command)),
  ];
}

function optionList(command: Command, heading: string): string[] {
  const help = command.createHelp();
  const rows = [
    ...help.visibleArguments(command).map((one) => [`<${one.name()}>`, one.description]),
    ...help.visibleOptions(command).map((option) => [option.flags, help.optionDescription(option)]),
  ];
  if (rows.length === 0) return [];
  return [
    heading,
    ...rows.flatMap(([term = '', about = '']) => ['.TP', `.B ${escaped(term)}`, escaped(about)]),
  ];
}

/** What `addHelpText('after', …)` has added: examples, exit codes. */
function afterHelp(command: Command): string {
  let text = '';
  const writeOut = (part: string) => {
    text += part;
  };
  const help = command.configureOutput({ writeOut }).helpInformation();
  command.outputHelp();
  return text.slice(text.indexOf(help) + help.length).trim();
}

function visibleCommands(command: Command): Command[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => each.name() !== 'help');
}

function summaryOf(command: Command): string {
  const [first = ''] = (command.summary() || command.description()).split(/\.?\n|\.$/);
  return first;
}

function paragraphs(text: string): string[] {
  return text.split('\n').map((line) => escaped(line));
}

function flags(text: string): string[] {
  return text === '' ? [] : ['.SH FLAGS', ...verbatim(text).slice(1)];
}

function verbatim(text: string): string[] {
  return text === '' ? [] : ['.PP', '.nf', ...text.split('\n').map(escapedOrSpace), '.fi'];
}

/** An empty line ends nothing in verbatim text, but it would be dropped. */
function escapedOrSpace(line: string): string {
  return line === '' ? '.sp' : escaped(line);
}

/** roff reads backslashes, ASCII only, and a dot or an apostrophe at the start of a line; a bare hyphen may be printed as a dash. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/, '\\&')
    .replace(/\P{ASCII}/gu, unicode);
}

function quoted(text: string): string {
  return `"${escaped(text).replaceAll('"', '\\(dq')}"`;
}

function unicode(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `\\[u${code.toString(16).toUpperCase().padStart(4, '0')}]`;
}
