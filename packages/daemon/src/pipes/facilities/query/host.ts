/**
 * `ctx.query`: hands the requests of a run to the service's own HTTP side, with the token of the run, so that the server decides
 * what it may see. All runs together ask one thing at a time and rest as long as each answer took: whoever searches meanwhile
 * keeps a reader of the store and at least half of the time.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { turnstile } from '#store/kernel/turnstile.ts';
import { PipePermissionError } from '../../errors.ts';
import type { ApiAnswer, HostSide, WireAnswer } from '../facility.ts';

const MOST_ANSWER_BYTES = 32 * 1024 * 1024;
const LONGEST_REST_MS = 2_000;
const SHOWN_HEADERS = ['content-type'];

export const queryHost: HostSide = ({ askService }) => {
  const gate = turnstile(1);
  return {
    async query({ token }, [method, path, body], signal) {
      const leave = await gate.enter(signal);
      const startedAtMs = performance.now();
      try {
        const answer = await askService({
          method: method === 'POST' ? 'POST' : 'GET',
          path: typeof path === 'string' && path.startsWith('/') ? path : '/',
          token,
          body: typeof body === 'string' ? body : undefined,
        });
        return toWire(answer);
      } finally {
        const tookMs = performance.now() - startedAtMs;
        void wait(Math.min(tookMs, LONGEST_REST_MS)).then(leave);
      }
    },
  };
};

function toWire({ status, headers, body }: ApiAnswer): WireAnswer {
  if (body.length > MOST_ANSWER_BYTES) {
    throw new PipePermissionError(
      `be given an answer of more than ${MOST_ANSWER_BYTES} bytes`,
      'Ask for less at a time: use limit and offset.',
    );
  }
  const shown = Object.entries(headers).filter(([name]) => SHOWN_HEADERS.includes(name));
  return { status, headers: Object.fromEntries(shown), body: body.toString('base64') };
}
