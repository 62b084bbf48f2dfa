/** Frames → stretches, and many stretches → no more than can be drawn. Pure. */
import type { Segment } from './overview-records.ts';

/** After a longer silence nobody knows what was on the screen. */
const LONGEST_GAP_MS = 300_000;
export const MOST_MIXED = 4;

export interface Sighting {
  atMs: number;
  frameId: number;
  appName: string;
  windowName: string;
  site: string | null;
}

/** `sightings` in order of time. */
export function joinSegments(sightings: readonly Sighting[]): Segment[] {
  const segments: Segment[] = [];
  for (const { atMs, frameId, ...where } of sightings) {
    const last = segments.at(-1);
    const isNear = last !== undefined && atMs - last.endMs <= LONGEST_GAP_MS;
    if (isNear) last.endMs = atMs;
    if (isNear && isSamePlace(last, where)) last.frames += 1;
    else segments.push({ startMs: atMs, endMs: atMs, ...where, frames: 1, firstFrameId: frameId });
  }
  return segments;
}

type Place = Pick<Segment, 'appName' | 'windowName' | 'site'>;

function isSamePlace(a: Place, b: Place): boolean {
  return a.appName === b.appName && a.windowName === b.windowName && a.site === b.site;
}

/** Stretches too short to be drawn become mixed ones, and only those; longer ones stay as they are. */
export function reduceSegments(
  segments: readonly Segment[],
  { startMs, endMs, max }: { startMs: number; endMs: number; max: number },
): Segment[] {
  if (segments.length <= max) return [...segments];
  // A piece of this length begins at most one mixed stretch, and the long ones are as long as a piece.
  const pieceMs = Math.max(1, (2 * (endMs - startMs)) / Math.max(1, max - 1));
  const reduced: Segment[] = [];
  let short: Segment[] = [];
  const flush = () => {
    if (short.length > 0) reduced.push(mixed(short));
    short = [];
  };
  for (const segment of segments) {
    const isLong = segment.endMs - segment.startMs >= pieceMs;
    const piece = (one: Segment) => Math.floor((one.startMs - startMs) / pieceMs);
    const first = short[0];
    if (isLong || (first && piece(first) !== piece(segment))) flush();
    if (isLong) reduced.push(segment);
    else short.push(segment);
  }
  flush();
  return reduced;
}

function mixed(segments: readonly Segment[]): Segment {
  const [first] = segments as [Segment];
  if (segments.length === 1) return first;
  const lengths = new Map<string, number>();
  for (const segment of segments) {
    // A moment counts too: a single frame has no length.
    const length = segment.endMs - segment.startMs + segment.frames;
    for (const { appName, share } of segment.mixed ?? [{ ...segment, share: 1 }]) {
      lengths.set(appName, (lengths.get(appName) ?? 0) + length * share);
    }
  }
  const whole = [...lengths.values()].reduce((sum, length) => sum + length, 0);
  const busiest = [...lengths].sort((a, b) => b[1] - a[1]);
  const longest = segments.reduce((a, b) => (b.endMs - b.startMs > a.endMs - a.startMs ? b : a));
  return {
    ...first,
    endMs: segments.at(-1)?.endMs ?? first.endMs,
    appName: busiest[0]?.[0] ?? first.appName,
    windowName: longest.windowName,
    site: longest.site,
    frames: segments.reduce((sum, one) => sum + one.frames, 0),
    mixed:
      busiest.length > 1
        ? busiest
            .slice(0, MOST_MIXED)
            .map(([appName, length]) => ({ appName, share: length / whole }))
        : undefined,
  };
}
