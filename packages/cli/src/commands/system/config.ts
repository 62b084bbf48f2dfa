/** `hindcast config`: every setting, its value and where that came from; `set` changes one. Secrets are masked by the service itself. */
import type { Answer } from '@hindcast/client';
import { Command } from 'commander';
import { connect, runDaemon, type WhereOptions } from '../../daemon.ts';

type Setting = Answer<'/config', 'get'>['data'][number];
type Value = string | number | boolean | string[] | null;

export function configCommand(): Command {
  const command = new Command('config')
    .summary('print every setting and where it came from, or change one')
    .description(
      'Prints every setting with its value and where it came from. A setting comes from the command line, else from\n' +
        'the environment, else from config.json in the data folder, else it has its default.',
    )
    .option('--data-dir <folder>', 'the data folder whose config.json is read')
    .option('--json', 'print JSON for programs, with the names of the variables and flags')
    .addHelpText(
      'after',
      '\nExamples:\n  $ hindcast config\n  $ HINDCAST_PORT=4000 hindcast config --json\n  $ hindcast config set retention.pixels 30',
    )
    .action(async (options: { dataDir?: string; json?: true }) => {
      process.exitCode = await runDaemon([
        '--print-config',
        ...(options.dataDir === undefined ? [] : [`--data-dir=${options.dataDir}`]),
        ...(options.json ? ['--json'] : []),
      ]);
    });
  command
    .command('set <setting> <value>')
    .summary('change a setting')
    .description(
      'Writes a setting into config.json of the running service. A list has commas between its parts; "default" takes\n' +
        'the setting back to its default.',
    )
    .option('--port <number>', 'port of the service')
    .option('--data-dir <folder>', 'data folder of the service')
    .addHelpText(
      'after',
      '\nExamples:\n  $ hindcast config set audio.languages de,en\n  $ hindcast config set retention.pixels default',
    )
    .action(set);
  return command;
}

/** The options of both commands have the same names: commander gives those of the outer one to it. */
async function set(key: string, text: string, _: WhereOptions, command: Command): Promise<void> {
  const { client } = await connect(command.optsWithGlobals<WhereOptions>());
  const before = await client.get('/config');
  const body = {
    [key]: valueFrom(
      text,
      before.data.find((one) => one.key === key),
    ),
  };
  const { data } = await client.patch('/config', { body });
  const setting = data.find((one) => one.key === key);
  const value = setting?.secret ? '(secret)' : JSON.stringify(setting?.value);
  const since = setting?.restart_pending ? ' from the next start on' : '';
  console.log(`${key} = ${value}${since}`);
}

/** As the service wants it; what does not fit goes as it is, and the service says what it must be. */
function valueFrom(text: string, setting: Setting | undefined): Value {
  if (text === 'default') return null;
  if (setting?.type === 'list') return text.split(',').map((part) => part.trim());
  if (setting?.type === 'integer' && /^-?\d+$/.test(text)) return Number(text);
  if (setting?.type === 'boolean' && /^(?:true|false)$/.test(text)) return text === 'true';
  return text;
}
