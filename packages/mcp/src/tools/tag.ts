/** Adds tags; the one tool that changes something. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { said, type ToolParts } from '../tool.ts';

export function addTag(server: McpServer, { client }: ToolParts): void {
  server.registerTool(
    'tag',
    {
      title: 'Tag',
      description: 'Adds tags to a frame or an audio chunk, so that it is found by them.',
      inputSchema: {
        target: z.enum(['frame', 'audio']),
        id: z.number().int().min(0),
        tags: z.array(z.string().min(1)).min(1).max(20),
      },
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    async ({ target, id, tags }, { signal }) => {
      const content_type = target === 'frame' ? 'vision' : 'audio';
      const path = { content_type, id } as const;
      await client.post('/tags/{content_type}/{id}', { path, body: { tags }, signal });
      return said(`Tagged ${target} ${id}.`);
    },
  );
}
