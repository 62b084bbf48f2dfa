/** `hindcast tail`: what is captured, as it is captured. */
import { Command } from 'commander';
import { connect, type WhereOptions } from '../daemon.ts';
import { localTime } from '../results.ts';
import { columns, cut, printable } from '../terminal.ts';

export function tailCommand(): Command {
  return new Command('tail')
    .summary('follow what is captured, live')
    .description(
      'One line for every frame, and for every piece of speech, as it is stored. Ends with Ctrl+C.',
    )
    .option('--json', 'one JSON object a line')
    .option('--port <number>', 'port of the service')
    .option('--data-dir <folder>', 'data folder of the service')
    .addHelpText(
      'after',
      ['', 'Examples:', '  $ hindcast tail', '  $ hindcast tail --json'].join('\n'),
    )
    .action(follow);
}

async function follow({ json, ...where }: WhereOptions & { json?: true }): Promise<void> {
  const { client } = await connect(where);
  for await (const event of client.events()) {
    const line = json ? JSON.stringify(event) : lineOf(event);
    if (line !== undefined) console.log(line);
  }
}

/** Undefined for what is told under another name too. */
function lineOf({ name, data }: { name: string; data: Record<string, unknown> }) {
  if (name !== 'ocr_result' && name !== 'transcription') return undefined;
  const time = localTime(String(data.timestamp));
  const who = name === 'ocr_result' ? data.app_name : `said (${data.device})`;
  const text = name === 'ocr_result' ? data.text : data.transcription;
  return cut(
    `${time}  ${printable(String(who))}  ${printable(String(text))}`,
    columns(process.stdout),
  );
}
