/** `hindcast tail`: what is captured, as it is captured. */
import { Command } from 'commander';
import { connect, type WhereOptions } from '../../daemon.ts';
import { newsReader } from '../../output/news.ts';
import { localClock, windowText } from '../../output/results.ts';
import { columns, cut, printable } from '../../output/terminal.ts';

/** Of a line, for the program and the title, when there is text to show. */
const PLACE_SHARE = 0.4;

export function tailCommand(): Command {
  return new Command('tail')
    .summary('follow what is captured, live')
    .description(
      'A line when another window is used or new text is on the screen, with a line of what is new, and one for every ' +
        'piece of speech. Ends with Ctrl+C.',
    )
    .option('--json', 'everything that is stored, one JSON object a line')
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
  const lineOf = lineMaker();
  for await (const event of client.events()) {
    const line = json ? JSON.stringify(event) : lineOf(event);
    if (line !== undefined) console.log(line);
  }
}

/** Returns the line for an event; undefined when the event has nothing new. */
function lineMaker() {
  const newsIn = newsReader();
  let lastPlace = '';
  return ({ name, data }: { name: string; data: Record<string, unknown> }) => {
    const field = (key: string) => String(data[key] ?? '');
    const time = localClock(field('timestamp'));
    if (name === 'transcription') {
      return lineText(time, printable(`heard on ${field('device')}`), field('transcription'));
    }
    if (name !== 'ocr_result') return undefined;
    const [app, title] = [field('app_name'), field('window_name')];
    const place = windowText(app, title);
    const news = newsIn({ app, title, text: field('text') });
    if (news === undefined && place === lastPlace) return undefined;
    lastPlace = place;
    return lineText(time, place, news ?? '');
  };
}

function lineText(time: string, place: string, text: string): string {
  const width = columns(process.stdout);
  const shown = printable(text);
  if (shown === '') return cut(`${time}  ${place}`, width);
  return cut(`${time}  ${cut(place, Math.floor(width * PLACE_SHARE))}  ${shown}`, width);
}
