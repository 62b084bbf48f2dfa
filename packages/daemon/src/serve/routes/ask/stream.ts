/** `GET /ask/stream`: the parts of an answer, each as soon as it is known. */
import { ask } from '#ask/ask.ts';
import type { ReplyPart } from '#ask/records.ts';
import { ServiceError, serviceError } from '#core/errors.ts';
import { errorBody } from '#serve/errors.ts';
import type { Streams } from '#serve/http/sockets.ts';
import { eventReplies } from '#serve/request/schema.ts';
import type { ServerDeps } from '#serve/server-deps.ts';
import { askParameters } from './schema.ts';
import { toRequest, toWireEvidence, toWireUnderstood } from './wire.ts';

export function askStream(streams: Streams, deps: ServerDeps): void {
  streams.add({
    path: '/ask/stream',
    kind: 'events',
    schema: {
      tags: ['streams'],
      summary: 'The parts of the answer of /ask, as they are known',
      querystring: askParameters.schema,
      response: eventReplies,
    },
    // Streams are closed to tokens, so a person asks.
    read: (query) => toRequest(query, deps.nowMs(), true),
    serve(stream, asked) {
      const closed = new AbortController();
      stream.onEnd(() => closed.abort());
      const send = (name: string, data: unknown) => stream.send(JSON.stringify({ name, data }));
      const onPart = (part: ReplyPart) =>
        send(part.kind, toWirePart(part, asked.timeZone, deps.nowMs()));
      ask(deps, asked, closed.signal, onPart)
        .then(
          () => send('done', {}),
          (error: unknown) => send('error', errorBody(toServiceError(error))),
        )
        .finally(() => stream.close('the answer is complete'));
    },
  });
}

/** The message of any other error may hold what was captured. */
function toServiceError(error: unknown): ServiceError {
  return error instanceof ServiceError ? error : serviceError('INTERNAL_ERROR');
}

function toWirePart(part: ReplyPart, timeZone: string, nowMs: number): unknown {
  switch (part.kind) {
    case 'understood': {
      const { question, query, understood } = part;
      return {
        question,
        query,
        understood: understood.map((one) => toWireUnderstood(one, timeZone, nowMs)),
      };
    }
    case 'evidence':
      return {
        evidence: part.evidence.map(toWireEvidence),
        nothing_found: part.isNothingFound,
        meaning: part.meaning,
      };
    case 'answer':
      return { answer: part.answer, assistant: part.assistant };
  }
}
