/** `hindcast frame <id>`: what is known of a frame, its text, and its picture as a file. */
import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { connect, type WhereOptions } from '../../daemon.ts';
import { idFrom } from '../../ids.ts';
import { openAddress } from '../../open-address.ts';
import { localTime } from '../../output/results.ts';
import { printable } from '../../output/terminal.ts';

interface FrameOptions extends WhereOptions {
  output?: string;
  open?: true;
  redact?: true;
}

export function frameCommand(): Command {
  return new Command('frame')
    .summary('show one captured frame')
    .description('Prints when and where a frame was captured and the text on it.')
    .argument('<id>', 'the id of the frame', idFrom)
    .option('-o, --output <file>', 'write its picture (JPEG) into this file')
    .option('--redact', 'cover personal data on the picture')
    .option('--open', 'look at it in the browser')
    .option('--port <number>', 'port of the service')
    .option('--data-dir <folder>', 'data folder of the service')
    .addHelpText(
      'after',
      [
        '',
        'Examples:',
        '  $ hindcast frame 812',
        '  $ hindcast frame 812 -o picture.jpg --redact',
        '  $ hindcast frame 812 --open',
      ].join('\n'),
    )
    .action(show);
}

async function show(id: number, { output, open, redact, ...where }: FrameOptions): Promise<void> {
  const { url, client } = await connect(where);
  const { timestamp, app_name, window_name } = await client.frameMetadata(id);
  if (output !== undefined) {
    await writeFile(output, await client.frameImage(id, { redact_pii: redact === true }));
    console.log(`Written to ${output}`);
    return;
  }
  const link = `${url}/app/frame/${id}`;
  if (open) {
    openAddress(link);
    return;
  }
  const { text } = await client.get('/frames/{frame_id}/context', { path: { frame_id: id } });
  console.log(`${localTime(timestamp)}  ${printable(app_name)}  ${printable(window_name)}`);
  console.log(`${link}\n`);
  for (const line of (text ?? '').split('\n')) console.log(printable(line));
}
