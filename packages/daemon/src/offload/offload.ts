/**
 * Old pictures and sound elsewhere (retention.offload): moves them to a place of the person's own, one file at a time while the machine
 * has time, and brings them back when somebody looks at them. Text, search and timeline stay here. It does nothing until a place is
 * set. `files` is what media asks; `compose/storage.ts` joins both.
 */
import { randomBytes } from 'node:crypto';
import { orAborted } from '#core/abort.ts';
import type { Clock } from '#core/clock.ts';
import { serviceError } from '#core/errors.ts';
import { type Fault, faultOf } from '#core/fault.ts';
import type { Log } from '#core/log/log.ts';
import type { Service } from '#core/service.ts';
import type { OffloadedFiles } from '#store/media/offloaded-files.ts';
import type { OffloadCounts } from '#store/offload/records.ts';
import type { Sealing } from '#store/sealing/store-key.ts';
import type { Store } from '#store/store.ts';
import { beforeOf, listDueFiles } from './due-files.ts';
import { OffloadUnreachableError } from './errors.ts';
import { fetchFiles, isOfPlace } from './fetch-files.ts';
import { localCopies } from './local-copies.ts';
import { fileMover } from './move-files.ts';
import type { OffloadPlace } from './place.ts';
import { isFolder } from './places.ts';
import { type SealedObjects, sealedObjects, storeNameOf } from './sealed-objects.ts';

const LOOK_MS = 30_000;
/** How long a complete pass counts: listing all files and asking the place is not for every look. */
const FRESH_MS = 10 * 60_000;
/** A start has other things to do. */
const FIRST_LOOK_MS = 10_000;
/** Between two files. */
const PAUSE_MS = 200;
/** A machine that is never idle moves its files all the same. */
const OVERDUE_MS = 24 * 3_600_000;
/** How long a deletion waits for the place; what is left then is removed later. */
const REMOVAL_WAIT_MS = 10_000;

export interface OffloadFigures extends OffloadCounts {
  /** The address of the place; null: none is set. */
  place: string | null;
  /** Files that are old enough and not moved yet. */
  waiting: number;
  /** Of local copies of moved files. */
  cachedBytes: number;
  lastMovedMs: number | null;
  /** Why the last attempt failed; undefined when it did not. */
  fault: Fault | undefined;
}

