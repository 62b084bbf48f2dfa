// A Markdown page for the day: stretches of work in order, then what was said. Stretches are runs of frames of one app
// without a long pause; the titles of its windows say what it was about.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AudioItem, definePipe, type Item, type OcrItem } from '@hindcast/pipe-sdk';

interface Config {
  folder: string;
  hours: number;
}

interface Stretch {
  app: string;
  fromMs: number;
  toMs: number;
  windows: Map<string, number>;
}

const PAUSE_MS = 10 * 60_000;
const PAGE = 1_000;

export default definePipe<Config>({
  name: 'Daily work journal',
  description: 'Writes a Markdown page about each day.',
  async process(data, ctx) {
    const endMs = Date.parse(data.startedAt);
    const startMs = endMs - ctx.config.hours * 3_600_000;
    const items: Item[] = [];
    for (let offset = 0; ; offset += PAGE) {
      const page = await ctx.query.timeline({
        start_time: new Date(startMs).toISOString(),
        end_time: new Date(endMs).toISOString(),
        limit: PAGE,
        offset,
      });
      // The page of an earlier run is worth more than half a page.
      ctx.signal.throwIfAborted();
      items.push(...page.data);
      if (items.length >= page.pagination.total || page.data.length === 0) break;
    }
    const day = new Date(endMs).toISOString().slice(0, 10);
    const file = join(ctx.config.folder || ctx.outputFolder, `${day}.md`);
    await writeFile(file, journal(day, items));
    ctx.log.info(`${items.length} moments in ${file}`);
    return items.length;
  },
});

function journal(day: string, items: readonly Item[]): string {
  const stretches = stretchesOf(items.filter((item) => item.type === 'OCR'));
  const said = items.filter((item) => item.type === 'Audio');
  const lines = [`# ${day}`, '', '## What I worked on', ''];
  for (const { app, fromMs, toMs, windows } of stretches) {
    const titles = [...windows].sort((a, b) => b[1] - a[1]).slice(0, 3);
    lines.push(`- **${clock(fromMs)}–${clock(toMs)}** ${app}`);
    for (const [title] of titles) if (title !== '') lines.push(`  - ${oneLine(title)}`);
  }
  if (stretches.length === 0) lines.push('Nothing was recorded.');
  if (said.length > 0) lines.push('', '## What was said', '', ...said.map(spokenLine));
  return `${lines.join('\n')}\n`;
}

function stretchesOf(frames: readonly OcrItem[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const { content } of frames) {
    const atMs = Date.parse(content.timestamp);
    const last = stretches.at(-1);
    if (last && last.app === content.app_name && atMs - last.toMs < PAUSE_MS) {
      last.toMs = atMs;
      last.windows.set(content.window_name, (last.windows.get(content.window_name) ?? 0) + 1);
    } else {
      const windows = new Map([[content.window_name, 1]]);
      stretches.push({ app: content.app_name, fromMs: atMs, toMs: atMs, windows });
    }
  }
  return stretches;
}

function spokenLine({ content }: AudioItem): string {
  const who = content.speaker?.name || 'someone';
  return `- ${clock(Date.parse(content.timestamp))} ${who}: ${oneLine(content.transcription)}`;
}

function clock(atMs: number): string {
  return new Date(atMs).toISOString().slice(11, 16);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
