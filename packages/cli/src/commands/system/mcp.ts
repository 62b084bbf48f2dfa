/** `hindcast mcp`: gives an assistant the tools to search and look. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { Command } from 'commander';
import { findRunning, type WhereOptions } from '../../daemon.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', '..', '..', 'mcp', 'src', 'main.ts');

export function mcpCommand(): Command {
  return new Command('mcp')
    .summary('let an assistant search and look (MCP)')
    .description(
      'Serves the tools search, timeline, frame, transcript, activity_summary, meetings, speakers, tag and status to an assistant, over\n' +
        'the standard streams or, with --http, on an address of this machine.',
    )
    .option('--http <port>', 'serve streamable HTTP on this port instead of the standard streams')
    .option('--port <number>', 'port of the service')
    .option('--data-dir <folder>', 'data folder of the service')
    .addHelpText(
      'after',
      [
        '',
        'Examples:',
        '  $ hindcast mcp',
        '  $ hindcast mcp --http 3031',
        '',
        'Set-up for an assistant: { "mcpServers": { "hindcast": { "command": "hindcast", "args": ["mcp"] } } }',
      ].join('\n'),
    )
    .action(serve);
}

async function serve({ http, ...where }: WhereOptions & { http?: string }): Promise<void> {
  const { url, accessToken } = await findRunning(where);
  const args = [PROGRAM, '--url', url, ...(http === undefined ? [] : ['--http', http])];
  // Not an argument: every user of the machine can read those.
  const env = { ...process.env, ...(accessToken && { HINDCAST_ACCESS_TOKEN: accessToken }) };
  const child = spawn(process.execPath, args, { stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => child.kill(signal));
  }
  process.exitCode = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 0));
  });
}
