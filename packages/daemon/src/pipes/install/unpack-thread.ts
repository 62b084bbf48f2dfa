/** Entry of the thread that unpacks one archive. Started by `unpack.ts`. */
import { serveCalls } from '#core/worker/serve-calls.ts';
import { InvalidPipeError } from '../errors.ts';
import { unpackArchive } from './archive.ts';
import type { UnpackApi } from './unpack.ts';

serveCalls<UnpackApi>(() => ({
  async unpack(_context, archive, folder) {
    try {
      await unpackArchive(archive, folder);
      return undefined;
    } catch (error) {
      if (error instanceof InvalidPipeError) return error.fault;
      throw error;
    }
  },
}));
