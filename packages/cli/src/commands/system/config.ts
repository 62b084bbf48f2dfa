/** `hindcast config`: every setting, its value and where that came from. Secrets are masked by the service itself. */
import { Command } from 'commander';
import { runDaemon } from '../../daemon.ts';

export function configCommand(): Command {
  return new Command('config')
    .summary('print every setting and where it came from')
    .description(
      'Prints every setting with its value and where it came from. A setting comes from the command line, else from\n' +
        'the environment, else from config.json in the data folder, else it has its default.',
    )
    .option('--data-dir <folder>', 'the data folder whose config.json is read')
    .option('--json', 'print JSON for programs, with the names of the variables and flags')
    .addHelpText(
      'after',
      '\nExamples:\n  $ hindcast config\n  $ HINDCAST_PORT=4000 hindcast config --json',
    )
    .action(async (options: { dataDir?: string; json?: true }) => {
      process.exitCode = await runDaemon([
        '--print-config',
        ...(options.dataDir === undefined ? [] : [`--data-dir=${options.dataDir}`]),
        ...(options.json ? ['--json'] : []),
      ]);
    });
}
