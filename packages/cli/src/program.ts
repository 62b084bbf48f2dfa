/** The command line of `hindcast` as commander knows it. `main.ts` runs it; the build makes man pages and completions from it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { commands } from './commands.ts';

function version(): string {
  const file = join(import.meta.dirname, '..', 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

export function buildProgram(): Command {
  const program = new Command('hindcast')
    .description('A local screen and audio memory you can search.')
    .version(version())
    // So that flags after "start" reach the service untouched.
    .enablePositionalOptions()
    .addHelpText(
      'after',
      [
        '',
        'Examples:',
        '  $ hindcast start --port 4000',
        '  $ hindcast status',
        '  $ hindcast search invoice --from "2h ago"',
        '',
        'hindcast <command> --help says more. Exit codes: 0 done, 1 failed, 2 not understood, 3 service not running.',
      ].join('\n'),
    );
  for (const makeCommand of commands) program.addCommand(makeCommand());
  const nested = program.commands.flatMap((command) => command.commands);
  for (const command of [program, ...program.commands, ...nested]) {
    command.exitOverride().showSuggestionAfterError();
  }
  return program;
}
