/** Says whether screen and sound are being recorded. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { READ_ONLY, said, type ToolParts } from '../tool.ts';

export function addStatus(server: McpServer, { client }: ToolParts): void {
  server.registerTool(
    'status',
    {
      title: 'Status',
      description: 'Whether screen and sound are being recorded right now, and what is missing.',
      inputSchema: {},
      annotations: READ_ONLY,
    },
    async (_input, { signal }) => {
      const { status, message, verbose_instructions, last_frame_timestamp } = await client.health({
        signal,
      });
      const lines = [
        `${status}: ${message}`,
        `Last picture: ${last_frame_timestamp ?? 'none yet'}`,
        ...(verbose_instructions ? [verbose_instructions] : []),
      ];
      return said(lines.join('\n'));
    },
  );
}
