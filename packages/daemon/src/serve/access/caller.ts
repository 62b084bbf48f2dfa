/**
 * Who asks, in words for a person: a pipe, a token, a web page, an assistant, our own command, or another program. Programs name
 * themselves, so the name is what an honest one says, not a proof.
 */
import type { FastifyRequest } from 'fastify';
import { isLoopbackAddress } from '#core/listen.ts';
import { isLoopbackHost } from './guard.ts';

export interface Caller {
  kind: 'pipe' | 'token' | 'page' | 'assistant' | 'command' | 'program' | 'machine';
  name: string;
}

const MAX_NAME = 60;
const OWN_PROGRAMS: Readonly<Record<string, Caller>> = {
  'hindcast-cli': { kind: 'command', name: 'hindcast' },
  'hindcast-mcp': { kind: 'assistant', name: 'hindcast mcp' },
};

/** Of a request without a token of ours. */
export function callerOf(request: FastifyRequest): Caller {
  const { origin, host, 'sec-fetch-site': site, 'user-agent': agent } = request.headers;
  const remote = request.socket.remoteAddress ?? '';
  if (!isLoopbackAddress(remote)) return { kind: 'machine', name: shown(remote) };
  // A page whose name was turned to this machine has our origin, too, but not our name.
  const isOurName = isLoopbackHost(host ?? '');
  if (origin !== undefined) {
    const from = URL.parse(origin)?.host;
    return { kind: 'page', name: isOurName && from === host ? 'own page' : shown(from ?? origin) };
  }
  if (site !== undefined) {
    const isOwn = isOurName && site === 'same-origin';
    return { kind: 'page', name: isOwn ? 'own page' : 'an address that was opened' };
  }
  const program = shown(agent?.split(/[\s/(]/)[0] ?? '');
  return OWN_PROGRAMS[program] ?? { kind: 'program', name: program || 'unnamed' };
}

function shown(name: string): string {
  return name.replace(/[^\x20-\x7e]/g, '').slice(0, MAX_NAME);
}
