/** The tool `find_related`: other moments that mean nearly the same as a frame or a recording. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { report } from '../quote.ts';
import { count, RANGE, READ_ONLY, said, type ToolParts } from '../tool.ts';

const SNIPPET = 240;

export function addFindRelated(server: McpServer, { client, line }: ToolParts): void {
  server.registerTool(
    'find_related',
    {
      title: 'Find related moments',
      description:
        'Moments that mean nearly the same as a frame or a recording, the most similar first, without its neighbours in the same window.',
      inputSchema: {
        target: z.enum(['frame', 'audio']),
        id: z.number().int().min(0).describe('The id of the frame or of the audio chunk.'),
        ...RANGE,
        limit: count(60, 10),
      },
      annotations: READ_ONLY,
    },
    async ({ target, id, start_time, end_time, limit }, { signal }) => {
      const moment = target === 'frame' ? { frame_id: id } : { audio_chunk_id: id };
      const wanted = { ...moment, start_time, end_time, limit, max_content_length: SNIPPET };
      const { data, meaning } = await client.related(wanted, { signal });
      const lines = data.map(({ why, ...item }) => line(item, SNIPPET, why.passage ?? undefined));
      const nothing = ['Nothing is related to it.', meaning.hint].filter(Boolean).join(' ');
      return said(report(lines, nothing));
    },
  );
}
