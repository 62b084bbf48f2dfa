/** Lists people whose voices have names. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { quote, report } from '../quote.ts';
import { READ_ONLY, said, type ToolParts } from '../tool.ts';

export function addSpeakers(server: McpServer, { client }: ToolParts): void {
  server.registerTool(
    'speakers',
    {
      title: 'Speakers',
      description: 'People whose voices have names, by the beginning of the name.',
      inputSchema: { name: z.string().default('').describe('How the name begins.') },
      annotations: READ_ONLY,
    },
    async ({ name }, { signal }) => {
      const found = await client.get('/speakers/search', { query: { name }, signal });
      const lines = found.map((one) => `- speaker ${one.id} · ${quote(one.name, 100)}`);
      return said(report(lines, 'No named speakers.'));
    },
  );
}
