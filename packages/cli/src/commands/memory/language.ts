/** `hindcast language`: says which language is spoken in recordings; their text is made again, and can be restored. */
import { Command } from 'commander';
import { connect, type WhereOptions } from '../../daemon.ts';
import { idFrom } from '../../ids.ts';
import { counted, printable } from '../../output/terminal.ts';

interface Options extends WhereOptions {
  recording?: number[];
  speaker?: number;
  everything?: true;
  since?: string;
  json?: true;
}

export function languageCommand(): Command {
  const command = new Command('language')
    .summary('correct the language of recordings')
    .description(
      'Says which language is spoken in a recording, by a speaker, or in everything. The text is made again from the sound.',
    )
    .addHelpText(
      'afterAll',
      [
        '',
        'Examples:',
        '  $ hindcast language set de --recording 31',
        '  $ hindcast language set fr --speaker 3',
        '  $ hindcast language set de --everything',
        '  $ hindcast language undo --recording 31',
        '  $ hindcast language list',
      ].join('\n'),
    );
  const part = (name: string, description: string) =>
    command
      .command(name)
      .description(description)
      .option('--port <number>', 'port of the service')
      .option('--data-dir <folder>', 'data folder of the service');
  const about = (name: string, description: string) =>
    part(name, description)
      .option('--recording <id...>', 'these recordings', addId)
      .option('--speaker <id>', 'all that this speaker said', idFrom)
      .option('--everything', 'all recordings');
  about('set', 'Corrects the language; "set" with --everything also changes audio.languages.')
    .argument('<code>', 'the language, such as de')
    .action(set);
  about('undo', 'Restores the text that recordings had before they were read again.')
    .option('--since <time>', 'only what was read again since; corrections from before stay')
    .action(undo);
  part('list', 'Lists the languages that speech can be read in.')
    .option('--json', 'print JSON for programs')
    .action(list);
  return command;
}

function addId(text: string, before: number[] | undefined): number[] {
  return [...(before ?? []), idFrom(text)];
}

const selectionOf = ({ recording, speaker, everything }: Options) => ({
  ...(recording && { audio_chunk_ids: recording }),
  ...(speaker !== undefined && { speaker_id: speaker }),
  ...(everything && { everything }),
});

async function set(language: string, options: Options): Promise<void> {
  const { client } = await connect(options);
  const done = await client.post('/audio/language', {
    body: { language, ...selectionOf(options) },
  });
  for (const { audio_chunk_id, new_text } of done.transcriptions) {
    console.log(`Recording ${audio_chunk_id}: ${printable(new_text)}`);
  }
  for (const { audio_chunk_id, code } of done.failed) {
    console.log(`Recording ${audio_chunk_id} stays as it was (${code}).`);
  }
  if (!options.recording) {
    console.log(`${counted(done.chunks_waiting, 'recording')} to read again, one after the other.`);
    console.log(`To take it back: hindcast language undo … --since ${done.asked_at}`);
  }
}

async function undo(options: Options): Promise<void> {
  const { client } = await connect(options);
  const { chunks_restored } = await client.post('/audio/restore-text', {
    body: { ...selectionOf(options), ...(options.since && { since: options.since }) },
  });
  console.log(`As before: the text of ${counted(chunks_restored, 'recording')}.`);
}

async function list({ json, ...where }: Options): Promise<void> {
  const { client } = await connect(where);
  const { data } = await client.get('/audio/languages');
  if (json) console.log(JSON.stringify(data, undefined, 2));
  else for (const { code, name } of data) console.log(`${code.padEnd(4)} ${name}`);
}
