/** `hindcast pipe`: install, switch, run and watch pipes, and begin a new one. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { PipeClient, PipeInfo, PipeLogEntry } from '@hindcast/client';
import { Command, InvalidArgumentError } from 'commander';
import { connect, SettingsError, type WhereOptions } from '../../daemon.ts';
import { cut, pad, printable, styleFor } from '../../output/terminal.ts';
import { writeSkeleton } from '../../pipe-skeleton.ts';

interface Options extends WhereOptions {
  json?: true;
  follow?: true;
  wait?: true;
  allow?: string[];
}

const SENSITIVE = ['network', 'raw_sql', 'read', 'write'];
const LOOK_EVERY_MS = 500;
const NAME_COLUMNS = 24;

export function pipeCommand(): Command {
  const command = new Command('pipe')
    .summary('plugins that work on what is captured')
    .description(
      'Pipes are small programs in their own processes. docs/adding/pipe.md says how to write one.',
    )
    .addHelpText(
      'afterAll',
      [
        '',
        'Examples:',
        '  $ hindcast pipe install ./examples/pipes/work-journal',
        '  $ hindcast pipe config work-journal folder=/home/me/notes',
        '  $ hindcast pipe enable work-journal',
        '  $ hindcast pipe run work-journal --wait',
        '  $ hindcast pipe new my-pipe',
      ].join('\n'),
    );
  const add = (name: string, description: string) =>
    command
      .command(name)
      .description(description)
      .option('--port <number>', 'port of the service')
      .option('--data-dir <folder>', 'data folder of the service');
  const allow = '--allow <permissions>';

  add('list', 'Shows the installed pipes.')
    .option('--json', 'print JSON for programs')
    .action(list);
  add('install <source>', 'Installs a folder, an archive, an address of one, or npm:name@version.')
    .option(allow, 'grant what it asks for: network, raw_sql, read, write', permissions)
    .action(install);
  add('enable <id>', 'Lets a pipe run by its trigger.')
    .option(allow, 'grant what it asks for: network, raw_sql, read, write', permissions)
    .action(enable);
  add('disable <id>', 'Keeps a pipe from running by its trigger.').action(disable);
  add('run <id>', 'Runs a pipe now.').option('--wait', 'until it has ended').action(run);
  add('stop <id>', 'Ends the run of a pipe.').action(async (id: string, options: Options) =>
    say((await pipesOf(options)).stop(id)),
  );
  add('logs <id>', 'Shows what a pipe has logged.')
    .option('-f, --follow', 'and what it logs from now on')
    .action(logs);
  add(
    'config <id> [values...]',
    'Shows the configuration, or changes it: key=value, key= takes a change back.',
  ).action(config);
  add('remove <id>', 'Removes a pipe, with what it wrote into its own folder.').action(
    async (id: string, options: Options) => say((await pipesOf(options)).remove(id)),
  );
  command
    .command('new <name>')
    .description('Writes a new pipe that works, into a folder of that name.')
    .action((name: string) => {
      const fault = writeSkeleton(process.cwd(), name);
      if (fault !== undefined) throw new SettingsError(fault);
      console.log(
        `${name}/ is a pipe. Try it:\n  hindcast pipe install ./${name}\n  hindcast pipe run ${name} --wait`,
      );
    });
  return command;
}

function permissions(text: string): string[] {
  const words = text.split(',').map((word) => word.trim());
  if (words.every((word) => SENSITIVE.includes(word))) return words;
  throw new InvalidArgumentError(`Known are ${SENSITIVE.join(', ')}, separated by commas.`);
}

async function pipesOf(options: Options): Promise<PipeClient> {
  return (await connect(options)).client.pipes;
}

async function say(outcome: Promise<{ message: string }>): Promise<void> {
  console.log((await outcome).message);
}

async function list(options: Options): Promise<void> {
  const pipes = await (await pipesOf(options)).list();
  if (options.json) {
    console.log(JSON.stringify(pipes, undefined, 2));
    return;
  }
  if (pipes.length === 0)
    console.log('No pipe is installed. Try: hindcast pipe install ./examples/pipes/work-journal');
  const style = styleFor(process.stdout, process.env);
  for (const pipe of pipes) {
    const name = pad(cut(printable(pipe.id), NAME_COLUMNS), NAME_COLUMNS);
    console.log(
      `${style.bold(name)} ${pad(stateOf(pipe), 9)} ${pad(String(pipe.config.schedule), 12)} ${printable(pipe.description)}`,
    );
    if (pipe.last_error !== null)
      console.log(style.dim(`  last error: ${printable(pipe.last_error.split('\n')[0] ?? '')}`));
  }
}

function stateOf(pipe: PipeInfo): string {
  if (pipe.status === 'running') return 'running';
  return pipe.enabled ? 'enabled' : 'disabled';
}

/** A path is seen from here; the service may stand elsewhere. */
function sourceOf(text: string): string {
  if (
    isAbsolute(text) ||
    /^\.{1,2}([\\/]|$)/.test(text) ||
    (!text.includes(':') && existsSync(text))
  ) {
    return pathToFileURL(resolve(text)).href;
  }
  return text;
}

