/**
 * The program `hindcast`: reads the command line, runs one command, turns what went wrong into a sentence and an exit code. Commands
 * talk to the service over HTTP only.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HindcastError } from '@hindcast/client';
import { Command, CommanderError } from 'commander';
import { commands } from './commands.ts';
import { howToStart, SettingsError } from './daemon.ts';
import { EXIT } from './exit-codes.ts';

function version(): string {
  const file = join(import.meta.dirname, '..', 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

function buildProgram(): Command {
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

/** Whoever reads may have seen enough, as `head` does: no fault, and nothing is left to say. */
function endWithReader(): void {
  for (const output of [process.stdout, process.stderr]) {
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit();
      throw error;
    });
  }
}

function report(error: unknown): number {
  if (error instanceof CommanderError) {
    // Commander has said it already; help and version are no failures.
    return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  }
  if (error instanceof SettingsError) {
    console.error(`hindcast: ${error.message}`);
    return EXIT.usage;
  }
  if (error instanceof HindcastError) {
    console.error(`hindcast: ${error.message}`);
    const isDown = error.code === 'UNREACHABLE';
    // The hint of the client names the command of a release.
    const hint = isDown ? error.hint?.replace(/hindcast start$/, howToStart()) : error.hint;
    if (hint !== undefined) console.error(hint);
    return isDown ? EXIT.notRunning : EXIT.failure;
  }
  const isTooSlow = error instanceof DOMException && error.name === 'TimeoutError';
  console.error(
    isTooSlow ? 'hindcast: the service did not answer in time' : `hindcast: ${String(error)}`,
  );
  return EXIT.failure;
}

endWithReader();
try {
  await buildProgram().parseAsync();
} catch (error) {
  process.exitCode = report(error);
}
