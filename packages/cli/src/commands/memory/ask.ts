/** `hindcast ask <question>`: an answer in captured words, with the moments that prove it. */
import type { AskReply, UnderstoodKind } from '@hindcast/client';
import { Command, InvalidArgumentError, Option } from 'commander';
import { connect, type WhereOptions } from '../../daemon.ts';
import { openAddress } from '../../open-address.ts';
import { answerLines } from '../../output/answer.ts';
import { columns, styleFor } from '../../output/terminal.ts';

interface AskOptions extends WhereOptions {
  ignore: UnderstoodKind[];
  app: string[];
  site?: string;
  type: string;
  from?: string;
  to?: string;
  limit: number;
  assistant: boolean;
  json?: true;
  open?: true;
}

const KINDS: readonly UnderstoodKind[] = ['time', 'app', 'site', 'person'];
const TYPES = ['all', 'ocr', 'audio', 'ui'];
const MOST = 30;
/** A model of the person's own may think for a while. */
const PATIENCE_MS = 180_000;

export function askCommand(): Command {
  return new Command('ask')
    .summary('answer a question from what was captured')
    .description(
      'Answers with sentences that were captured and shows where and when. Times, apps, sites and people ' +
        'in the question become filters; --ignore removes one. Nothing leaves this machine unless you set ' +
        'assistant.endpoint.url: then that model gets the question and the passages found.',
    )
    .argument('<question...>', 'what you want to know')
    .addOption(
      new Option(
        '--ignore <kind>',
        'do not read this from the question: time, app, site or person; may be repeated',
      )
        .argParser(anotherKind)
        .default([], 'none'),
    )
    .option(
      '--app <name>',
      'only this application (a part of its name); may be repeated',
      (name: string, names: readonly string[]) => [...names, name],
      [],
    )
    .option('--site <address>', 'only pages whose address contains this')
    .addOption(new Option('--type <type>', 'kind of content').choices(TYPES).default('all'))
    .option('--from <time>', 'not before: a date, a time, or for example "2h ago"')
    .option('--to <time>', 'not after; a date is that whole day (UTC)')
    .option('--limit <number>', `how many pieces of evidence, at most ${MOST}`, amount, 5)
    .option('--no-assistant', 'do not ask the model of assistant.endpoint.url')
    .option('--json', 'print the whole answer as JSON')
    .option('--open', 'ask in the browser')
    .option('--port <number>', 'port of the service')
    .option('--data-dir <folder>', 'data folder of the service')
    .addHelpText(
      'after',
      [
        '',
        'Examples:',
        '  $ hindcast ask "what did we agree about the enclosure?"',
        '  $ hindcast ask "which error was in the terminal yesterday afternoon?"',
        '  $ hindcast ask "what did Priya say last week?" --ignore time',
        '  $ hindcast ask "when is the deposit due?" --app mail --from "7d ago" --json',
        '',
        'Exit code: 0 also when nothing is found, 1 when asking failed, 3 when the service is not running.',
      ].join('\n'),
    )
    .action(ask);
}

async function ask(words: string[], options: AskOptions): Promise<void> {
  const { url, client } = await connect(options);
  const q = words.join(' ');
  if (options.open) {
    openAddress(`${url}/app/ask?${pageQuery(q, options.ignore)}`);
    return;
  }
  const reply = await client.ask(
    {
      ...{ q, ignore: options.ignore, limit: options.limit, assistant: options.assistant },
      ...{ app_name: options.app, browser_url: options.site, content_type: options.type },
      ...{ start_time: options.from, end_time: options.to },
    },
    { signal: AbortSignal.timeout(PATIENCE_MS) },
  );
  if (options.json) {
    console.log(JSON.stringify(reply, undefined, 2));
    return;
  }
  print(reply, url);
}

function print(reply: AskReply, webUrl: string): void {
  const style = styleFor(process.stdout, process.env);
  const look = { webUrl, columns: columns(process.stdout), style };
  for (const line of answerLines(reply, look)) console.log(line);
}

function pageQuery(q: string, ignore: readonly UnderstoodKind[]): URLSearchParams {
  const query = new URLSearchParams({ q });
  for (const kind of ignore) query.append('ignore', kind);
  return query;
}

function anotherKind(text: string, kinds: readonly UnderstoodKind[]): UnderstoodKind[] {
  const kind = KINDS.find((known) => known === text);
  if (!kind) throw new InvalidArgumentError(`Of: ${KINDS.join(', ')}.`);
  return [...kinds, kind];
}

function amount(text: string): number {
  const value = Number(text);
  if (!/^\d{1,2}$/.test(text) || value < 1 || value > MOST)
    throw new InvalidArgumentError(`A whole number from 1 to ${MOST} is needed.`);
  return value;
}
