/** Sends one page of items as JSON text: shared by search and timeline. */
import type { FastifyReply } from 'fastify';
import type { Static } from 'typebox';
import type { ServerDeps } from '#serve/server-deps.ts';
import { pageWithFrames } from './page-with-frames.ts';
import type { ItemPage } from './schema.ts';
import { serialisePage } from './serialise-page.ts';

export function sendPage(
  deps: Pick<ServerDeps, 'store' | 'media' | 'log'>,
  reply: FastifyReply,
  page: Static<typeof ItemPage>,
  includeFrames: boolean,
): FastifyReply {
  reply.type('application/json; charset=utf-8');
  if (!includeFrames) return reply.send(serialisePage(page));
  const closed = new AbortController();
  // Not when the stream closes: that waits for the image which is being read.
  reply.raw.once('close', () => closed.abort());
  return reply.send(pageWithFrames(deps, page, closed.signal));
}
