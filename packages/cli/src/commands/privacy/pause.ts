/** `hindcast pause` and `hindcast resume`: remember nothing for a while. */
import { Command, InvalidArgumentError } from 'commander';
import { connect, type WhereOptions } from '../../daemon.ts';

type Streams = 'screen' | 'sound';
interface PauseOptions extends WhereOptions {
  until?: string;
  only?: Streams;
  toggle?: true;
}

const UNITS: Readonly<Record<string, number>> = { m: 1, min: 1, h: 60, d: 1440 };

export function pauseCommand(): Command {
  return new Command('pause')
    .summary('remember nothing for a while')
    .description(
      'Stops capturing the screen and sound. It goes on by itself; a restart does not end a pause.',
    )
    .argument('[time]', 'how long: 5m, 1h … (until it is resumed, when absent)', minutes)
    .option('--until <time>', 'until when: a time, or "tomorrow"')
    .option('--toggle', 'end a pause that is on, for one key of the desktop')
    .option('--only <stream>', 'only the screen, or only sound', stream)
    .option('--port <number>', 'port of the service')
    .option('--data-dir <folder>', 'data folder of the service')
    .addHelpText(
      'after',
      [
        '',
        'Examples:',
        '  $ hindcast pause 5m',
        '  $ hindcast pause --toggle',
        '  $ hindcast pause --until tomorrow',
        '  $ hindcast pause 1h --only sound',
      ].join('\n'),
    )
    .action(async (time: number | undefined, { until, only, toggle, ...where }: PauseOptions) => {
      const { client } = await connect(where);
      if (toggle && (await client.get('/capture/status')).paused) {
        await client.post('/capture/resume', { body: {} });
        console.log('Capture goes on.');
        return;
      }
      const body = {
        ...(time !== undefined && { minutes: time }),
        ...(until !== undefined && { until }),
        ...(only && { streams: [only] }),
      };
      const { paused_until } = await client.post('/capture/pause', {
        body,
      });
      const end =
        paused_until === null
          ? 'until "hindcast resume"'
          : `until ${new Date(paused_until).toLocaleString()}`;
      console.log(`Paused ${end}.`);
    });
}

export function resumeCommand(): Command {
  return new Command('resume')
    .summary('end a pause')
    .option('--port <number>', 'port of the service')
    .option('--data-dir <folder>', 'data folder of the service')
    .addHelpText('after', ['', 'Example:', '  $ hindcast resume'].join('\n'))
    .action(async (where: WhereOptions) => {
      const { client } = await connect(where);
      await client.post('/capture/resume', { body: {} });
      console.log('Capture goes on.');
    });
}

function minutes(text: string): number {
  const [, number = '', unit = ''] = /^(\d+)\s*(m|min|h|d)$/.exec(text) ?? [];
  const factor = UNITS[unit];
  if (factor === undefined) throw new InvalidArgumentError('A time such as 5m or 1h is needed.');
  return Number(number) * factor;
}

function stream(text: string): Streams {
  if (text === 'screen' || text === 'sound') return text;
  throw new InvalidArgumentError('It is screen or sound.');
}
