/** `hindcast start`: the service in the foreground, with the flags and exit codes of the daemon. */
import { Command } from 'commander';
import { runDaemon } from '../../daemon.ts';

export function startCommand(): Command {
  return (
    new Command('start')
      .summary('run the service in this terminal')
      .description('Runs the service in this terminal until Ctrl+C.')
      .usage('[flags]')
      // Every flag, --help included, is the service's own.
      .helpOption(false)
      .allowUnknownOption()
      .argument('[flags...]')
      .action(async (flags: string[]) => {
        process.exitCode = await runDaemon(flags);
      })
  );
}
