/** A folder or a hub as the place: the same backends that sync uses, below a device name that no device has. */
import type { SyncBackend } from '#sync/backend.ts';
import { SyncLostDataError } from '#sync/errors.ts';
import type { OffloadPlace } from '../place.ts';

export function backendPlace(options: {
  backend: SyncBackend;
  /** Stands for this store at the place; not a device of sync. */
  storeName: string;
  /** For this data folder on this machine: two that write for the same store are distinguished by it. */
  holder: string;
}): OffloadPlace {
  const { backend, storeName: machineId, holder } = options;
  return {
    write: ({ name, part }, bytes, signal) =>
      backend.append({ machineId, stream: name, sequence: part }, bytes, holder, signal),
    async read({ name, part }, signal) {
      try {
        return await backend.read({ machineId, stream: name, sequence: part }, signal);
      } catch (error) {
        if (error instanceof SyncLostDataError) return undefined;
        throw error;
      }
    },
    has: async (name, parts, signal) =>
      (await backend.countSegments(machineId, name, signal)) >= parts,
    remove: (name, _parts, signal) => backend.removeStream(machineId, name, holder, signal),
  };
}
