/**
 * A speech service with the transcription interface of OpenAI on a port of this machine. What it hears is answered by whoever opens it;
 * what it was asked is kept for the test.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly fields: Readonly<Record<string, string>>;
  readonly samples: Int16Array;
}

const WAV_HEADER_BYTES = 44;

export async function openAiServer(
  answer: (asked: Asked, response: ServerResponse) => Promise<void> | void,
) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void read(request).then(async (one) => {
      asked.push(one);
      await answer(one, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function read(request: IncomingMessage): Promise<Asked> {
  const bytes = Buffer.concat(await request.toArray());
  const form = await new Response(bytes, {
    headers: { 'content-type': request.headers['content-type'] ?? '' },
  }).formData();
  const file = form.get('file');
  const wav = file instanceof Blob ? await file.arrayBuffer() : new ArrayBuffer(WAV_HEADER_BYTES);
  return {
    path: request.url ?? '',
    headers: request.headers,
    fields: Object.fromEntries(
      [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
    samples: new Int16Array(wav.slice(WAV_HEADER_BYTES)),
  };
}

export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
