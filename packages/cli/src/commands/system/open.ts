/** `hindcast open`: the page in the browser, for a key of the desktop or a terminal. */
import { Argument, Command } from 'commander';
import { clientOf, findRunning, type WhereOptions } from '../../daemon.ts';
import { openAddress } from '../../open-address.ts';

const ANSWERS_WITHIN_MS = 10_000;
const VIEWS = ['timeline', 'search', 'audio', 'activity', 'health', 'settings'] as const;

export function openCommand(): Command {
  return new Command('open')
    .summary('open the page in your browser')
    .description('Opens the page of the running service in your browser; bind it to a key.')
    .addArgument(new Argument('[view]', 'which view').choices(VIEWS).default('search'))
    .option('--port <number>', 'port of the service')
    .option('--data-dir <folder>', 'data folder of the service')
    .addHelpText('after', '\nExamples:\n  $ hindcast open\n  $ hindcast open timeline')
    .action(async (view: string, where: WhereOptions) => {
      const service = await findRunning(where);
      // A page that cannot be reached would only puzzle the person.
      await clientOf(service).health({ signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) });
      openAddress(`${service.url}/app/${view}`);
    });
}
