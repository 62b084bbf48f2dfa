/** Lists what was said in a time. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { report } from '../quote.ts';
import { count, RANGE, READ_ONLY, said, type ToolParts } from '../tool.ts';

export function addTranscript(server: McpServer, { client, line }: ToolParts): void {
  server.registerTool(
    'transcript',
    {
      title: 'Transcript',
      description: 'What was said in a time, in order.',
      inputSchema: { ...RANGE, limit: count(500, 50) },
      annotations: READ_ONLY,
    },
    async ({ start_time, end_time, limit }, { signal }) => {
      const wanted = { content_type: 'audio', start_time, end_time, limit };
      const { data, pagination } = await client.timeline(wanted, { signal });
      const lines = data.map((item) => line(item, 1_000));
      const more = pagination.total > data.length ? [`(${pagination.total} lines in all)`] : [];
      return said(report(lines.length > 0 ? [...lines, ...more] : [], 'Nothing was said then.'));
    },
  );
}
