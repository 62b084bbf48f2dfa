/** `hindcast access`: who read what and when. */
import { Command } from 'commander';
import { connect, type WhereOptions } from '../../daemon.ts';
import { localTime } from '../../output/results.ts';
import { columns, cut, pad, printable, styleFor } from '../../output/terminal.ts';

interface Options extends WhereOptions {
  from?: string;
  to?: string;
  caller?: string;
  limit: string;
  json?: true;
}

export function accessCommand(): Command {
  return new Command('access')
    .summary('show who read what and when')
    .description(
      'Which programs, pages, pipes, assistants and tokens asked for what was captured, by the minute, the newest first.\n' +
        'What they asked for is not kept. Programs name themselves.',
    )
    .option('--from <time>', 'from when: a date, a time, or for example "2h ago"')
    .option('--to <time>', 'until when; a date is that whole day (UTC)')
    .option('--caller <name>', 'only this one')
    .option('--limit <number>', 'how many lines', '50')
    .option('--json', 'print the answer of the service as JSON')
    .option('--port <number>', 'port of the service')
    .option('--data-dir <folder>', 'data folder of the service')
    .addHelpText(
      'after',
      [
        '',
        'Examples:',
        '  $ hindcast access',
        '  $ hindcast access --from "24h ago" --caller curl',
      ].join('\n'),
    )
    .action(show);
}

async function show({ from, to, caller, limit, json, ...where }: Options): Promise<void> {
  const { client } = await connect(where);
  const query = {
    limit: Number(limit),
    ...(from !== undefined && { start_time: from }),
    ...(to !== undefined && { end_time: to }),
    ...(caller !== undefined && { caller }),
  };
  const log = await client.get('/access-log', { query });
  if (json) return console.log(JSON.stringify(log, undefined, 2));
  if (log.data.length === 0) return console.log('Nobody has read anything in that time.');
  const width = columns(process.stdout);
  const style = styleFor(process.stdout, process.env);
  const line = (cells: readonly string[]) =>
    cut(
      `${pad(cells[0] ?? '', 16)}  ${pad(cells[1] ?? '', 9)}  ${pad(cut(cells[2] ?? '', 22), 22)}  ${(cells[3] ?? '').padStart(6)}  ${cells[4] ?? ''}`,
      width,
    );
  console.log(style.dim(line(['Time', 'Kind', 'Who', 'Times', 'What'])));
  for (const { timestamp, kind, caller: who, route, count, refused } of log.data) {
    const what = refused > 0 ? `${route} (${refused} refused)` : route;
    console.log(line([localTime(timestamp), kind, printable(who), String(count), printable(what)]));
  }
}
