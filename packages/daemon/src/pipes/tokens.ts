/** The tokens with which runs ask the service. One per run, worthless when it has ended, kept nowhere. */
import { randomBytes } from 'node:crypto';
import type { Grant } from './permissions.ts';

export const PIPE_TOKEN_PREFIX = 'hc_pipe_';

export interface PipeTokens {
  issue(grant: Grant): { token: string; revoke(): void };
  find(token: string): Grant | undefined;
}

export function pipeTokens(): PipeTokens {
  const grants = new Map<string, Grant>();
  return {
    issue(grant) {
      const token = PIPE_TOKEN_PREFIX + randomBytes(32).toString('base64url');
      grants.set(token, grant);
      return { token, revoke: () => grants.delete(token) };
    },
    find: (token) => grants.get(token),
  };
}
