/** `hindcast tags`: the tags of a frame or a recording, and which there are. */
import type { HindcastClient } from '@hindcast/client';
import { Command } from 'commander';
import { connect, type WhereOptions } from '../../daemon.ts';
import { idFrom } from '../../ids.ts';
import { counted, printable } from '../../output/terminal.ts';

interface Options extends WhereOptions {
  audio?: true;
  json?: true;
}

/** Every tag that something has, with how much has it. */
const ALL_TAGS = `
  SELECT name, SUM(frames) AS frames, SUM(recordings) AS recordings FROM (
    SELECT tag_id, 1 AS frames, 0 AS recordings FROM vision_tags
    UNION ALL SELECT tag_id, 0, 1 FROM audio_tags
  ) JOIN tags ON tags.id = tag_id GROUP BY name ORDER BY name`;

export function tagsCommand(): Command {
  const command = new Command('tags')
    .summary('tag frames and recordings')
    .description('Adds, removes and lists tags of frames and, with --audio, of recordings.')
    .addHelpText(
      'afterAll',
      [
        '',
        'Examples:',
        '  $ hindcast tags list',
        '  $ hindcast tags add 812 invoice "to do"',
        '  $ hindcast tags list 812',
        '  $ hindcast tags remove 31 call --audio',
      ].join('\n'),
    );
  const part = (name: string, description: string) =>
    command
      .command(name)
      .description(description)
      .option('--audio', 'the id is that of a recording')
      .option('--port <number>', 'port of the service')
      .option('--data-dir <folder>', 'data folder of the service');
  part('list', 'Lists the tags of a frame or a recording; all that are in use, without an id.')
    .argument('[id]', 'the id of the frame or recording', idFrom)
    .option('--json', 'print JSON for programs')
    .action(list);
  part('add', 'Adds tags.')
    .argument('<id>', 'the id of the frame or recording', idFrom)
    .argument('<tags...>', 'what to add')
    .action((id: number, tags: string[], options: Options) => change('post', id, tags, options));
  part('remove', 'Removes tags.')
    .argument('<id>', 'the id of the frame or recording', idFrom)
    .argument('<tags...>', 'what to remove')
    .action((id: number, tags: string[], options: Options) => change('delete', id, tags, options));
  return command;
}

async function change(
  method: 'post' | 'delete',
  id: number,
  tags: string[],
  { audio, ...where }: Options,
): Promise<void> {
  const { client } = await connect(where);
  const path = { content_type: audio ? 'audio' : 'vision', id } as const;
  const wanted = { path, body: { tags } };
  if (method === 'post') await client.post('/tags/{content_type}/{id}', wanted);
  else await client.delete('/tags/{content_type}/{id}', wanted);
  const left = (await tagsOf(client, id, audio)).map(printable).join(', ');
  console.log(`${audio ? 'Recording' : 'Frame'} ${id}: ${left || 'no tags'}`);
}

async function list(id: number | undefined, { audio, json, ...where }: Options): Promise<void> {
  const { client } = await connect(where);
  if (id === undefined) {
    await listAll(client, json);
    return;
  }
  const tags = await tagsOf(client, id, audio);
  if (json) console.log(JSON.stringify(tags, undefined, 2));
  else console.log(tags.map(printable).join('\n') || 'No tags.');
}

async function listAll(client: HindcastClient, json: true | undefined): Promise<void> {
  const rows = await client.sql(ALL_TAGS);
  if (json) {
    console.log(JSON.stringify(rows, undefined, 2));
    return;
  }
  if (rows.length === 0) console.log('Nothing is tagged yet.');
  for (const { name, frames, recordings } of rows) {
    const inUse = `${counted(Number(frames), 'frame')}, ${counted(Number(recordings), 'recording')}`;
    console.log(`${printable(String(name))}  (${inUse})`);
  }
}

async function tagsOf(
  client: HindcastClient,
  id: number,
  audio: true | undefined,
): Promise<string[]> {
  if (!audio) {
    const { tags } = await client.post('/tags/vision/batch', { body: { frame_ids: [id] } });
    return tags[String(id)] ?? [];
  }
  // No route reports the tags of one recording.
  const rows = await client.sql(
    `SELECT name FROM audio_tags JOIN tags ON tags.id = tag_id WHERE audio_chunk_id = ${id} ORDER BY name`,
  );
  return rows.map(({ name }) => String(name));
}
