/** Entry of the thread that converts the database. Started by `convert.ts`. */
import { serveCalls } from '#core/worker/serve-calls.ts';
import type { ConvertApi } from './convert.ts';
import { convertDatabase } from './convert-database.ts';

serveCalls<ConvertApi>(() => ({
  convert: (_context, conversion) => convertDatabase(conversion),
}));
