/** The tokens with which runs ask the service. One per run, worthless when it has ended, kept nowhere. */
import { randomBytes } from 'node:crypto';
import type { Grant } from './permissions.ts';

export const PIPE_TOKEN_PREFIX = 'hc_pipe_';

/** Whose run it is, and what it may do. */
export interface PipeRun {
  pipeId: string;
  grant: Grant;
}

export interface PipeTokens {
  issue(run: PipeRun): { token: string; revoke(): void };
  find(token: string): PipeRun | undefined;
}

export function pipeTokens(): PipeTokens {
  const runs = new Map<string, PipeRun>();
  return {
    issue(run) {
      const token = PIPE_TOKEN_PREFIX + randomBytes(32).toString('base64url');
      runs.set(token, run);
      return { token, revoke: () => runs.delete(token) };
    },
    find: (token) => runs.get(token),
  };
}
