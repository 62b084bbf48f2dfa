/** The shapes of what is told about many items at once: stretches of time, counts, totals. */

/** A stretch of one app, window and site; of several when `mixed` is there. */
export interface Segment {
  startMs: number;
  /** Where the next one begins, or the last frame when nothing was captured for a while. */
  endMs: number;
  appName: string;
  windowName: string;
  /** Host of the page; null outside of browsers. */
  site: string | null;
  frames: number;
  firstFrameId: number;
  /** The busiest first; shares are of the time, or of the frames of an hour. */
  mixed?: { appName: string; share: number }[] | undefined;
}

export interface SegmentFilter {
  /** Inclusive. */
  startMs: number;
  endMs: number;
  /** Exact names. */
  appName?: string | undefined;
  deviceName?: string | undefined;
  /** No more than this many; shorter stretches are then joined. */
  max: number;
}

export interface SegmentPage {
  segments: Segment[];
  granularity: 'frame' | 'hour';
}