export interface Offload {
  service: Service;
  files: OffloadedFiles;
  figures(): OffloadFigures;
  /** Moves what is due now, however busy the machine is. Rejects with OFFLOAD_UNREACHABLE. */
  runNow(signal: AbortSignal): Promise<void>;
  /** The same in the background; the figures say how it goes. Throws OFFLOAD_NOT_SET. */
  start(): void;
  /** Looks which moved files are at the place. Rejects with OFFLOAD_UNREACHABLE. */
  verify(signal: AbortSignal): Promise<{ checked: number; missing: number }>;
  /** Called by a deletion: removes at the place what it can in some seconds. What is left goes later; the figures say so. */
  removeDeleted(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export interface OffloadDeps {
  dataDir: string;
  store: Pick<Store, 'offload'>;
  sealing: Sealing | undefined;
  /** 0: nothing is moved; what was moved still comes back. */
  afterDays: number;
  /** The address in the settings; empty: none. */
  to: string;
  cacheBytes: number;
  /** Whether images wait to become video: those are left to compaction. */
  isCompacting: boolean;
  openPlace: (url: string, storeName: string) => OffloadPlace;
  isMachineFree: () => Promise<boolean>;
  /** Whether files may go over the network that there is now. Only what a person asks for goes in any case. */
  mayUseNetwork: () => Promise<boolean>;
  assertRoom: () => void;
  clock: Clock;
  log: Log;
}

export function openOffload(deps: OffloadDeps): Offload {
  const { dataDir, store, sealing, to, clock } = deps;
  const stop = new AbortController();
  const state = newState();
  const copies = localCopies({ dataDir, store, sealing, maxBytes: deps.cacheBytes, clock });
  const { objectsOf, current, getKey } = placesOf(deps);
  const onOutcome = (error: unknown) => {
    state.fault = error === undefined ? undefined : faultOf(error, clock.now());
  };
  const files = fetchFiles({
    store,
    copies,
    objectsOf,
    current,
    assertRoom: deps.assertRoom,
    onOutcome,
    clock,
    stop: stop.signal,
  });
  const mover = fileMover({ store, copies, objectsOf, clock });
  const inTurn = turns();
  const { run, pass } = offloadLoop({
    deps,
    state,
    copies,
    mover,
    current,
    getKey,
    inTurn,
    onOutcome,
  });

  return {
    service: { name: 'ingest.offload', run },
    files,
    figures: () => ({
      ...state.counts,
      place: to || null,
      waiting: state.waiting,
      cachedBytes: copies.bytes(),
      lastMovedMs: state.lastMovedMs,
      fault: state.fault,
    }),
    runNow: (signal) => pass({ signal: AbortSignal.any([signal, stop.signal]), isUrgent: true }),
    start() {
      if (to === '' || deps.afterDays === 0) throw serviceError('OFFLOAD_NOT_SET');
      // What it meets is in the figures.
      pass({ signal: stop.signal, isUrgent: true }).catch(() => undefined);
    },
    async verify(signal) {
      const outcome = await mover.verify(AbortSignal.any([signal, stop.signal]));
      state.counts = await store.offload.count();
      return outcome;
    },
    async removeDeleted(signal) {
      const limit = AbortSignal.any([signal, stop.signal, AbortSignal.timeout(REMOVAL_WAIT_MS)]);
      // The limit holds for its turn too. What the place could not do is tried again by the service, and `removing` counts it.
      await orAborted(
        inTurn(() => mover.removeDeleted(limit)),
        limit,
      ).catch((error: unknown) => {
        if (!limit.aborted) onOutcome(error);
      });
      state.counts = await store.offload.count();
    },
    async close() {
      stop.abort();
      await inTurn(async () => undefined);
    },
  };
}

interface OffloadRunState {
  counts: OffloadCounts;
  waiting: number;
  lastMovedMs: number | null;
  fault: Fault | undefined;
}

function newState(): OffloadRunState {
  const counts = { moved: 0, movedBytes: 0, lost: 0, removing: 0 };
  return { counts, waiting: 0, lastMovedMs: null, fault: undefined };
}

/** The places of files, opened once each. */
function placesOf({ store, to, openPlace }: OffloadDeps) {
  const opened = new Map<string, SealedObjects>();

  async function getKey(): Promise<Buffer> {
    const known = await store.offload.findKey();
    const secret = known ?? (await store.offload.keepKey(randomBytes(32).toString('hex')));
    return Buffer.from(secret, 'hex');
  }

  async function objectsOf(address: string): Promise<SealedObjects> {
    const known = opened.get(address);
    if (known) return known;
    // The secret in the settings is that of another place.
    if (address !== to && !isFolder(address))
      throw serviceError('OFFLOAD_UNREACHABLE/former', {
        place: address,
        context: { reason: 'FORMER_PLACE' },
      });
    const key = await getKey();
    try {
      const place = openPlace(address, storeNameOf(key));
      const objects = sealedObjects({ place, address, key });
      opened.set(address, objects);
      return objects;
    } catch (cause) {
      throw new OffloadUnreachableError(address, cause);
    }
  }

  return {
    objectsOf,
    getKey,
    current: async () => (to === '' ? undefined : objectsOf(to)),
  };
}

/** One after the other: a removal must not meet the upload of the same file. */
function turns() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };
}

interface PassOptions {
  signal: AbortSignal;
  /** However busy the machine is. */
  isUrgent: boolean;
}

