/** `GET` and `POST /backup`: starts a backup and reports how it goes. */

import { isAbsolute } from 'node:path';
import { ServiceError, serviceError } from '#core/errors.ts';
import { iso } from '#serve/request/time.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import { backupStateSchema, startBackupSchema } from './schema.ts';

type State = ReturnType<ServerDeps['backups']['state']>;

export function backupRoutes(app: App, { backups }: Pick<ServerDeps, 'backups'>): void {
  app.get('/backup', { schema: backupStateSchema }, () => toWire(backups.state()));

  app.post('/backup', { schema: startBackupSchema }, (request) => {
    const { path } = request.body;
    // A relative one would depend on the folder in which the service happened to be started.
    if (!isAbsolute(path) || path.includes('\0')) {
      throw serviceError('BAD_REQUEST', {
        reason: 'path: the absolute path of a folder is needed',
      });
    }
    backups.start(path);
    return toWire(backups.state());
  });
}

function toWire({ running, last }: State) {
  return {
    state: running ? ('running' as const) : ('idle' as const),
    ...(running && { path: running.folder, ...running.progress }),
    ...(last && ('made' in last ? { last: toWireMade(last.made) } : toWireError(last.error))),
  };
}

function toWireMade(made: Extract<NonNullable<State['last']>, { made: unknown }>['made']) {
  return {
    path: made.folder,
    made_at: iso(made.madeAtMs),
    files: made.files,
    kept: made.kept,
    bytes: made.bytes,
    missing: made.missing,
    frames: made.rows?.frames ?? null,
    recordings: made.rows?.recordings ?? null,
  };
}

/** Anything but our own errors is a fault, which the log has. */
function toWireError(error: unknown) {
  return error instanceof ServiceError
    ? { error: error.message, error_code: error.code }
    : { error: 'the backup met an unexpected error', error_code: 'INTERNAL_ERROR' };
}
