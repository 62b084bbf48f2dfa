/** `hindcast doctor`: examines the data folder and what the machine offers for capturing. Changes nothing unless asked to. */
import { Command } from 'commander';
import { runDaemon } from '../daemon.ts';

export function doctorCommand(): Command {
  return new Command('doctor')
    .summary('examine the data folder and the screen side')
    .description(
      'Reads the whole database and says whether it is intact, then which desktop, text recognition and accessibility this machine has.\n' +
        'Without --fix nothing is changed, and it works while the service runs. With --fix the index and the tallies are made anew when they\n' +
        'are wrong, media that no row names is moved to lost+found, and rows whose file is gone say so.\n' +
        'The exit code is 0 when all is well and 4 when something is damaged.',
    )
    .option('--data-dir <folder>', 'the data folder to examine')
    .option('--fix', 'mend what can be mended without losing anything; no service may run')
    .option('--json', 'print JSON for programs')
    .addHelpText('after', '\nExample:\n  $ hindcast doctor --data-dir ~/.hindcast')
    .action(async (options: { dataDir?: string; fix?: true; json?: true }) => {
      process.exitCode = await runDaemon([
        '--doctor',
        ...(options.dataDir === undefined ? [] : [`--data-dir=${options.dataDir}`]),
        ...(options.fix ? ['--fix'] : []),
        ...(options.json ? ['--json'] : []),
      ]);
    });
}
