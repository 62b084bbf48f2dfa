/** `hindcast timeline`: what was on the screen when. */
import type { HindcastClient } from '@hindcast/client';
import { Command } from 'commander';
import { connect, type WhereOptions } from '../../daemon.ts';
import { duration } from '../../output/coverage-line.ts';
import { localTime, windowText } from '../../output/results.ts';
import { spanDurations } from '../../output/span-durations.ts';
import { columns, cut, pad, printable } from '../../output/terminal.ts';

interface TimelineOptions extends WhereOptions {
  from: string;
  to?: string;
  app?: string;
  json?: true;
}

/** More than a person reads. The service joins shorter spans. */
const MOST_LINES = 400;
/** The most that the service lists. The spans of one application are among these. */
const MOST_SPANS = 5_000;
const MINUTE_MS = 60_000;

export function timelineCommand(): Command {
  return new Command('timeline')
    .summary('show what was on the screen when')
    .description(
      'Spans of one application and window, oldest first, with how long each was on the screen. A screen ' +
        'that does not change counts for five minutes at most.',
    )
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
  const range = { start_time: from, ...(to !== undefined && { end_time: to }) };
  if (json) {
    const query = { ...range, ...(app !== undefined && { app_name: app }) };
    const answer = await client.get('/timeline/segments', { query });
    console.log(JSON.stringify(answer, undefined, 2));
    return;
  }
  const { rows, isHourly } = await readRows(client, range, app);
  if (rows.length === 0) console.log('Nothing was captured in that time.');
  for (const line of linesOf(rows, columns(process.stdout))) console.log(line);
  if (isHourly && rows.length > 0) {
    console.log(
      '\nToo much to list single windows: each line is an hour with its busiest programs.',
    );
    console.log('A shorter time (--from, --to) shows more.');
  }
}

interface Row {
  time: string;
  lasted: string;
  place: string;
  id: string;
}

async function readRows(
  client: HindcastClient,
  range: { start_time: string; end_time?: string },
  app: string | undefined,
): Promise<{ rows: Row[]; isHourly: boolean }> {
  const list = (query: { max?: number; app_name?: string }) =>
    client.get('/timeline/segments', { query: { ...range, ...query } });
  // All applications, because the next one ends a span.
  const all = await list({ max: app === undefined ? MOST_LINES : MOST_SPANS });
  const isHourly = all.granularity === 'hour';
  const { data } = isHourly && app !== undefined ? await list({ app_name: app }) : all;
  const coverage = await client.get('/coverage', { query: range }).then(
    ({ streams }) => streams.screen.spans,
    // Without coverage, as from an older service, a span ends with its last frame.
    () => [],
  );
  const lasted = spanDurations(data, coverage);
  const rows = data.map((span, at) => ({
    app: span.app_name,
    time: localTime(span.start),
    lasted: isHourly ? 'hour' : lastedText(lasted[at] ?? 0),
    place: placeOf(span),
    id: `#${span.first_frame_id}`,
  }));
  return { rows: rows.filter((row) => app === undefined || row.app === app), isHourly };
}

/** The duration of a single frame is unknown when the screen was not watched afterwards. */
function lastedText(ms: number): string {
  return ms === 0 ? '-' : duration(ms / MINUTE_MS);
}

function placeOf(span: {
  app_name: string;
  window_name: string;
  mixed?: { app_name: string; share: number }[];
}): string {
  const { app_name, window_name, mixed } = span;
  if (mixed === undefined) return windowText(app_name, window_name);
  return mixed
    .map(({ app_name: name, share }) => `${printable(name)} ${Math.round(share * 100)} %`)
    .join(', ');
}

function linesOf(rows: readonly Row[], width: number): string[] {
  const idWidth = Math.max(0, ...rows.map(({ id }) => id.length));
  return rows.map(({ time, lasted, place, id }) => {
    const head = `${time}  ${lasted.padStart(6)}  `;
    const room = Math.max(20, width - head.length - idWidth - 2);
    return `${head}${pad(cut(place, room), room)}  ${id}`;
  });
}
