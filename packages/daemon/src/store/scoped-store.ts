/**
 * A store that shows each caller only its scope. What a restricted caller may read is listed here; every other call, also one that
 * is added to the store later, is refused to it.
 */

import { isFrameInScope, isInTime } from './content/scope.ts';
import { OutsideScopeError } from './errors.ts';
import type { Kind, Scope, SearchFilter } from './records.ts';
import type { Store } from './store.ts';

/** `currentScope` is asked at every call; undefined shows all. */
export function scopedStore(store: Store, currentScope: () => Scope | undefined): Store {
  async function seenFrames(ids: readonly number[], scope: Scope, signal?: AbortSignal) {
    const frames = await Promise.all(ids.map((id) => store.findFrame(id, signal)));
    return frames.map((frame) => frame !== undefined && isFrameInScope(frame, scope));
  }

  return {
    ...refusing(store, currentScope),
    search(filter, signal) {
      const scope = currentScope();
      if (scope === undefined) return store.search(filter, signal);
      return store.search(searched(filter, scope), signal);
    },
    searchHits(filter, signal) {
      const scope = currentScope();
      return store.searchHits(scope === undefined ? filter : searched(filter, scope), signal);
    },
    countFacets(filter, signal) {
      const scope = currentScope();
      return store.countFacets(scope === undefined ? filter : searched(filter, scope), signal);
    },
    async searchKeyword(filter, signal) {
      const scope = currentScope();
      if (scope === undefined) return store.searchKeyword(filter, signal);
      if (!isKindSeen(scope, 'ocr')) return [];
      return store.searchKeyword({ ...filter, ...narrowed(filter, scope), scope }, signal);
    },
    async findFrame(id, signal) {
      const scope = currentScope();
      const frame = await store.findFrame(id, signal);
      return frame && (scope === undefined || isFrameInScope(frame, scope)) ? frame : undefined;
    },
    async listNeighbours(id, direction, limit, signal) {
      const scope = currentScope();
      const frames = await store.listNeighbours(id, direction, limit, signal);
      return scope === undefined ? frames : frames.filter((frame) => isFrameInScope(frame, scope));
    },
    async findFrameText(id, signal) {
      const scope = currentScope();
      const found = await store.findFrameText(id, signal);
      return found && (scope === undefined || isFrameInScope(found.frame, scope))
        ? found
        : undefined;
    },
    async listElements(filter, signal) {
      const scope = currentScope();
      if (scope === undefined) return store.listElements(filter, signal);
      if (!isKindSeen(scope, 'ocr')) return { items: [], total: 0 };
      return store.listElements({ ...filter, ...narrowed(filter, scope), scope }, signal);
    },
    async listInputEvents(filter, signal) {
      const scope = currentScope();
      if (scope === undefined) return store.listInputEvents(filter, signal);
      if (!isKindSeen(scope, 'input')) return { items: [], total: 0 };
      return store.listInputEvents({ ...filter, ...narrowed(filter, scope), scope }, signal);
    },
    async countInputEvents(range, signal) {
      const scope = currentScope();
      if (scope === undefined) return store.countInputEvents(range, signal);
      if (!isKindSeen(scope, 'input')) return [];
      return store.countInputEvents({ ...range, ...narrowed(range, scope), scope }, signal);
    },
    async listFrameTags(frameIds, signal) {
      const scope = currentScope();
      const tags = await store.listFrameTags(frameIds, signal);
      if (scope === undefined) return tags;
      const isSeen = await seenFrames(frameIds, scope, signal);
      return tags.map((list, i) => (isSeen[i] ? list : []));
    },
    async findAudioChunk(id, signal) {
      const scope = currentScope();
      const chunk = await store.findAudioChunk(id, signal);
      if (chunk === undefined || scope === undefined) return chunk;
      return isKindSeen(scope, 'audio') && isInTime(chunk.atMs, scope) ? chunk : undefined;
    },
  };
}

function refusing(store: Store, currentScope: () => Scope | undefined): Store {
  type Call = (...args: unknown[]) => Promise<unknown>;
  const guarded = Object.entries(store as unknown as Record<string, Call>).map(([name, call]) => [
    name,
    (...args: unknown[]) => {
      if (currentScope() !== undefined) return Promise.reject(new OutsideScopeError());
      return call(...args);
    },
  ]);
  return Object.fromEntries(guarded) as Store;
}

function isKindSeen(scope: Scope, kind: Kind): boolean {
  return scope.kinds === undefined || scope.kinds.includes(kind);
}

function searched<F extends Pick<SearchFilter, 'kinds' | 'startMs' | 'endMs'>>(
  filter: F,
  scope: Scope,
): F {
  const kinds = filter.kinds.filter((kind) => isKindSeen(scope, kind));
  return { ...filter, ...narrowed(filter, scope), kinds, scope };
}

function narrowed(
  asked: { startMs?: number | undefined; endMs?: number | undefined },
  scope: Scope,
): { startMs?: number; endMs?: number } {
  const startMs = Math.max(asked.startMs ?? -Infinity, scope.startMs ?? -Infinity);
  const endMs = Math.min(asked.endMs ?? Infinity, scope.endMs ?? Infinity);
  return {
    ...(startMs === -Infinity ? {} : { startMs }),
    ...(endMs === Infinity ? {} : { endMs }),
  };
}
