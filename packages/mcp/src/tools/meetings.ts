/** Lists meetings. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { quote, report } from '../quote.ts';
import { count, RANGE, READ_ONLY, said, type ToolParts } from '../tool.ts';

export function addMeetings(server: McpServer, { client, webUrl }: ToolParts): void {
  server.registerTool(
    'meetings',
    {
      title: 'Meetings',
      description: 'Calls and conversations, newest first. Ask `transcript` with their times.',
      inputSchema: { ...RANGE, limit: count(100, 10) },
      annotations: READ_ONLY,
    },
    async ({ start_time, end_time, limit }, { signal }) => {
      const query = {
        limit,
        ...(start_time !== undefined && { start_time }),
        ...(end_time !== undefined && { end_time }),
      };
      const found = await client.get('/meetings', { query, signal });
      const lines = found.map(
        (one) =>
          `- meeting ${one.id} · ${one.meeting_start} to ${one.meeting_end ?? 'now'} · ${quote(one.meeting_app, 60)} ${quote(one.title ?? '', 100)} · with ${quote(one.attendees ?? 'unknown', 200)} · ${webUrl}/app/audio/${one.id}`,
      );
      return said(report(lines, 'No meetings were found.'));
    },
  );
}
