/** Makes the `PipeContext` that a pipe is given: every facility is a message to the host and its answer. */
import { HindcastError } from '@hindcast/client';
import type { PipeContext } from '@hindcast/pipe-sdk';
import { openFacilities } from '@hindcast/pipe-sdk/facilities';
import type { FromChild, ToChild } from '../run/protocol.ts';

/** Longer lines are cut by the host anyway. */
const MOST_MESSAGE_CHARACTERS = 8_192;

export function makeContext(tell: (message: FromChild) => void) {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const stop = new AbortController();
  let lastCall = 0;

  function call<T>(facility: string, ...args: unknown[]): Promise<T> {
    lastCall += 1;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(lastCall, answer);
    tell({ kind: 'call', call: lastCall, facility, arguments: args });
    return answer.promise as Promise<T>;
  }

  function log(level: 'debug' | 'info' | 'warn' | 'error') {
    return (message: string) =>
      tell({ kind: 'log', level, message: String(message).slice(0, MOST_MESSAGE_CHARACTERS) });
  }

  return {
    receive(message: Exclude<ToChild, { kind: 'begin' }>): void {
      if (message.kind === 'stop') {
        stop.abort(new Error('the run is to end'));
        return;
      }
      const answer = waiting.get(message.call);
      waiting.delete(message.call);
      if (message.kind === 'answer') answer?.resolve(message.value);
      else {
        const { code, hint } = message;
        answer?.reject(new HindcastError(code, message.message, { hint }));
      }
    },

    open(begin: Extract<ToChild, { kind: 'begin' }>): PipeContext {
      return {
        pipeId: begin.pipeId,
        config: Object.freeze(begin.config),
        outputFolder: begin.outputFolder,
        signal: stop.signal,
        ...openFacilities(call),
        log: { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') },
      };
    },
  };
}
