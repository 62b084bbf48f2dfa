/**
 * Ties work to the patience of its caller: the signal aborts when the client goes away or when the
 * limit has passed, so that the SQL or the decoding behind it really stops.
 */
import type { FastifyReply } from 'fastify';
import { serviceError } from '#core/errors.ts';
import { RequestTimeoutError } from './request-errors.ts';

export interface Deadline {
  code: 'SEARCH_TIMEOUT' | 'FRAME_TIMEOUT' | 'HEALTH_TIMEOUT';
  limitMs: number;
}

/**
 * Runs `work` with a signal. Rejects with the reason of the abort as soon as it happens, even when
 * the work does not listen: the answer must not wait for a stuck reader. Work that has to clean up
 * does so itself, after its own part of the abort.
 */
export async function withSignal<T>(
  reply: FastifyReply,
  deadline: Deadline | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const aborted = new Promise<never>((_resolve, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason));
  });
  const timer =
    deadline &&
    setTimeout(
      () => controller.abort(new RequestTimeoutError(deadline.code, deadline.limitMs)),
      deadline.limitMs,
    );
  // The response and not the request: a request closes as soon as its body has been read.
  const onClose = () => controller.abort(serviceError('CLIENT_GONE'));
  reply.raw.once('close', onClose);

  try {
    if (reply.raw.destroyed) throw serviceError('CLIENT_GONE');
    // Whatever the aborted work throws later is of no interest: the race has settled by then.
    return await Promise.race([work(controller.signal), aborted]);
  } finally {
    clearTimeout(timer);
    reply.raw.off('close', onClose);
  }
}
