// A note for every conversation: speech without a long pause between. The last one may still go on, so a note is written
// again while it grows; its name comes from its first words, so that it stays the same file.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AudioItem, definePipe, type PipeContext } from '@hindcast/pipe-sdk';

interface Config {
  folder: string;
  hours: number;
  pauseMinutes: number;
  leastLines: number;
}

const PAGE = 1_000;
const SHOWN_WINDOWS = 10;

export default definePipe<Config>({
  name: 'Meeting notes',
  description: 'Makes notes of every conversation.',
  async process(data, ctx) {
    const startMs = Date.parse(data.startedAt) - ctx.config.hours * 3_600_000;
    const page = await ctx.query.search({
      content_type: 'audio',
      order: 'ascending',
      limit: PAGE,
      start_time: new Date(startMs).toISOString(),
    });
    const spoken = page.data.filter((item) => item.type === 'Audio');
    const meetings = conversations(spoken, ctx.config.pauseMinutes * 60_000).filter(
      (lines) => lines.length >= ctx.config.leastLines,
    );
    for (const lines of meetings) {
      const [first] = lines;
      const name = first?.content.timestamp.slice(0, 16).replace(/[:T]/g, '-') ?? 'meeting';
      const file = join(ctx.config.folder || ctx.outputFolder, `meeting-${name}.md`);
      const text = await notes(lines, ctx);
      ctx.signal.throwIfAborted();
      await writeFile(file, text);
    }
    ctx.log.info(`${meetings.length} conversations`);
    return meetings.length;
  },
});

function conversations(spoken: readonly AudioItem[], pauseMs: number): AudioItem[][] {
  const all: AudioItem[][] = [];
  let lastMs = -Infinity;
  for (const item of spoken) {
    const atMs = Date.parse(item.content.timestamp);
    if (atMs - lastMs > pauseMs) all.push([]);
    all.at(-1)?.push(item);
    lastMs = atMs;
  }
  return all;
}

async function notes(lines: readonly AudioItem[], ctx: PipeContext<Config>): Promise<string> {
  const from = lines[0]?.content.timestamp ?? '';
  const to = lines.at(-1)?.content.timestamp ?? '';
  const shown = await ctx.query.timeline({
    start_time: from,
    end_time: to,
    content_type: 'ocr',
    limit: PAGE,
  });
  const windows = new Set(
    shown.data.map((item) =>
      item.type === 'OCR' ? `${item.content.app_name}: ${oneLine(item.content.window_name)}` : '',
    ),
  );
  const people = new Set(lines.map(speaker));
  return [
    `# Conversation of ${from.slice(0, 16).replace('T', ' ')}`,
    '',
    `From ${from.slice(11, 16)} to ${to.slice(11, 16)}. Heard: ${[...people].join(', ')}.`,
    '',
    '## On the screen',
    '',
    ...[...windows].slice(0, SHOWN_WINDOWS).map((window) => `- ${window}`),
    '',
    '## What was said',
    '',
    ...lines.map((line) => `- **${speaker(line)}** ${oneLine(line.content.transcription)}`),
    '',
  ].join('\n');
}

function speaker({ content }: AudioItem): string {
  return content.speaker?.name || content.device_name || 'someone';
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