function offloadLoop(parts: {
  deps: OffloadDeps;
  state: OffloadRunState;
  copies: ReturnType<typeof localCopies>;
  mover: ReturnType<typeof fileMover>;
  current: () => Promise<SealedObjects | undefined>;
  getKey: () => Promise<Buffer>;
  inTurn: ReturnType<typeof turns>;
  onOutcome: (error: unknown) => void;
}) {
  const { deps, state, copies, mover, current, getKey, inTurn, onOutcome } = parts;
  const { dataDir, store, clock, isCompacting } = deps;
  const log = deps.log.child({ part: 'ingest.offload' });
  /** When nothing was due any more; at first the start. Undefined before. */
  let lastDoneMs: number | undefined;
  let freshUntilMs = Number.NEGATIVE_INFINITY;
  /** Files that could not be read here; they stay, and the check of media files reports them. */
  const unreadable = new Set<string>();

  async function listDue(signal: AbortSignal): Promise<string[]> {
    if (deps.to === '' || deps.afterDays === 0) return [];
    const beforeMs = beforeOf(clock.now(), deps.afterDays);
    const due = await listDueFiles({ dataDir, store, beforeMs, isCompacting, signal });
    return due.filter((path) => !unreadable.has(path));
  }

  async function moveOne(path: string, objects: SealedObjects, signal: AbortSignal) {
    try {
      if (await inTurn(() => mover.move(path, objects, signal))) state.lastMovedMs = clock.now();
      onOutcome(undefined);
    } catch (error) {
      signal.throwIfAborted();
      onOutcome(error);
      if (isOfPlace(error)) throw error;
      unreadable.add(path);
      log.warn({ err: error }, 'a media file could not be moved and stays here');
    }
  }

  /** Rejects with OFFLOAD_UNREACHABLE; undefined: no place is set. */
  async function checkedPlace(isDue: boolean, signal: AbortSignal) {
    const objects = await current();
    if (!objects) return undefined;
    const isUsed = await store.offload.hasFilesAt(objects.place);
    // Also when nothing is due: health is to say that a place is missing before somebody looks for a picture.
    if (isUsed || isDue) await objects.assertPlace(!isUsed, signal);
    return objects;
  }

  async function moveAll(due: readonly string[], objects: SealedObjects, options: PassOptions) {
    const { signal, isUrgent } = options;
    for (const path of due) {
      signal.throwIfAborted();
      if (!isUrgent && !(await mayWork())) return;
      await moveOne(path, objects, signal);
      state.waiting -= 1;
      if (!isUrgent) await clock.sleep(PAUSE_MS, signal);
    }
    lastDoneMs = clock.now();
    freshUntilMs = lastDoneMs + FRESH_MS;
  }

  async function moveDue(options: PassOptions): Promise<void> {
    freshUntilMs = Number.NEGATIVE_INFINITY;
    const { signal } = options;
    const due = await listDue(signal);
    state.waiting = due.length;
    const objects = await checkedPlace(due.length > 0, signal);
    if (state.fault && isOfPlace(state.fault)) onOutcome(undefined);
    if (objects) await moveAll(due, objects, options);
  }

  /** What earlier passes and deletions left at places. Resolves to what failed. */
  async function clear(signal: AbortSignal): Promise<unknown[]> {
    const failures: unknown[] = [];
    for (const work of [mover.removeDeleted, mover.clearAttempts]) {
      await inTurn(() => work(signal)).catch((error: unknown) => failures.push(error));
      signal.throwIfAborted();
    }
    return failures;
  }

  /** Everything that is due. Rejects with what the place met. */
  async function pass(options: PassOptions): Promise<void> {
    const { signal } = options;
    try {
      await copies.trim();
      const failures = await clear(signal);
      const isRecovering = state.fault !== undefined && failures.length === 0;
      if (options.isUrgent || (await isTime(isRecovering))) await moveDue(options);
      // Those of a former place must not keep files from the one that is set.
      for (const failure of failures) throw failure;
    } catch (error) {
      signal.throwIfAborted();
      onOutcome(error);
      throw error;
    } finally {
      state.counts = await store.offload.count();
    }
  }

  /** A fault that may have passed is not left standing. */
  async function isTime(isRecovering: boolean): Promise<boolean> {
    if (clock.now() < freshUntilMs && !isRecovering) return false;
    return mayWork();
  }

  async function mayWork(): Promise<boolean> {
    if (!(await deps.mayUseNetwork())) return false;
    if (lastDoneMs !== undefined && clock.now() - lastDoneMs >= OVERDUE_MS) return true;
    return deps.isMachineFree();
  }

  async function run(signal: AbortSignal): Promise<void> {
    // Also where nothing is ever moved: each daily snapshot is to have the key, should something be moved after it.
    (await getKey()).fill(0);
    await copies.load();
    lastDoneMs ??= clock.now();
    state.counts = await store.offload.count();
    for (let waitMs = FIRST_LOOK_MS; !signal.aborted; waitMs = LOOK_MS) {
      await clock.sleep(waitMs, signal);
      if (signal.aborted) return;
      // What it met is in the figures, and the next look tries again.
      await pass({ signal, isUrgent: false }).catch((error: unknown) => {
        if (!signal.aborted && !isOfPlace(error)) throw error;
      });
    }
  }

  return { run, pass };
}
