/** Shows a frame: its picture and its text. Also a resource, by its id. */
import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { quote, report } from '../quote.ts';
import { type Content, READ_ONLY, type ToolParts } from '../tool.ts';

const LONG_TEXT = 4_000;
const IMAGE_WIDTH = 1_280;

export function addFrame(server: McpServer, { client, frameLink }: ToolParts): void {
  server.registerTool(
    'frame',
    {
      title: 'Look at a frame',
      description: 'The picture of a frame and the text on it. Personal data can be covered.',
      inputSchema: {
        id: z.number().int().min(0).describe('The id of the frame.'),
        image: z.boolean().default(true).describe('With the picture.'),
        redact: z.boolean().default(false).describe('Cover personal data on the picture.'),
      },
      annotations: READ_ONLY,
    },
    async ({ id, image, redact }, { signal }) => {
      const context = await client.get('/frames/{frame_id}/context', {
        path: { frame_id: id },
        signal,
      });
      const { timestamp, app_name, window_name } = await client.frameMetadata(id, { signal });
      const text = redact ? '' : `\n${quote(context.text ?? '', LONG_TEXT)}`;
      const head = `- frame ${id} · ${timestamp} · ${quote(app_name, 60)} ${quote(window_name, 100)} · ${frameLink(id)}`;
      const content: Content[] = [{ type: 'text', text: report([head + text], '') }];
      if (image) {
        const options = { width: IMAGE_WIDTH, redact_pii: redact, signal };
        const jpeg = await client.frameImage(id, options);
        const data = Buffer.from(jpeg).toString('base64');
        content.push({ type: 'image', data, mimeType: 'image/jpeg' });
      }
      return { content };
    },
  );

  server.registerResource(
    'frame',
    new ResourceTemplate('hindcast://frames/{id}', { list: undefined }),
    {
      title: 'A captured frame',
      description: 'The picture of a frame by its id.',
      mimeType: 'image/jpeg',
    },
    async (uri, { id }, { signal }) => {
      const jpeg = await client.frameImage(Number(id), { width: IMAGE_WIDTH, signal });
      const blob = Buffer.from(jpeg).toString('base64');
      return { contents: [{ uri: uri.href, mimeType: 'image/jpeg', blob }] };
    },
  );
}
