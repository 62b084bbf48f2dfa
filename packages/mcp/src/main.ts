/** The program behind `hindcast mcp`: `--url` of the service, `--http <port>` in place of the standard streams, the token from the environment. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hindcastClient } from '@hindcast/client';
import { runOnHttp, runOnStdio } from './run.ts';
import { mcpServer } from './server.ts';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3030' },
    http: { type: 'string' },
  },
});
const file = join(import.meta.dirname, '..', 'package.json');
const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
const accessToken = process.env.HINDCAST_ACCESS_TOKEN;
const userAgent = `hindcast-mcp/${version}`;
const client = hindcastClient({
  baseUrl: values.url,
  userAgent,
  ...(accessToken && { accessToken }),
});
const makeServer = () => mcpServer({ client, webUrl: values.url, version });

if (values.http === undefined) {
  await runOnStdio(makeServer());
} else {
  const { url } = await runOnHttp(makeServer, Number(values.http));
  process.stdout.write(`Assistants find the tools on ${url}\n`);
}
