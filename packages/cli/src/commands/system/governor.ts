/** `hindcast governor`: what the service may use, what it uses, and what it does less for that. */
import type { Answer } from '@hindcast/client';
import { Command } from 'commander';
import { connect, type WhereOptions } from '../../daemon.ts';
import { localTime } from '../../output/results.ts';

type Report = Answer<'/governor', 'get'>;

const ACTIONS_SHOWN = 10;

export function governorCommand(): Command {
  return new Command('governor')
    .summary('show what the service may use, and what it does less for that')
    .description(
      'Shows the budget for CPU, disk and battery, what is really used, and what is done less to keep it. Nothing is lost ' +
        'by that: what is put off comes later. To change the budget: hindcast config set budget.cpuPercent 20',
    )
    .option('--json', 'print JSON for programs')
    .option('--port <number>', 'port of the service')
    .option('--data-dir <folder>', 'data folder of the service')
    .addHelpText('afterAll', '\nExamples:\n  $ hindcast governor\n  $ hindcast governor --json')
    .action(async ({ json, ...where }: WhereOptions & { json?: true }) => {
      const { client } = await connect(where);
      const report = await client.get('/governor');
      console.log(json ? JSON.stringify(report, undefined, 2) : reportText(report));
    });
}

function reportText(report: Report): string {
  const { budget, measured, level, actions } = report;
  const disk = measured.disk_gb_per_month;
  return [
    `Level     ${level}`,
    `CPU       ${measured.cpu_percent} % of all cores in five minutes, ${measured.cpu_percent_last_minute} % in the last; budget ${budget.cpu_percent} %`,
    `Disk      ${disk === null ? 'not measured yet' : `${disk} GB a month`}; ${budget.disk_gb_per_month === null ? 'no limit' : `budget ${budget.disk_gb_per_month} GB`}`,
    `Power     ${measured.on_battery ? 'battery' : 'mains'}; on battery: ${budget.battery}`,
    ...lessLines(report),
    ...actions.slice(0, ACTIONS_SHOWN).map(actionText),
  ].join('\n');
}

function lessLines({ levers, held_back: held, level }: Report): string[] {
  if (level === 'full' && levers.capture === 'on') return ['Done less nothing'];
  const less = [
    levers.capture === 'paused' && 'nothing is captured',
    `a screen that changes by itself gets a picture every ${levers.visual_gap_ms / 1000} s at most`,
    `pictures of quality ${levers.picture_quality}`,
    levers.speech_model === 'smallest' && 'the smallest speech model',
    levers.transcription === 'postponed' && 'speech gets its text later',
    levers.background_work === 'postponed' && 'work in the background waits',
  ].filter((line) => line !== false);
  return [
    `Done less ${less.join(', ')}`,
    `Put off   ${held.pictures} pictures, ${held.recordings_waiting} recordings without text, ${held.frames_waiting} frames to become video`,
  ];
}

function actionText({ timestamp, from, to, reason }: Report['actions'][number]): string {
  return `${localTime(timestamp)}  ${from} → ${to}: ${reason}`;
}
