/** `hindcast export`: the frames of a range as a video file. */
import { copyFile, rm } from 'node:fs/promises';
import type { FinishedVideo } from '@hindcast/client';
import { Command, InvalidArgumentError } from 'commander';
import { connect, type WhereOptions } from '../../daemon.ts';
import { progressBar } from '../../output/progress-bar.ts';
import { counted, megabytes } from '../../output/terminal.ts';

interface ExportOptions extends WhereOptions {
  from: string;
  to: string;
  fps: number;
  output?: string;
  json?: true;
}

export function exportCommand(): Command {
  return new Command('export')
    .summary('make a video of what was on the screen')
    .description(
      'Writes the frames of a range, at most 10 000, into an MP4 file. Without -o it is kept in exports/ of the data folder.',
    )
    .option('--from <time>', 'from when: a date, a time, or for example "2h ago"', '1h ago')
    .option('--to <time>', 'until when; a date is that whole day (UTC)', 'now')
    .option('--fps <number>', 'frames per second, from 0.05 to 60', rate, 1)
    .option('-o, --output <file>', 'write the video into this file')
    .option('--json', 'print what was written as JSON')
    .option('--port <number>', 'port of the service')
    .option('--data-dir <folder>', 'data folder of the service')
    .addHelpText(
      'after',
      [
        '',
        'Examples:',
        '  $ hindcast export --from "2h ago" -o afternoon.mp4',
        '  $ hindcast export --from 2026-11-13 --to 2026-11-13 --fps 8',
        '',
        'Ctrl+C gives it up, and no file stays.',
      ].join('\n'),
    )
    .action(exportRange);
}

async function exportRange(options: ExportOptions): Promise<void> {
  const { client } = await connect(options);
  const bar = progressBar(process.stderr);
  let video: FinishedVideo | undefined;
  try {
    const wanted = { start_time: options.from, end_time: options.to, fps: options.fps };
    for await (const step of client.exportVideo(wanted)) {
      bar.show('Export', { done: step.progress, total: 1 }, 'the frames');
      if ('file_path' in step) video = step;
    }
  } finally {
    bar.end();
  }
  if (video !== undefined) await tell(video, options);
}

async function tell(video: FinishedVideo, { output, json }: ExportOptions): Promise<void> {
  if (output !== undefined) await move(video.file_path, output);
  const file = output ?? video.file_path;
  const { frame_count, skipped_count, duration_secs, file_size_bytes } = video;
  const facts = { frame_count, skipped_count, duration_secs, file_size_bytes };
  if (json) {
    console.log(JSON.stringify({ file_path: file, ...facts }, undefined, 2));
    return;
  }
  const skipped = skipped_count > 0 ? `, ${skipped_count} without a picture left out` : '';
  console.log(
    `${counted(frame_count, 'frame')}${skipped}, ${duration_secs} s, ${megabytes(file_size_bytes)}`,
  );
  console.log(`Written to ${file}`);
}

/** Copied, because it may go to another disk; the service keeps no list of its exports. */
async function move(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`the video could not be written to ${to} (${code}); it is in ${from}`);
  }
  await rm(from, { force: true });
}

function rate(text: string): number {
  const value = Number(text);
  if (value >= 0.05 && value <= 60) return value;
  throw new InvalidArgumentError('A number from 0.05 to 60 is needed.');
}
