/** CPU and memory of the service while a person types, scrolls, or only looks, and how many frames that makes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openPage, servePages } from '../../test/support/browser.ts';
import { prose } from '../ocr/prose.ts';
import { useOfTree } from '../screen/process-tree.ts';
import { print } from '../search/measuring.ts';
import { ask, closeWindows, printRatio, type Stage } from './stage.ts';

const ACT_MS = 40_000;
const SETTLES_MS = 8_000;
/** More than are scrolled past on the largest screen. */
const PARAGRAPHS = 600;
/** In a column, as articles are set. */
const ARTICLE = '<title>Long article</title><style>body { max-width: 50em; margin: auto }</style>';

interface Goals {
  typing: number;
  scrolling: number;
}
const AT_1080P: Goals = { typing: 8, scrolling: 6 };
const AT_4K: Goals = { typing: 12, scrolling: 15 };
const MOST_MB = 450;

export async function measureCost(stage: Stage): Promise<void> {
  const { desktop } = stage;
  const [width = 1920] = (await desktop.run('xdotool', 'getdisplaygeometry'))
    .split(' ')
    .map(Number);
  const goals = width > 3000 ? AT_4K : AT_1080P;
  print(`\ncost of the service at ${width} pixels, by activity`);
  const text = prose(7, false);
  const file = join(desktop.home, 'letter.txt');
  writeFileSync(file, `${Array.from({ length: 12 }, () => text.paragraph(4)).join('\n\n')}\n\n`);
  // A letter in one endless line moves sideways with every key.
  await desktop.run('gsettings', 'set', 'org.xfce.mousepad.preferences.view', 'word-wrap', 'true');
  await desktop.open('mousepad', ['--disable-server', file], 'letter.txt');
  await maximise(stage, 'letter.txt');
  await desktop.run('xdotool', 'key', 'ctrl+End');
  let peak = useOfTree(stage.daemon.pid);
  let residentMb = 0;
  const sampling = setInterval(() => {
    const use = useOfTree(stage.daemon.pid);
    if (use.proportionalMb > peak.proportionalMb) peak = use;
    residentMb = Math.max(residentMb, use.residentMb);
  }, 500);

  const type = async () => {
    await desktop.run('xdotool', 'type', '--delay', '90', `${text.sentence()} `);
    await wait(2_500);
  };
  // A service runs for hours: the first minute, in which its code is compiled, is not what a person pays.
  await share(stage, type);
  const typing = await share(stage, type);
  printRatio('typing', typing.percent, goals.typing, '% of a core');
  print(`  frames while typing                ${typing.frames}`);
  const looking = await share(stage, () => wait(2_000));
  print(
    `  looking, with a blinking cursor     ${looking.percent.toFixed(1)} % of a core, ${looking.frames} frames, goal 0`,
  );
  await closeWindows(stage);

  const paragraphs = Array.from({ length: PARAGRAPHS }, () => `<p>${text.paragraph(6)}</p>`).join(
    '',
  );
  const pages = await servePages(() => `${ARTICLE}<h1>Rivers</h1>${paragraphs}`);
  await openPage(desktop, { url: `${pages.base}/long`, title: 'Long article' });
  await maximise(stage, 'Long article');
  await desktop.run('xdotool', 'mousemove', '600', '600');
  const scroll = async () => {
    await desktop.run('xdotool', 'click', '--repeat', '4', '--delay', '80', '5');
    await wait(4_000);
  };
  await share(stage, scroll);
  const scrolling = await share(stage, scroll);
  printRatio('scrolling', scrolling.percent, goals.scrolling, '% of a core');
  print(`  frames while scrolling             ${scrolling.frames}`);
  clearInterval(sampling);
  printRatio('most memory', peak.proportionalMb, MOST_MB, 'MB');
  const parts = peak.parts.map(
    ({ name, proportionalMb }) => `${name} ${proportionalMb.toFixed(0)}`,
  );
  print(`  by process: ${parts.join(', ')}`);
  print(`  the same, shared pages counted often ${residentMb.toFixed(1)} MB`);
  pages.close();
  await closeWindows(stage);
}

async function maximise({ desktop }: Stage, title: string): Promise<void> {
  await desktop.run('wmctrl', '-r', title, '-b', 'add,maximized_vert,maximized_horz');
  await desktop.run('wmctrl', '-a', title);
  await wait(SETTLES_MS);
}

async function share(stage: Stage, act: () => Promise<unknown>) {
  const framesBefore = await written(stage);
  const before = useOfTree(stage.daemon.pid).cpuSecs;
  const startedMs = performance.now();
  while (performance.now() - startedMs < ACT_MS) await act();
  const secs = (performance.now() - startedMs) / 1000;
  const percent = ((useOfTree(stage.daemon.pid).cpuSecs - before) / secs) * 100;
  return { percent, frames: (await written(stage)) - framesBefore };
}

async function written(stage: Stage): Promise<number> {
  return (await ask<{ frames_db_written: number }>(stage, '/vision/metrics')).frames_db_written;
}
