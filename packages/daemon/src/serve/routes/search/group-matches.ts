/**
 * Clusters keyword matches: one visit to a window gives many frames with the same word, and a list
 * of visits is what a person wants to see.
 */
import type { KeywordMatch } from '#store/records.ts';

export interface MatchGroup {
  /** The first match of the cluster in the order of the list. */
  representative: KeywordMatch;
  startMs: number;
  endMs: number;
  frameIds: number[];
}

/** How many matches the store is asked for when they are going to be grouped. */
export const MATCHES_TO_GROUP = 500;

/** So that one busy application does not fill the whole list. */
const MAX_MATCHES_PER_APP = 30;

const MAX_GAP_MS = 120_000;

/** `matches` are in order of time, ascending or descending; the clusters keep that order. */
export function groupMatches(matches: readonly KeywordMatch[]): MatchGroup[] {
  const groups: MatchGroup[] = [];
  const latestByWindow = new Map<string, MatchGroup>();
  const countByApp = new Map<string, number>();
  for (const match of matches) {
    const count = (countByApp.get(match.appName) ?? 0) + 1;
    countByApp.set(match.appName, count);
    if (count > MAX_MATCHES_PER_APP) continue;

    // Per window and not per neighbour: frames of two monitors alternate.
    const window = JSON.stringify([match.appName, match.windowName]);
    const latest = latestByWindow.get(window);
    if (latest !== undefined && isSameVisit(latest, match)) {
      extend(latest, match);
    } else {
      const group = startGroup(match);
      groups.push(group);
      latestByWindow.set(window, group);
    }
  }
  return groups;
}

function isSameVisit(group: MatchGroup, match: KeywordMatch): boolean {
  const gapMs = Math.max(group.startMs - match.atMs, match.atMs - group.endMs);
  const { url } = group.representative;
  return gapMs <= MAX_GAP_MS && (url === match.url || url === '' || match.url === '');
}

function startGroup(match: KeywordMatch): MatchGroup {
  return {
    representative: match,
    startMs: match.atMs,
    endMs: match.atMs,
    frameIds: [match.frameId],
  };
}

function extend(group: MatchGroup, match: KeywordMatch): void {
  group.startMs = Math.min(group.startMs, match.atMs);
  group.endMs = Math.max(group.endMs, match.atMs);
  group.frameIds.push(match.frameId);
}
