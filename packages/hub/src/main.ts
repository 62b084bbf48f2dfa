/** The program `hindcast-hub`: reads the command line, runs one command, turns what went wrong into a sentence and an exit code. */
import { CommanderError } from 'commander';
import { buildProgram } from './program.ts';

// A reader that went away (`--help | head`) is no reason to fail.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
try {
  await buildProgram().parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else {
    console.error(`hindcast-hub: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
