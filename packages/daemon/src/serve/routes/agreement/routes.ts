/** `GET /agreement` and `POST /agreement`: whether the person has agreed to be recorded. Answered in every state of the store. */

import type { FastifyRequest } from 'fastify';
import { serviceError } from '#core/errors.ts';
import { callerOf } from '#serve/access/caller.ts';
import { isoOrNull } from '#serve/request/time.ts';
import type { App } from '#serve/server-deps.ts';
import type { AgreementControl } from '#serve/vault/agreement-control.ts';
import { agreementSchema, agreeSchema } from './schema.ts';

export function agreementRoutes(app: App, { agreement }: { agreement: AgreementControl }): void {
  function state() {
    const { state, givenAtMs, startsAtLogin } = agreement.status();
    return {
      state,
      given_at: isoOrNull(givenAtMs),
      starts_at_login: startsAtLogin,
      data_dir: agreement.dataDir,
      start_command: agreement.startCommand,
    };
  }

  app.get('/agreement', { schema: agreementSchema }, async () => state());

  app.post('/agreement', { schema: agreeSchema }, async (request) => {
    if (!isPersonHere(request)) throw serviceError('AGREEMENT_NOT_LOCAL');
    await agreement.give(request.body?.start_at_login);
    return state();
  });
}

/** Our own page or our own command on this machine: other programs must not agree for a person. */
function isPersonHere(request: FastifyRequest): boolean {
  const { kind, name } = callerOf(request);
  return kind === 'command' || (kind === 'page' && name === 'own page');
}
