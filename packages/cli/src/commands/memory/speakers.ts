/** `hindcast speakers`: who is heard, what they are called, and corrections. */
import type { Answer } from '@hindcast/client';
import { Command } from 'commander';
import { isConfirmed } from '../../confirm.ts';
import {
  clientOf,
  connect,
  findRunning,
  findServiceFolder,
  type Service,
  SettingsError,
  type WhereOptions,
} from '../../daemon.ts';
import { idFrom } from '../../ids.ts';
import {
  type Assignment,
  forgetAssignment,
  keepAssignment,
  readAssignment,
} from '../../last-assignment.ts';
import { speakerTable } from '../../output/speaker-table.ts';
import { columns, counted, printable, styleFor } from '../../output/terminal.ts';

interface Options extends WhereOptions {
  json?: true;
  yes?: true;
  similar: boolean;
}

/** The most heard ones; whoever has named these gets the next. */
const UNNAMED_SHOWN = 50;
const TAKE_BACK = 'To take it back: hindcast speakers undo';

export function speakersCommand(): Command {
  const command = new Command('speakers')
    .summary('name the voices that are heard')
    .description('Shows who is heard, gives voices their names and corrects what was mistaken.')
    .addHelpText(
      'afterAll',
      [
        '',
        'Examples:',
        '  $ hindcast speakers list',
        '  $ hindcast speakers name 3 "Rosa Lind"',
        '  $ hindcast speakers merge 3 7',
        '  $ hindcast speakers assign 31 Rosa',
        '  $ hindcast speakers undo',
      ].join('\n'),
    );
  const part = (name: string, description: string) =>
    command
      .command(name)
      .description(description)
      .option('--port <number>', 'port of the service')
      .option('--data-dir <folder>', 'data folder of the service');
  const partOfOne = (name: string, description: string) =>
    part(name, description).argument('<id>', 'the id of the speaker', idFrom);

  part('list', 'Lists named speakers, then those without a name, the most heard first.')
    .option('--json', 'print JSON for programs')
    .action(list);
  partOfOne('similar', 'Lists speakers who sound alike: perhaps they are the same person.')
    .option('--json', 'print JSON for programs')
    .action(listSimilar);
  partOfOne('name', 'Names a speaker; an empty name takes the name away.')
    .argument('<name>', 'the new name')
    .action(rename);
  part('merge', 'Makes two speakers one.')
    .argument('<keep>', 'the id of the speaker that stays', idFrom)
    .argument('<other>', 'the id of the speaker whose words become those of the first', idFrom)
    .action(merge);
  partOfOne('delete', 'Deletes a speaker with everything said. This cannot be undone.')
    .option('--yes', 'do not ask')
    .action(remove);
  partOfOne('hide', 'Hides a voice that is none (music, noise) with all its words.').action(
    (id: number, options: Options) => setHidden(id, true, options),
  );
  partOfOne('unhide', 'Undoes "hide".').action((id: number, options: Options) =>
    setHidden(id, false, options),
  );
  part('assign', 'Says who speaks in a recording; unnamed voices that sound like it follow.')
    .argument('<recording>', 'the id of the recording', idFrom)
    .argument('<name>', 'who speaks')
    .option('--no-similar', 'change nothing but this recording')
    .action(assign);
  part('undo', 'Undoes the last "assign" or "merge".').action(undo);
  return command;
}

async function list({ json, ...where }: Options): Promise<void> {
  const { client } = await connect(where);
  const named = await client.get('/speakers/search');
  const unnamed = await client.get('/speakers/unnamed', { query: { limit: UNNAMED_SHOWN } });
  print([...named, ...unnamed], json, 'Nobody was heard yet.');
}

async function listSimilar(id: number, { json, ...where }: Options): Promise<void> {
  const { client } = await connect(where);
  const speakers = await client.get('/speakers/similar', { query: { speaker_id: id } });
  print(speakers, json, 'Nobody sounds like that.');
}

function print(
  speakers: Answer<'/speakers/search', 'get'>,
  json: true | undefined,
  none: string,
): void {
  if (json) {
    console.log(JSON.stringify(speakers, undefined, 2));
    return;
  }
  const style = styleFor(process.stdout, process.env);
  console.log(
    speakers.length === 0
      ? none
      : speakerTable(speakers, { columns: columns(process.stdout), style }),
  );
}

async function rename(id: number, name: string, where: Options): Promise<void> {
  const { client } = await connect(where);
  const speaker = await client.post('/speakers/update', { body: { id, name } });
  const text = speaker.name === '' ? 'has no name now' : `is ${printable(speaker.name)}`;
  console.log(`Speaker ${id} ${text}.`);
}

async function merge(keep: number, other: number, where: Options): Promise<void> {
  const service = await findRunning(where, findServiceFolder);
  const { old_assignments } = await clientOf(service).post('/speakers/merge', {
    body: { speaker_to_keep_id: keep, speaker_to_merge_id: other },
  });
  console.log(`What speaker ${other} said is now speaker ${keep}’s.`);
  rememberFor(service, old_assignments);
}

async function remove(id: number, { yes, ...where }: Options): Promise<void> {
  const { client } = await connect(where);
  if (!yes && !(await isConfirmed(`Delete speaker ${id} with everything said? [y/N] `))) {
    console.log('Nothing was deleted.');
    return;
  }
  await client.post('/speakers/delete', { body: { id } });
  console.log(`Speaker ${id} is deleted.`);
}

async function setHidden(id: number, hallucination: boolean, where: Options): Promise<void> {
  const { client } = await connect(where);
  await client.post('/speakers/hallucination', { body: { speaker_id: id, hallucination } });
  console.log(`Speaker ${id} is ${hallucination ? 'hidden' : 'shown again'}.`);
}

async function assign(
  recording: number,
  name: string,
  { similar, ...where }: Options,
): Promise<void> {
  const service = await findRunning(where, findServiceFolder);
  const done = await clientOf(service).post('/speakers/reassign', {
    body: { audio_chunk_id: recording, new_speaker_name: name, propagate_similar: similar },
  });
  const who = `${printable(done.new_speaker_name)} (speaker ${done.new_speaker_id})`;
  console.log(`Now of ${who}: ${counted(done.transcriptions_updated, 'piece')} of speech.`);
  rememberFor(service, done.old_assignments);
}

/** Where nothing was moved there is nothing to take back: what was done before it still can be. */
function rememberFor(
  { url, dataDir }: Service,
  old_assignments: Assignment['old_assignments'],
): void {
  if (old_assignments.length === 0) return;
  keepAssignment(dataDir, { url, old_assignments });
  console.log(TAKE_BACK);
}

async function undo(where: Options): Promise<void> {
  const service = await findRunning(where, findServiceFolder);
  const last = readAssignment(service.dataDir);
  if (last === undefined) {
    console.log('There is nothing to undo.');
    return;
  }
  if (last.url !== service.url)
    throw new SettingsError(`the last change was made on ${last.url}, this is ${service.url}`);
  const { old_assignments } = last;
  const { restored } = await clientOf(service).post('/speakers/undo-reassign', {
    body: { old_assignments },
  });
  forgetAssignment(service.dataDir);
  console.log(`As before: ${counted(restored, 'piece')} of speech.`);
}
