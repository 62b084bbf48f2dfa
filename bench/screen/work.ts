/**
 * A person at work, as a script of real minutes on real programs: writing in an editor, reading and scrolling articles in a browser,
 * looking at the output of a terminal, changing between them, and pauses. Every minute is another one of the list, with other words.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../test/support/desktop.ts';
import { prose } from '../ocr/prose.ts';
import { print } from '../search/measuring.ts';
import { printMemory, printParts, WORKING_GOAL_MB } from './memory.ts';
import { type TreeUse, useOfTree } from './process-tree.ts';
import { type Stage, TERMINAL_ROWS } from './stage.ts';

const SAMPLE_EVERY_MS = 2000;
const EDITOR = 'work-notes.txt';
const TERMINAL_TITLE = 'work-terminal';

type Minute = (stage: Stage, minute: number, show: (text: string) => void) => Promise<void>;

/** Each takes most of a minute; the rest of it is a pause. */
const MINUTES: readonly Minute[] = [
  async (stage, minute) => {
    await stage.activate(EDITOR);
    await write(stage, prose(minute, false).paragraph(3), 5);
  },
  async (stage, minute) => {
    await stage.activate('Article');
    await visit(stage, minute);
    await scroll(stage, 8, 5000);
  },
  async (stage, minute, show) => {
    await stage.activate(TERMINAL_TITLE);
    await follow(show, minute, 6, 6000);
  },
  async (stage, minute) => {
    await stage.activate(EDITOR);
    await write(stage, prose(minute, false).paragraph(2), 4);
    await stage.activate('Article');
    await scroll(stage, 3, 4000);
  },
  // Reading, or away: nothing happens.
  async () => {},
  async (stage, minute, show) => {
    await stage.activate('Article');
    await visit(stage, minute);
    await scroll(stage, 3, 5000);
    await stage.activate(TERMINAL_TITLE);
    await follow(show, minute, 3, 4000);
    await stage.activate(EDITOR);
    await write(stage, prose(minute, false).sentence(), 2);
  },
];

export interface Work {
  secs: number;
  /** Of the service. */
  cpuSecs: number;
}

/** Opens the programs; `minute` does what the script has for one, without the pause after it. */
export async function openWork(stage: Stage) {
  await stage.openEditor(EDITOR, `${prose(1, false).paragraph(5)}\n`);
  await stage.openBrowser('/article/1', 'Article 1');
  const show = await stage.openTerminal(TERMINAL_TITLE);
  show(output(0, TERMINAL_ROWS));
  await wait(10_000);
  return {
    minute: async (number: number) => MINUTES[number % MINUTES.length]?.(stage, number, show),
  };
}

export async function runWork(stage: Stage, minutes: number): Promise<Work> {
  const { minute: work } = await openWork(stage);

  const from = useOfTree(stage.daemon.pid);
  const startedMs = performance.now();
  const framesBefore = await framesWritten(stage);
  let peak: TreeUse = from;
  let residentMb = 0;
  const sampling = setInterval(() => {
    const use = useOfTree(stage.daemon.pid);
    residentMb = Math.max(residentMb, use.residentMb);
    if (use.proportionalMb > peak.proportionalMb) peak = use;
  }, SAMPLE_EVERY_MS);
  for (let minute = 0; minute < minutes; minute += 1) {
    const endsAt = performance.now() + 60_000;
    await work(minute);
    await wait(Math.max(0, endsAt - performance.now()));
  }
  clearInterval(sampling);

  const secs = (performance.now() - startedMs) / 1000;
  const cpuSecs = useOfTree(stage.daemon.pid).cpuSecs - from.cpuSecs;
  const cpuShare = (cpuSecs / secs) * 100;
  const frames = (await framesWritten(stage)) - framesBefore;
  print(`\nscripted work of ${minutes} real minutes: ${frames} frames stored`);
  print(
    `  CPU of the service               ${cpuShare.toFixed(1)} % of one core, goal 5 with compaction: ratio ${(cpuShare / 5).toFixed(2)}`,
  );
  print(
    `  resident, most                   ${residentMb.toFixed(0)} MB, goal 450: ratio ${(residentMb / 450).toFixed(2)}`,
  );
  printMemory('memory while working, most', peak.proportionalMb, WORKING_GOAL_MB);
  printParts(peak.parts);
  return { secs, cpuSecs };
}

/** In bursts, as people write: a sentence, a look, the next one. */
async function write(stage: Stage, text: string, bursts: number): Promise<void> {
  const size = Math.ceil(text.length / bursts);
  for (let i = 0; i < bursts; i += 1) {
    const part = text.slice(i * size, (i + 1) * size);
    await stage.desktop.run('xdotool', 'type', '--delay', '60', part);
    await wait(2500);
  }
}

/** Again, as a person would, when a busy machine has lost a letter of the address. */
async function visit(stage: Stage, number: number): Promise<void> {
  const { desktop } = stage;
  await until(`article ${number}`, async () => {
    await desktop.run('xdotool', 'key', 'ctrl+l');
    await desktop.run('xdotool', 'type', '--delay', '20', `${stage.siteUrl}/article/${number}\n`);
    await wait(3000);
    const title = await desktop.run('xdotool', 'getactivewindow', 'getwindowname').catch(() => '');
    return title.includes('Article');
  });
}

async function scroll(stage: Stage, times: number, pauseMs: number): Promise<void> {
  await stage.desktop.run('xdotool', 'mousemove', '900', '600');
  for (let i = 0; i < times; i += 1) {
    await stage.desktop.run('xdotool', 'click', '--repeat', '4', '--delay', '80', '5');
    await wait(pauseMs);
  }
}

async function follow(
  show: (text: string) => void,
  seed: number,
  times: number,
  pauseMs: number,
): Promise<void> {
  for (let i = 1; i <= times; i += 1) {
    show(output(seed, TERMINAL_ROWS, i * 7));
    await wait(pauseMs);
  }
}

/** The last `rows` lines of a long output, `more` lines further down. */
function output(seed: number, rows: number, more = 0): string {
  const text = prose(9000 + seed, false);
  const lines = Array.from(
    { length: rows + more },
    () => `${text.time()} ${text.identifier()} ${text.words(9)}`,
  );
  return lines.slice(-rows).join('\r\n');
}

export async function framesWritten(stage: Stage): Promise<number> {
  const { frames_db_written } = await stage.get<{ frames_db_written: number }>('/vision/metrics');
  return frames_db_written;
}
