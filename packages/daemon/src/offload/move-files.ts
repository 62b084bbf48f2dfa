/**
 * Moves one media file to the place, and removes deleted ones there. The order of the steps is what makes a kill harmless: the row, the
 * upload, reading it back, the row again, and only then the local file. Called by `offload.ts`, one call at a time.
 */
import type { Clock } from '#core/clock.ts';
import type { OffloadedFile } from '#store/offload/records.ts';
import type { Store } from '#store/store.ts';
import { OffloadDamagedError } from './errors.ts';
import type { LocalCopies } from './local-copies.ts';
import { factsOf, type SealedObjects } from './sealed-objects.ts';

/** Of one question to the store. */
const BATCH = 100;

export interface FileMover {
  /** False when it was not to be moved after all. Rejects with OFFLOAD_UNREACHABLE, or with what keeps the file from being read. */
  move(path: string, objects: SealedObjects, signal: AbortSignal): Promise<boolean>;
  /** Takes back what interrupted attempts have sent; their files are then due again. Failures as with `removeDeleted`. */
  clearAttempts(signal: AbortSignal): Promise<void>;
  /** Removes at their places what was deleted here. The first failure is thrown after the others were done. */
  removeDeleted(signal: AbortSignal): Promise<void>;
  /** Looks which files are at their places, and notes those that are not. */
  verify(signal: AbortSignal): Promise<{ checked: number; missing: number }>;
}

export function fileMover(deps: {
  store: Pick<Store, 'offload'>;
  copies: LocalCopies;
  objectsOf(place: string): Promise<SealedObjects>;
  clock: Clock;
}): FileMover {
  const { store, copies, objectsOf, clock } = deps;

  async function* rowsIn(state: OffloadedFile['state'], signal: AbortSignal) {
    for (let afterId = 0; ; ) {
      signal.throwIfAborted();
      const rows = await store.offload.listInState(state, afterId, BATCH, signal);
      yield* rows;
      const last = rows.at(-1);
      if (!last) return;
      afterId = last.id;
    }
  }

  /** Each place is asked once whether it is the right one: on an empty mount point every removal would succeed. */
  function placeChecks(signal: AbortSignal) {
    const checks = new Map<string, Promise<SealedObjects>>();

    async function check(place: string): Promise<SealedObjects> {
      const objects = await objectsOf(place);
      await objects.assertPlace(false, signal);
      return objects;
    }

    return (place: string): Promise<SealedObjects> => {
      const known = checks.get(place) ?? check(place);
      checks.set(place, known);
      return known;
    };
  }

  /** A place that fails is left out from then on, for another one may answer; the first failure is thrown at the end. */
  async function atPlaces(
    state: OffloadedFile['state'],
    signal: AbortSignal,
    work: (row: OffloadedFile, objectsAt: () => Promise<SealedObjects>) => Promise<void>,
  ): Promise<void> {
    const checkedObjects = placeChecks(signal);
    const failures = new Map<string, unknown>();
    for await (const row of rowsIn(state, signal)) {
      if (failures.has(row.place)) continue;
      try {
        await work(row, () => checkedObjects(row.place));
      } catch (error) {
        signal.throwIfAborted();
        failures.set(row.place, error);
      }
    }
    for (const failure of failures.values()) throw failure;
  }

  /** Notes what it finds. */
  async function isThere(row: OffloadedFile, signal: AbortSignal): Promise<boolean> {
    const { path, place, parts, lostMs } = row;
    const isFound = await (await objectsOf(place)).has(path, parts, signal);
    const isNoted = isFound === (lostMs === null);
    if (!isNoted) await store.offload.setLost(path, isFound ? null : clock.now());
    return isFound;
  }

  /**
   * The database was restored from a moment of the upload, and the file was deleted here since: what is at the place is the only copy. The row
   * stays as it is when that is not whole.
   */
  async function settle(path: string, objects: SealedObjects, signal: AbortSignal): Promise<void> {
    const content = await objects.read(path, signal).catch((error: unknown) => {
      if (!(error instanceof OffloadDamagedError)) throw error;
    });
    if (content) await store.offload.addFound(factsOf(path, objects.place, content), clock.now());
  }

  return {
    async move(path, objects, signal) {
      const content = await copies.read(path, signal).catch(undefinedIfMissing);
      if (!content) return false;
      const file = factsOf(path, objects.place, content);
      if (!(await store.offload.begin(file, clock.now()))) return false;
      await objects.write(path, content, signal);
      const there = await objects.read(path, signal);
      if (!there?.equals(content)) throw new OffloadDamagedError(objects.place);
      if (!(await store.offload.moved(path))) return false;
      await copies.remove(path);
      return true;
    },
    clearAttempts: (signal) =>
      atPlaces('sending', signal, async ({ id, path, parts }, objectsAt) => {
        const objects = await objectsAt();
        if (!(await copies.isHere(path))) return settle(path, objects, signal);
        await objects.remove(path, parts, signal);
        await store.offload.drop(id, 'sending');
      }),
    removeDeleted: (signal) =>
      atPlaces('removing', signal, async ({ id, path, parts }, objectsAt) => {
        if (await store.offload.keepNamed(id)) return;
        await (await objectsAt()).remove(path, parts, signal);
        await store.offload.drop(id, 'removing');
      }),
    async verify(signal) {
      const checkedObjects = placeChecks(signal);
      let checked = 0;
      let missing = 0;
      for await (const row of rowsIn('away', signal)) {
        await checkedObjects(row.place);
        checked += 1;
        if (!(await isThere(row, signal))) missing += 1;
      }
      return { checked, missing };
    },
  };
}

/** Deleted, or moved by another pass, since it was listed. */
function undefinedIfMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
