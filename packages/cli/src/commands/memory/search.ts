/** `hindcast search <words>`: what was on the screen or said, newest or best match first. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { connect, type WhereOptions } from '../../daemon.ts';
import { openAddress } from '../../open-address.ts';
import { resultLines } from '../../output/results.ts';
import { columns, counted, printable, styleFor } from '../../output/terminal.ts';

interface SearchOptions extends WhereOptions {
  limit: number;
  type: string;
  order: keyof typeof ORDERS;
  app: string[];
  exclude?: string;
  from?: string;
  to?: string;
  json?: true;
  ids?: true;
  open?: true;
}

/** The words of the service and of the page. */
const ORDERS = { newest: 'descending', oldest: 'ascending', best: 'relevance' } as const;
const TYPES = ['all', 'ocr', 'audio', 'ui', 'input', 'memory'];
// A little more than the service allows itself for a search.
const PATIENCE_MS = 35_000;
// Shown only where there is no snippet.
const LONGEST_TEXT = 400;

export function searchCommand(): Command {
  return new Command('search')
    .summary('find words in what was captured')
    .description(
      'Finds text that was on the screen or said. All words must occur; "quotes" hold a phrase ' +
        'together, a final * finds words that begin so. Neighbouring frames of one window are one result.',
    )
    .argument('<words...>', 'what to look for')
    .addOption(new Option('--type <type>', 'kind of content').choices(TYPES).default('all'))
    .option(
      '--app <name>',
      'only this application (a part of its name); may be repeated',
      another,
      [],
    )
    .addOption(
      new Option('--order <order>', 'what comes first; best: the best match among the newest 2,000')
        .choices(Object.keys(ORDERS))
        .default('newest'),
    )
    .option('--exclude <words>', 'words of which none may occur')
    .option('--from <time>', 'not before: a date, a time, or for example "2h ago"')
    .option('--to <time>', 'not after; a date is that whole day (UTC)')
    .option('--limit <number>', 'how many results', wholeNumber, 20)
    .option('--ids', 'with the id of each, for "hindcast frame" and "hindcast tags"')
    .option('--json', 'print every single match as JSON')
    .option('--open', 'look at the results in the browser')
    .option('--port <number>', 'port of the service')
    .option('--data-dir <folder>', 'data folder of the service')
    .addHelpText(
      'after',
      [
        '',
        'Examples:',
        '  $ hindcast search invoice acme',
        '  $ hindcast search \'"quarterly plan"\' --app editor --from "1d ago"',
        '  $ hindcast search deposit lisbon --order best',
        '  $ hindcast search budget --type audio --json',
        '',
        'Exit code: 0 also when nothing matches, 1 when the search failed, 3 when the service is not running.',
      ].join('\n'),
    )
    .action(search);
}

async function search(words: string[], options: SearchOptions): Promise<void> {
  const { url, client } = await connect(options);
  if (options.open) {
    openAddress(`${url}/app/search?${pageQuery(words, options)}`);
    return;
  }
  const query = {
    q: words.join(' '),
    content_type: options.type,
    limit: options.limit,
    order: ORDERS[options.order],
    app_name: options.app,
    ...(options.exclude !== undefined && { exclude: options.exclude }),
    ...(options.from !== undefined && { start_time: options.from }),
    ...(options.to !== undefined && { end_time: options.to }),
  };
  const signal = AbortSignal.timeout(PATIENCE_MS);
  if (options.json) {
    console.log(JSON.stringify(await client.search(query, { signal }), undefined, 2));
    return;
  }
  const page = await client.get('/search', {
    query: { ...query, group: true, snippet: true, max_content_length: LONGEST_TEXT },
    signal,
  });
  if (page.data.length === 0) {
    console.log(`No match for: ${words.join(' ')}`);
    const { suggestion } = await client.get('/search/spelling', { query: { q: query.q } });
    if (suggestion !== null) console.log(`Perhaps: ${printable(suggestion)}`);
    return;
  }
  const style = styleFor(process.stdout, process.env);
  const look = { words, columns: columns(process.stdout), style, hasIds: options.ids === true };
  for (const line of resultLines(page.data, look)) console.log(line);
  console.log(style.dim(`\n${summary(page)}`));
}

function summary(page: {
  data: readonly unknown[];
  pagination: { total: number };
  has_more?: boolean;
}): string {
  const shown = page.data.length;
  const { total } = page.pagination;
  const matches = total === 1 ? '1 match' : `${total} matches`;
  if (page.has_more) return `${shown} shown of ${matches}; --limit shows more`;
  return shown === total ? matches : `${matches} in ${counted(shown, 'result')}`;
}

function another(name: string, names: readonly string[]): string[] {
  return [...names, name];
}

/** The same search in the page. */
function pageQuery(words: readonly string[], options: SearchOptions): URLSearchParams {
  const query = new URLSearchParams({ q: words.join(' ') });
  for (const name of options.app) query.append('app', name);
  for (const name of ['from', 'to'] as const) {
    // The page reads moments; what only the service understands, such as "2h ago", stays here.
    const atMs = Date.parse(options[name] ?? '');
    if (!Number.isNaN(atMs)) query.set(name, new Date(atMs).toISOString());
  }
  if (options.type === 'audio') query.set('type', 'sound');
  if (options.order === 'best') query.set('order', 'best');
  return query;
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text))
    throw new InvalidArgumentError('A whole number above 0 is needed.');
  return Number(text);
}
