/** Fetches a package of the npm registry as an archive, of exactly the version that was asked for. */
import { join } from 'node:path';
import { serviceError } from '#core/errors.ts';
import { NO_LOCAL_SOURCE, runNpm } from './npm.ts';

/** A name and perhaps a version or tag: no addresses, no paths, no flags. */
const REFERENCE = /^(@[a-z0-9~][\w.~-]*\/)?[a-z0-9~][\w.~-]*(@[\w.^~+-]+)?$/i;

/** Resolves to the path of the archive. */
export async function fetchPackage(
  reference: string,
  workFolder: string,
  signal: AbortSignal,
): Promise<string> {
  if (!REFERENCE.test(reference)) throw serviceError('INVALID_PIPE_SOURCE');
  const printed = await runNpm(
    ['pack', reference, '--json', '--pack-destination', workFolder, ...NO_LOCAL_SOURCE],
    { folder: workFolder, signal },
  );
  const [packed] = JSON.parse(printed) as { filename: string }[];
  // Names of scoped packages have had a slash in some versions of npm.
  return join(workFolder, (packed?.filename ?? '').replace(/^@/, '').replace('/', '-'));
}
