/** Finds words on the screen and in speech. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { report } from '../quote.ts';
import { count, RANGE, READ_ONLY, said, type ToolParts } from '../tool.ts';

const SNIPPET = 240;

export function addSearch(server: McpServer, { client, line }: ToolParts): void {
  server.registerTool(
    'search',
    {
      title: 'Search',
      description:
        'Finds words on the screen and in speech, newest first. All words must occur; "quotes" hold a phrase, a final * finds beginnings.',
      inputSchema: {
        query: z.string().describe('Words to find; empty lists what is newest.'),
        type: z.enum(['all', 'screen', 'speech']).default('all'),
        app: z.string().optional().describe('Part of the name of the application.'),
        ...RANGE,
        limit: count(100, 10),
      },
      annotations: READ_ONLY,
    },
    async ({ query, type, app, start_time, end_time, limit }, { signal }) => {
      const content_type = { all: 'all', screen: 'ocr', speech: 'audio' }[type];
      const page = await client.search(
        { q: query, content_type, app_name: app, start_time, end_time, limit },
        { signal },
      );
      const { total } = page.pagination;
      const lines = page.data.map((item) => line(item, SNIPPET));
      const head = `${page.data.length} of ${total} matches.`;
      return said(report(lines.length > 0 ? [head, ...lines] : [], 'Nothing was found.'));
    },
  );
}
