/** `hindcast doctor`: examines the data folder and what the machine offers for capturing. Changes nothing unless asked to. */
import { HindcastError } from '@hindcast/client';
import { Command, Option } from 'commander';
import {
  clientOf,
  connect,
  findService,
  findServiceFolder,
  runDaemon,
  type WhereOptions,
} from '../../daemon.ts';
import { EXIT } from '../../exit-codes.ts';

const PATIENCE_MS = 10_000;

export function doctorCommand(): Command {
  return new Command('doctor')
    .summary('examine the data folder and the screen side')
    .description(
      'Reads the whole database and says whether it is intact, then which desktop, text recognition and accessibility this machine has\n' +
        'and what keeps pipes in their place.\n' +
        'Without --fix nothing is changed, and it works while the service runs. With --fix the index and the tallies are rebuilt when they\n' +
        'are wrong, media that no row names is moved to lost+found, and rows whose file is missing say so.\n' +
        'The exit code is 0 when all is well, 2 when the folder does not exist and 4 when something is damaged.',
    )
    .addOption(
      new Option('--port <number>', 'examine the folder of the service on this port').conflicts(
        'dataDir',
      ),
    )
    .option('--data-dir <folder>', 'the data folder to examine')
    .option('--fix', 'repair what can be repaired without losing anything; no service may run')
    .option('--offload', 'also ask the place of retention.offload.to for each moved file')
    .option('--json', 'print JSON for programs')
    .addHelpText(
      'after',
      '\nExamples:\n  $ hindcast doctor --data-dir ~/.hindcast\n  $ hindcast doctor --port 4000',
    )
    .action(async (options: WhereOptions & { fix?: true; json?: true; offload?: true }) => {
      const dataDir = await folderOf(options);
      process.exitCode = await runDaemon([
        '--doctor',
        ...(dataDir === undefined ? [] : [`--data-dir=${dataDir}`]),
        ...(options.fix ? ['--fix'] : []),
        ...(options.json ? ['--json'] : []),
      ]);
      if (options.offload) await examineOffload(options);
    });
}

/** The running service has the place open. */
async function examineOffload({ json, ...where }: WhereOptions & { json?: true }): Promise<void> {
  const { client } = await connect(where);
  const { checked, missing } = await client.post('/offload/verify', {});
  const detail = `${checked - missing} of ${checked} moved files are at the offload place`;
  const isOk = missing === 0;
  console.log(
    json
      ? JSON.stringify({ check: 'offload', isOk, detail })
      : `${isOk ? 'ok' : 'lost'}  offload: ${detail}`,
  );
  if (!isOk) process.exitCode = EXIT.damaged;
}

/** The folder that was named, that of the service on a port, or that of a running one; undefined leaves it to the settings. */
async function folderOf({ port, dataDir }: WhereOptions): Promise<string | undefined> {
  if (dataDir !== undefined) return dataDir;
  if (port === undefined) {
    const service = await findServiceFolder({});
    return service.pid === undefined ? undefined : service.dataDir;
  }
  const service = await findService({ port });
  const { data_dir } = await clientOf(service).health({ signal: AbortSignal.timeout(PATIENCE_MS) });
  if (data_dir !== undefined) return data_dir;
  throw new HindcastError('BAD_ANSWER', `the service on ${service.url} names no data folder`, {
    hint: 'Name it with --data-dir.',
  });
}
