/** Counts minutes per application and site. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { quote, report } from '../quote.ts';
import { READ_ONLY, said, type ToolParts } from '../tool.ts';

export function addActivitySummary(server: McpServer, { client, momentLink }: ToolParts): void {
  server.registerTool(
    'activity_summary',
    {
      title: 'Activity',
      description: 'Minutes per application and site in a time.',
      inputSchema: {
        start_time: z.string().describe('From when.'),
        end_time: z.string().default('now').describe('Until when.'),
      },
      annotations: READ_ONLY,
    },
    async ({ start_time, end_time }, { signal }) => {
      const query = { start_time, end_time };
      const found = await client.get('/activity-summary', { query, signal });
      const share = ({ name, minutes }: { name: string; minutes: number }) =>
        `- ${quote(name, 80)}: ${minutes} min`;
      const apps = found.apps.map(share);
      const sites = found.sites.map(share);
      const lines = [
        `${found.time_range.start} to ${found.time_range.end}, ${found.total_frames} frames · ${momentLink(found.time_range.start)}`,
        ...(apps.length > 0 ? ['Applications:', ...apps] : []),
        ...(sites.length > 0 ? ['Sites:', ...sites] : []),
        `Speech: ${found.audio_summary.segment_count} lines.`,
      ];
      return said(report(lines, ''));
    },
  );
}
