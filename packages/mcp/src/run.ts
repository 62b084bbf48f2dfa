/** Carries the tools to an assistant: over the standard streams, or over HTTP on this machine only. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { isOfSameUser } from './same-user.ts';

const OTHER_USER = 'Another user of this machine started this; it answers only to them.\n';

export async function runOnStdio(server: McpServer): Promise<void> {
  await server.connect(new StdioServerTransport());
}

/** Without sessions: every request has its own server, so nothing is kept between them. */
export async function runOnHttp(
  makeServer: () => McpServer,
  port: number,
): Promise<{ url: string; close(): void }> {
  let allowedHosts: string[] = [];
  const verdicts = new WeakMap<Socket, Promise<boolean>>();
  const http = createServer((request, response) => {
    answer(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url !== '/mcp') {
      response.writeHead(404).end();
      return;
    }
    if (!(await verdicts.get(request.socket))) {
      response.writeHead(403, { 'content-type': 'text/plain' }).end(OTHER_USER);
      return;
    }
    const server = makeServer();
    const transport = new StreamableHTTPServerTransport({
      // Web pages must not reach it, also not by a name that they let point here.
      enableDnsRebindingProtection: true,
      allowedHosts,
      allowedOrigins: allowedHosts.map((host) => `http://${host}`),
    });
    response.once('close', () => {
      void transport.close();
      void server.close();
    });
    await server.connect(transport as Parameters<McpServer['connect']>[0]);
    await transport.handleRequest(request, response);
  }

  http.on('connection', (socket: Socket) => verdicts.set(socket, isOfSameUser(socket)));
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, '127.0.0.1', resolve);
  });
  const bound = (http.address() as AddressInfo).port;
  allowedHosts = [`127.0.0.1:${bound}`, `localhost:${bound}`];
  return {
    url: `http://127.0.0.1:${bound}/mcp`,
    close: () => {
      http.close();
      http.closeAllConnections();
    },
  };
}
