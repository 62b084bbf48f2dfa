/**
 * The program `hindcast`: reads the command line, runs one command, turns what went wrong into a sentence and an exit code. Commands
 * talk to the service over HTTP only.
 */
import { HindcastError } from '@hindcast/client';
import { CommanderError } from 'commander';
import { howToStart, SettingsError } from './daemon.ts';
import { EXIT } from './exit-codes.ts';
import { buildProgram } from './program.ts';

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
