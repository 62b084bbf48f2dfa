/** `hindcast retention`: what is kept for how long, and what would go. */
import type { Answer } from '@hindcast/client';
import { Command } from 'commander';
import { connect, type WhereOptions } from '../../daemon.ts';
import { sizeText } from '../../output/receipt.ts';
import { localTime } from '../../output/results.ts';

interface Options extends WhereOptions {
  text?: string;
  pixels?: string;
  audio?: string;
  input?: string;
  maxGb?: string;
  json?: true;
}

type Forecast = Answer<'/retention/forecast', 'get'>;

export function retentionCommand(): Command {
  return new Command('retention')
    .summary('show how long things are kept, and what would go')
    .description(
      'Shows how long things are kept and what that removes next. With options: as if these were the rules; nothing is\n' +
        'removed. To switch a rule on: hindcast config set retention.pixels 30',
    )
    .option('--text <days>', 'days that text is kept, or "forever"')
    .option('--pixels <days>', 'days that pictures are kept')
    .option('--audio <days>', 'days that sound is kept')
    .option('--input <days>', 'days that clicks, keys and copied text are kept')
    .option('--max-gb <number>', 'gigabytes that everything may take')
    .option('--json', 'print JSON for programs')
    .option('--port <number>', 'port of the service')
    .option('--data-dir <folder>', 'data folder of the service')
    .addHelpText(
      'afterAll',
      '\nExamples:\n  $ hindcast retention\n  $ hindcast retention --pixels 30 --audio 14 --max-gb 50',
    )
    .action(run);
}

async function run({ text, pixels, audio, input, maxGb, json, ...where }: Options): Promise<void> {
  const { client } = await connect(where);
  const query = {
    ...(text === undefined ? {} : { text }),
    ...(pixels === undefined ? {} : { pixels }),
    ...(audio === undefined ? {} : { audio }),
    ...(input === undefined ? {} : { input }),
    ...(maxGb === undefined ? {} : { max_gb: Number(maxGb) }),
  };
  const forecast = await client.get('/retention/forecast', { query });
  const isWish = Object.keys(query).length > 0;
  console.log(json ? JSON.stringify(forecast, undefined, 2) : forecastText(forecast, isWish));
}

function forecastText(answer: Forecast, isWish: boolean): string {
  const { rules_in_use: used, forecast, last_run, total_bytes } = answer;
  const days = (value: number | null) => (value === null ? 'for ever' : `${value} days`);
  const limit = used.max_bytes === null ? 'no limit' : sizeText(used.max_bytes);
  return [
    `Kept      text ${days(used.text)}, pictures ${days(used.pixels)}, sound ${days(used.audio)}, input ${days(used.input)}`,
    `Size      ${sizeText(total_bytes)}, ${limit}`,
    `Last run  ${last_run === null ? 'never' : `${localTime(last_run.at)}, ${sizeText(last_run.bytes_freed)} freed`}`,
    ...forecast.map((rule) => ruleText(rule, isWish)),
    ...(forecast.length === 0 ? ['Nothing is removed: everything is kept.'] : []),
  ].join('\n');
}

function ruleText(rule: Forecast['forecast'][number], isWish: boolean): string {
  const counts = [
    [rule.frames, 'frames'],
    [rule.pictures, 'pictures'],
    [rule.transcriptions, 'pieces of speech'],
    [rule.recordings, 'recordings'],
    [rule.accessibility, 'texts of windows'],
    [rule.ui_events, 'events'],
  ] as const;
  const parts = counts.filter(([count]) => count > 0).map(([count, name]) => `${count} ${name}`);
  const name = rule.rule.padEnd(9);
  if (parts.length === 0) {
    const next =
      rule.next_at === null ? 'nothing to remove' : `nothing until ${localTime(rule.next_at)}`;
    return `${name} ${next}`;
  }
  const verb = isWish ? 'would remove' : 'removes next';
  return `${name} ${verb} ${parts.join(', ')}: about ${sizeText(rule.bytes)}`;
}
