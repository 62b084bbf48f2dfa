/** `hindcast token`: tokens for programs, people and machines that may read a part of what is stored. */
import { tokenLimits } from '@hindcast/client';
import { Command } from 'commander';
import { connect, type WhereOptions } from '../../daemon.ts';
import { localTime } from '../../output/results.ts';
import { pad, printable, styleFor } from '../../output/terminal.ts';

interface AddOptions extends WhereOptions {
  app?: string[];
  notApp?: string[];
  type?: ('ocr' | 'audio' | 'ui' | 'input')[];
  hours?: string;
  expires?: string;
  frames: boolean;
  sql?: true;
}

export function tokenCommand(): Command {
  const command = new Command('token')
    .summary('give out and revoke tokens that may read a part')
    .description(
      'A token may read what it was given and change nothing. Programs of your own account need none; other users, other machines and\n' +
        'programs that you want to hold to a part send it as "Authorization: Bearer <token>".',
    )
    .addHelpText(
      'afterAll',
      [
        '',
        'Examples:',
        '  $ hindcast token add "work assistant" --app slack code --hours 24',
        '  $ hindcast token list',
        '  $ hindcast token revoke "work assistant"',
      ].join('\n'),
    );
  const part = (name: string, description: string) =>
    command
      .command(name)
      .description(description)
      .option('--port <number>', 'port of the service')
      .option('--data-dir <folder>', 'data folder of the service');
  part('add', 'Makes a token and prints it, once.')
    .argument('<name>', 'what it is for')
    .option(
      '--app <names...>',
      'only apps with these in their name, and no speech unless --type has audio',
    )
    .option('--not-app <names...>', 'no apps with these in their name')
    .option('--type <types...>', 'only these: ocr, audio, ui, input')
    .option('--hours <number>', 'only what is not older than this')
    .option('--expires <time>', 'when it ends: a date or a time')
    .option('--no-frames', 'texts only, no pictures')
    .option('--sql', 'raw SQL too; only for a token without other limits')
    .action(add);
  part('list', 'Lists the tokens.').option('--json', 'print JSON for programs').action(list);
  part('revoke', 'Ends a token at once.').argument('<name>').action(revoke);
  return command;
}

async function add(name: string, options: AddOptions): Promise<void> {
  const { app, notApp, type, hours, expires, frames, sql, ...where } = options;
  const { client } = await connect(where);
  const permissions = {
    ...(app && { allow_apps: app }),
    ...(notApp && { deny_apps: notApp }),
    ...(type && { content_types: type }),
    ...(hours !== undefined && { time_range: { last_hours: Number(hours) } }),
    ...(!frames && { frames: false }),
    ...(sql && { raw_sql: true }),
  };
  const body = { name, permissions, ...(expires !== undefined && { expires_at: expires }) };
  const { token } = await client.post('/access-tokens', { body });
  console.error('This is the only time it is shown:');
  console.log(token);
}

async function list({ json, ...where }: WhereOptions & { json?: true }): Promise<void> {
  const { client } = await connect(where);
  const { data } = await client.get('/access-tokens');
  if (json) return console.log(JSON.stringify(data, undefined, 2));
  if (data.length === 0) return console.log('There are no tokens.');
  const style = styleFor(process.stdout, process.env);
  const line = (cells: readonly string[]) =>
    `${pad(cells[0] ?? '', 24)}  ${pad(cells[1] ?? '', 16)}  ${pad(cells[2] ?? '', 16)}  ${cells[3] ?? ''}`;
  console.log(style.dim(line(['Name', 'Made', 'Ends', 'May read'])));
  for (const { name, created_at, expires_at, permissions } of data) {
    const ends = expires_at === null ? 'never' : localTime(expires_at);
    console.log(
      line([printable(name), localTime(created_at), ends, printable(tokenLimits(permissions))]),
    );
  }
}

async function revoke(name: string, where: WhereOptions): Promise<void> {
  const { client } = await connect(where);
  await client.delete('/access-tokens/{name}', { path: { name } });
  console.log(`The token "${printable(name)}" is not valid any more.`);
}
