/** `hindcast timeline`: what was on the screen when. */
import { Command } from 'commander';
import { connect, type WhereOptions } from '../daemon.ts';
import { localTime } from '../results.ts';
import { columns, cut, pad, printable } from '../terminal.ts';

interface TimelineOptions extends WhereOptions {
  from: string;
  to?: string;
  app?: string;
  json?: true;
}

const APP_WIDTH = 18;

export function timelineCommand(): Command {
  return new Command('timeline')
    .summary('show what was on the screen when')
    .description('Stretches of one application and window, oldest first.')
    .option('--from <time>', 'from when: a date, a time, or for example "2h ago"', '8h ago')
    .option('--to <time>', 'until when; now, when absent')
    .option('--app <name>', 'only this application (its exact name)')
    .option('--json', 'print the answer of the service as JSON')
    .option('--port <number>', 'port of the service')
    .option('--data-dir <folder>', 'data folder of the service')
    .addHelpText(
      'after',
      [
        '',
        'Examples:',
        '  $ hindcast timeline',
        '  $ hindcast timeline --from 2026-11-13 --app Mail',
      ].join('\n'),
    )
    .action(show);
}

async function show({ from, to, app, json, ...where }: TimelineOptions): Promise<void> {
  const { client } = await connect(where);
  const query = {
    start_time: from,
    ...(to !== undefined && { end_time: to }),
    ...(app !== undefined && { app_name: app }),
  };
  const answer = await client.get('/timeline/segments', { query });
  if (json) {
    console.log(JSON.stringify(answer, undefined, 2));
    return;
  }
  if (answer.data.length === 0) console.log('Nothing was captured in that time.');
  for (const { start, end, app_name, window_name, first_frame_id } of answer.data) {
    const minutes = Math.round((Date.parse(end) - Date.parse(start)) / 60_000);
    const name = pad(cut(printable(app_name), APP_WIDTH), APP_WIDTH);
    const head = `${localTime(start)}  ${String(minutes).padStart(4)} min  ${name}  `;
    const room = Math.max(20, columns(process.stdout) - head.length - 12);
    console.log(`${head}${pad(cut(printable(window_name), room), room)}  #${first_frame_id}`);
  }
}