async function install(source: string, options: Options): Promise<void> {
  const pipes = await pipesOf(options);
  const { name, message } = await pipes.install({
    source: sourceOf(source),
    allow: options.allow ?? [],
  });
  console.log(message);
  tellMissing(await pipes.get(name));
}

function tellMissing({ id, permissions: { missing, requested } }: PipeInfo): void {
  for (const name of missing) {
    console.log(`  not granted: ${name} ${printable(JSON.stringify(requested[name]))}`);
  }
  if (missing.length > 0)
    console.log(`  to grant: hindcast pipe enable ${id} --allow ${missing.join(',')}`);
}

async function enable(id: string, options: Options): Promise<void> {
  const pipes = await pipesOf(options);
  if (options.allow) await pipes.configure(id, { allow: options.allow });
  await say(pipes.setEnabled(id, true));
  tellMissing(await pipes.get(id));
}

async function disable(id: string, options: Options): Promise<void> {
  await say((await pipesOf(options)).setEnabled(id, false));
}

async function run(id: string, options: Options): Promise<void> {
  const pipes = await pipesOf(options);
  const { execution_id } = await pipes.run(id);
  console.log(`run ${execution_id} of ${id} has begun`);
  while (options.wait) {
    const found = (await pipes.executions(id, 20)).find(
      (each) => each.execution_id === execution_id,
    );
    if (found?.status === 'running') {
      await wait(LOOK_EVERY_MS);
      continue;
    }
    const logged = (await pipes.logs(id)).filter(
      ({ timestamp }) => timestamp >= (found?.started_at ?? ''),
    );
    for (const entry of logged) print(entry);
    if (found?.status !== 'success') process.exitCode = 1;
    return;
  }
}

function print({ timestamp, level, message }: PipeLogEntry): void {
  const line = `${timestamp.slice(11, 19)} ${pad(level, 5)} `;
  for (const part of message.split('\n')) console.log(line + printable(part));
}

async function logs(id: string, options: Options): Promise<void> {
  const pipes = await pipesOf(options);
  let shown: string[] = [];
  for (;;) {
    const entries = await pipes.logs(id);
    const keys = entries.map((entry) => JSON.stringify(entry));
    // The oldest lines go when there are too many, so positions say nothing.
    const last = shown.at(-1);
    const from = last === undefined ? 0 : keys.lastIndexOf(last) + 1;
    for (const entry of entries.slice(from)) print(entry);
    shown = keys;
    if (!options.follow) return;
    await wait(LOOK_EVERY_MS);
  }
}

async function config(id: string, values: string[], options: Options): Promise<void> {
  const pipes = await pipesOf(options);
  const pipe = await pipes.get(id);
  if (values.length === 0) {
    for (const [key, value] of Object.entries(pipe.config))
      console.log(`${key} = ${printable(JSON.stringify(value))}`);
    return;
  }
  const change = values.map((text) => {
    const [key = '', ...rest] = text.split('=');
    if (rest.length === 0) throw new SettingsError(`"${text}" is not of the form key=value`);
    return [key, configValue(rest.join('='), pipe.config_schema[key])];
  });
  await say(pipes.configure(id, Object.fromEntries(change)));
}

/** Seen from here, as any other program sees it; a shell does not replace a `~` behind a `=`. */
function folderOf(text: string): string {
  return resolve(text.replace(/^~(?=$|[\\/])/, homedir()));
}

/** By the declared type; without one, JSON where it is JSON. */
function configValue(text: string, property: unknown): unknown {
  if (text === '') return null;
  const { type, format } = (property ?? {}) as { type?: string; format?: string };
  if (format === 'folder') return folderOf(text);
  if (type === 'string') return text;
  if (type === 'array' && !text.startsWith('[')) return text.split(',').map((part) => part.trim());
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
