/**
 * Decoded pictures for scrubbing: at most four requests at a time, the ones nobody waits for any more are aborted and count as not
 * loaded, and the least used are let go. The stored picture is read in a few milliseconds, while a smaller one has to be made first: so only
 * large pictures are asked for in a smaller size while the playhead moves.
 */
import { pictureAddress } from '../data/api.ts';

export type Level = 'small' | 'moving' | 'full';

const WIDTHS: Readonly<Record<Level, number | undefined>> = {
  small: 240,
  moving: 960,
  full: undefined,
};
const KEPT: Readonly<Record<Level, number>> = { small: 400, moving: 40, full: 3 };
/** Wider than this, decoding takes longer than the service needs to make a smaller one. */
const LARGE_PX = 2_000;
/** Two of a browser's six connections stay free for data. */
const AT_ONCE = 4;

export type Failure = 'none' | 'missing' | 'remote' | 'slow' | 'unreachable';

export interface Pictures {
  /** The best decoded picture of a frame, if any. */
  get(id: number, best: Level): ImageBitmap | undefined;
  failure(id: number): Failure | undefined;
  /** What is wanted now, most urgent first; everything else that waits or loads is dropped. */
  want(wanted: readonly { id: number; level: Level }[]): void;
  close(): void;
}

const ORDER: readonly Level[] = ['full', 'moving', 'small'];

export function pictures(onLoaded: (id: number) => void): Pictures {
  const decoded: Record<Level, Map<number, ImageBitmap>> = {
    small: new Map(),
    moving: new Map(),
    full: new Map(),
  };
  const failures = new Map<number, Failure>();
  const loading = new Map<string, AbortController>();
  let waiting: { id: number; level: Level }[] = [];
  let hasLarge = false;
  const fitting = (level: Level): Level => (level === 'moving' && !hasLarge ? 'full' : level);
  const keptOf = (level: Level) => KEPT[level === 'full' && !hasLarge ? 'moving' : level];

  function keep(id: number, level: Level, bitmap: ImageBitmap): void {
    const kept = decoded[level];
    kept.get(id)?.close();
    kept.set(id, bitmap);
    for (const [oldest, old] of kept) {
      if (kept.size <= keptOf(level)) break;
      kept.delete(oldest);
      old.close();
    }
  }

  async function load(id: number, level: Level, signal: AbortSignal): Promise<void> {
    const response = await fetch(pictureAddress(id, WIDTHS[level]), { signal });
    if (!response.ok) {
      failures.set(id, failureOf(response.status));
      return;
    }
    const bitmap = await createImageBitmap(await response.blob());
    failures.delete(id);
    if (bitmap.width > LARGE_PX) hasLarge = true;
    keep(id, level, bitmap);
  }

  function next(): void {
    while (loading.size < AT_ONCE) {
      const wanted = waiting.shift();
      if (!wanted) return;
      const { id, level } = wanted;
      const key = `${id} ${level}`;
      const abort = new AbortController();
      loading.set(key, abort);
      load(id, level, abort.signal)
        .catch(() => {
          // Aborted is not failed; an unreachable service says so elsewhere.
          if (!abort.signal.aborted) failures.set(id, 'unreachable');
        })
        .finally(() => {
          loading.delete(key);
          if (!abort.signal.aborted) onLoaded(id);
          next();
        });
    }
  }

  return {
    get(id, best) {
      for (const level of ORDER.slice(ORDER.indexOf(best))) {
        const kept = decoded[level];
        const bitmap = kept.get(id);
        if (!bitmap) continue;
        // Used last, let go last.
        kept.delete(id);
        kept.set(id, bitmap);
        return bitmap;
      }
      return undefined;
    },
    failure: (id) => failures.get(id),
    want(asked) {
      const wanted = asked.map(({ id, level }) => ({ id, level: fitting(level) }));
      const keys = new Set(wanted.map(({ id, level }) => `${id} ${level}`));
      for (const [key, abort] of loading) if (!keys.has(key)) abort.abort();
      const isNeeded = ({ id, level }: { id: number; level: Level }) =>
        !decoded[level].has(id) && !loading.has(`${id} ${level}`) && !isFinal(failures.get(id));
      const needed = wanted.filter(isNeeded);
      waiting = [...new Map(needed.map((one) => [`${one.id} ${one.level}`, one])).values()];
      next();
    },
    close() {
      waiting = [];
      for (const abort of loading.values()) abort.abort();
      for (const kept of Object.values(decoded)) for (const bitmap of kept.values()) bitmap.close();
    },
  };
}

function isFinal(failure: Failure | undefined): boolean {
  return failure === 'missing' || failure === 'remote';
}

function failureOf(status: number): Failure {
  if (status === 408) return 'slow';
  return status === 404 ? 'remote' : 'missing';
}
