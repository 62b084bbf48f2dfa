/** `hindcast coverage`: what was recorded in a range, and where the gaps are. */
import { Command } from 'commander';
import { connect, type WhereOptions } from '../../daemon.ts';
import { coverageTable } from '../../output/coverage-table.ts';
import { columns, styleFor } from '../../output/terminal.ts';

interface CoverageOptions extends WhereOptions {
  from?: string;
  to?: string;
  spans?: true;
  json?: true;
}

export function coverageCommand(): Command {
  return new Command('coverage')
    .summary('show what was recorded when, and the gaps')
    .description(
      'How long the screen, sound and input were recorded, idle, paused, off or failing, and every gap with its cause.\n' +
        'The last 24 hours, unless a range is given.',
    )
    .option('--from <time>', 'from when: a date, a time, or for example "2h ago"')
    .option('--to <time>', 'until when; a date is that whole day (UTC)')
    .option('--spans', 'list everything that is known, not only the gaps')
    .option('--json', 'print the answer of the service as JSON')
    .option('--port <number>', 'port of the service')
    .option('--data-dir <folder>', 'data folder of the service')
    .addHelpText(
      'after',
      [
        '',
        'Examples:',
        '  $ hindcast coverage',
        '  $ hindcast coverage --from 2026-11-13 --to 2026-11-13 --spans',
      ].join('\n'),
    )
    .action(show);
}

async function show({ from, to, spans, json, ...where }: CoverageOptions): Promise<void> {
  const { client } = await connect(where);
  const query = {
    ...(from !== undefined && { start_time: from }),
    ...(to !== undefined && { end_time: to }),
  };
  const coverage = await client.get('/coverage', { query });
  const table = () =>
    coverageTable(coverage, {
      showsSpans: spans === true,
      columns: columns(process.stdout),
      style: styleFor(process.stdout, process.env),
    });
  console.log(json ? JSON.stringify(coverage, undefined, 2) : table());
}
