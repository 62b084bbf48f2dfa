/**
 * Brings offloaded files back when somebody looks at them. Requests for the same file share one transfer, which goes on when they stop
 * waiting. A place that has just failed is not asked again for some seconds, so that a page of pictures fails at once. Called by `offload.ts`.
 */
import { orAborted } from '#core/abort.ts';
import type { Clock } from '#core/clock.ts';
import { serviceError } from '#core/errors.ts';
import { turnstile } from '#store/kernel/turnstile.ts';
import type { OffloadedFiles } from '#store/media/offloaded-files.ts';
import type { OffloadedFile } from '#store/offload/records.ts';
import type { Store } from '#store/store.ts';
import { OffloadDamagedError } from './errors.ts';
import type { LocalCopies } from './local-copies.ts';
import { digestOf, factsOf, type SealedObjects } from './sealed-objects.ts';

/** Below the limit of a request for a frame, so that the caller learns what is going on instead of a time-out. */
const WAIT_MS = 3_000;
/** Of one file, however large. */
const TRANSFER_LIMIT_MS = 10 * 60_000;
/** How long a failure of the place answers for the next requests. */
const FAILURE_COUNTS_MS = 5_000;
const AT_ONCE = 3;
/** Somebody scrolls through a month: the pictures that are passed by are not queued. */
const MOST_QUEUED = 50;

export interface FetchDeps {
  store: Pick<Store, 'offload'>;
  copies: LocalCopies;
  /** The objects of the place that the row names. Rejects with OFFLOAD_UNREACHABLE. */
  objectsOf(place: string): Promise<SealedObjects>;
  /** Of the place in the settings; undefined: there is none. */
  current(): Promise<SealedObjects | undefined>;
  /** Throws while the disk has no room for media files. */
  assertRoom: () => void;
  /** What the last transfer met; undefined: nothing. */
  onOutcome: (error: unknown) => void;
  clock: Clock;
  stop: AbortSignal;
}

export function fetchFiles(deps: FetchDeps): OffloadedFiles {
  const { store, copies, clock } = deps;
  const underWay = new Map<string, Promise<boolean>>();
  const places = turnstile(AT_ONCE);
  const failures = new Map<string, { atMs: number; error: unknown }>();

  function assertNotFailing(place: string): void {
    const failure = failures.get(place);
    if (failure && clock.monotonicMs() - failure.atMs < FAILURE_COUNTS_MS) throw failure.error;
  }

  async function transfer(row: OffloadedFile, signal: AbortSignal): Promise<boolean> {
    const leave = await places.enter(signal);
    try {
      assertNotFailing(row.place);
      deps.assertRoom();
      const objects = await deps.objectsOf(row.place);
      const content = await readFrom(objects, row, signal);
      await copies.add(row.path, content);
      if (!(await isStillAway(row.path))) return false;
      if (row.lostMs !== null) await store.offload.setLost(row.path, null);
      deps.onOutcome(undefined);
      return true;
    } catch (error) {
      if (isOfPlace(error)) {
        failures.set(row.place, { atMs: clock.monotonicMs(), error });
        deps.onOutcome(error);
      }
      throw error;
    } finally {
      leave();
    }
  }

  /** A file that was deleted while it came is not to stay. */
  async function isStillAway(path: string): Promise<boolean> {
    if ((await store.offload.find(path))?.state === 'away') return true;
    await copies.remove(path);
    return false;
  }

  async function readFrom(objects: SealedObjects, row: OffloadedFile, signal: AbortSignal) {
    const content = await objects.read(row.path, signal);
    if (content && digestOf(content) === row.digest) return content;
    // Not lost when all of the place is missing.
    await objects.assertPlace(false, signal);
    await store.offload.setLost(row.path, clock.now());
    throw serviceError('OFFLOAD_LOST', { place: row.place });
  }

  /**
   * A database that was restored does not know of later moves, or that an upload came to its end; the name of the object follows from the
   * path.
   */
  async function findUnknown(path: string, place: string | undefined, signal: AbortSignal) {
    const objects = await (place === undefined ? deps.current() : deps.objectsOf(place));
    if (!objects) return false;
    try {
      assertNotFailing(objects.place);
      return await takeUnknown(path, objects, signal);
    } catch (error) {
      // A damaged one is as good as none: nothing says that it was ever moved.
      if (error instanceof OffloadDamagedError) return false;
      if (isOfPlace(error)) failures.set(objects.place, { atMs: clock.monotonicMs(), error });
      throw error;
    }
  }

  async function takeUnknown(path: string, objects: SealedObjects, signal: AbortSignal) {
    const content = await objects.read(path, signal);
    // Not missing when all of the place is.
    if (!content) await objects.assertPlace(false, signal);
    if (!content) return false;
    const file = factsOf(path, objects.place, content);
    if (!(await store.offload.addFound(file, clock.now()))) return false;
    await copies.add(path, content);
    return isStillAway(path);
  }

  function start(path: string, row: OffloadedFile | undefined): Promise<boolean> {
    const known = underWay.get(path);
    if (known !== undefined) return known;
    const signal = AbortSignal.any([deps.stop, AbortSignal.timeout(TRANSFER_LIMIT_MS)]);
    const isAway = row?.state === 'away';
    const transferred = isAway ? transfer(row, signal) : findUnknown(path, row?.place, signal);
    const work = transferred.finally(() => underWay.delete(path));
    underWay.set(path, work);
    work.catch(() => undefined);
    return work;
  }

  /** Rejects with OFFLOAD_FETCHING when it takes longer than a person waits; the transfer goes on. */
  async function briefly(work: Promise<boolean>, place: string, signal?: AbortSignal) {
    const late = AbortSignal.timeout(WAIT_MS);
    try {
      return await orAborted(work, signal ? AbortSignal.any([signal, late]) : late);
    } catch (error) {
      signal?.throwIfAborted();
      throw error === late.reason ? serviceError('OFFLOAD_FETCHING', { place }) : error;
    }
  }

  return {
    async bringBack(path, { signal, isPatient = false }) {
      const row = await store.offload.find(path, signal);
      if (row?.state === 'removing') return false;
      const place = row?.place ?? '';
      assertNotFailing(place);
      if (isPatient) return orAborted(start(path, row), signal ?? deps.stop);
      const isQueueFull = places.waiting() >= MOST_QUEUED;
      if (isQueueFull && !underWay.has(path)) throw serviceError('OFFLOAD_FETCHING', { place });
      return briefly(start(path, row), place, signal).catch((error: unknown) => {
        // Nothing says that it was ever there: to somebody who looks it is missing.
        if (row === undefined && isOfPlace(error)) return false;
        throw error;
      });
    },
    async isOffloaded(path, signal) {
      return (await store.offload.find(path, signal))?.state === 'away';
    },
    isNameTaken: async (path) => (await store.offload.find(path)) !== undefined,
    noteUse: (path) => copies.noteUse(path),
  };
}

/** Says something about the place, not about one file. */
export function isOfPlace(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'OFFLOAD_UNREACHABLE';
}
