/**
 * The part of what is stored that a restricted reader may see. A scope is decided row by row, so whoever reads with one cannot
 * tell a row outside of it from one that does not exist.
 */
import type { Frame, Item, Kind, Scope, SearchFilter } from '../records.ts';
import { foldCase } from '../search/words/tokens.ts';

export function isRestricted(scope: Scope): boolean {
  return Object.values(scope).some((value) => value !== undefined);
}

export function hasNames(scope: Scope): boolean {
  const { allowApps, denyApps, allowWindows, denyWindows } = scope;
  return [allowApps, denyApps, allowWindows, denyWindows].some((names) => names !== undefined);
}

/** Whether something of this app and window may be seen. */
export function namePredicate(scope: Scope): (appName: string, windowName: string) => boolean {
  const fold = (names: readonly string[] | undefined) => names?.map(foldCase);
  const apps = { allow: fold(scope.allowApps), deny: fold(scope.denyApps) };
  const windows = { allow: fold(scope.allowWindows), deny: fold(scope.denyWindows) };
  return (appName, windowName) =>
    passes(foldCase(appName), apps) && passes(foldCase(windowName), windows);
}

function passes(name: string, lists: { allow: string[] | undefined; deny: string[] | undefined }) {
  if (lists.deny?.some((part) => name.includes(part))) return false;
  return lists.allow === undefined || lists.allow.some((part) => name.includes(part));
}

export function isInTime(atMs: number, { startMs = -Infinity, endMs = Infinity }: Scope): boolean {
  return atMs >= startMs && atMs <= endMs;
}

export function scopePredicate(scope: Scope): (item: Item) => boolean {
  const areNamesSeen = namePredicate(scope);
  return (item) => {
    if (scope.kinds !== undefined && !scope.kinds.includes(item.kind)) return false;
    if (!isInTime(item.atMs, scope)) return false;
    if (item.kind === 'audio') return true;
    const windowName = item.kind === 'input' ? item.windowTitle : item.windowName;
    return areNamesSeen(item.appName ?? '', windowName ?? '');
  };
}

export function isFrameInScope(frame: Frame, scope: Scope): boolean {
  const isKind = scope.kinds === undefined || scope.kinds.includes('ocr');
  return (
    isKind && isInTime(frame.atMs, scope) && namePredicate(scope)(frame.appName, frame.windowName)
  );
}

export function isKindSeen(scope: Scope, kind: Kind): boolean {
  return scope.kinds === undefined || scope.kinds.includes(kind);
}

/** The part of a search that the scope shows. */
export function searchedWithin<F extends Pick<SearchFilter, 'kinds' | 'startMs' | 'endMs'>>(
  filter: F,
  scope: Scope,
): F {
  const kinds = filter.kinds.filter((kind) => isKindSeen(scope, kind));
  return { ...filter, ...narrowedTo(filter, scope), kinds, scope };
}

/** The part of a range that the scope shows. */
export function narrowedTo(
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
