/** `hindcast doctor`: examines the data folder and what the machine offers for capturing. Changes nothing. */
import { Command } from 'commander';
import { runDaemon } from '../daemon.ts';

export function doctorCommand(): Command {
  return new Command('doctor')
    .summary('examine the data folder and the screen side')
    .description(
      'Reads the whole database and says whether it is intact, then which desktop, text recognition and accessibility this machine has.\n' +
        'Nothing is changed, and it works while the service runs.\n' +
        'The exit code is 0 when all is well and 4 when something is damaged.',
    )
    .option('--data-dir <folder>', 'the data folder to examine')
    .option('--json', 'print JSON for programs')
    .addHelpText('after', '\nExample:\n  $ hindcast doctor --data-dir ~/.hindcast')
    .action(async (options: { dataDir?: string; json?: true }) => {
      process.exitCode = await runDaemon([
        '--doctor',
        ...(options.dataDir === undefined ? [] : [`--data-dir=${options.dataDir}`]),
        ...(options.json ? ['--json'] : []),
      ]);
    });
}
