/** Says what was on the screen when. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { quote, report } from '../quote.ts';
import { READ_ONLY, said, type ToolParts, time } from '../tool.ts';

export function addTimeline(server: McpServer, { client, frameLink }: ToolParts): void {
  server.registerTool(
    'timeline',
    {
      title: 'Timeline',
      description: 'What was on the screen when: stretches of one application and window.',
      inputSchema: {
        start_time: z.string().describe('From when: RFC 3339, a date, or relative.'),
        end_time: time('Until when; now when absent'),
        max: z.number().int().min(10).max(400).default(50).describe('How many stretches.'),
      },
      annotations: READ_ONLY,
    },
    async ({ start_time, end_time, max }, { signal }) => {
      const query = { start_time, max, ...(end_time !== undefined && { end_time }) };
      const { data } = await client.get('/timeline/segments', { query, signal });
      const lines = data.map(
        (one) =>
          `- ${one.start} to ${one.end} · ${quote(one.app_name, 60)} ${quote(one.window_name, 100)} · ${one.frames} frames from ${one.first_frame_id} · ${frameLink(one.first_frame_id)}`,
      );
      return said(report(lines, 'Nothing was captured in that time.'));
    },
  );
}
