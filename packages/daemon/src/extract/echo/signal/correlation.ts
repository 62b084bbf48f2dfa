/**
 * Do two sounds rise and fall together, and how much later is the second? Compares band envelopes at every delay a loudspeaker and a
 * room can have. Short stretches agree by chance at some delay or other (0.55 was seen at 0.8 s), so they are compared
 * only at the delay that longer ones have shown: it hardly moves as long as the devices stay.
 */
import { BANDS, type Envelopes } from './band-envelopes.ts';
import { BLOCK_MS, type Stretch } from './sound.ts';

/** The microphone is at most this much earlier or later than the loudspeaker, by their time stamps. */
export const SHORTEST_LAG_MS = -100;
export const LONGEST_LAG_MS = 600;
const LAG_PLAY_MS = 30;
const SHORT_MS = 1_500;
const CONFIRMED_FROM = 0.6;
const FEWEST_ROWS = 8;

/** What is known of the way from one loudspeaker to one microphone. */
export interface LagMemory {
  lagMs: number | undefined;
}

export interface Likeness {
  /** -1 to 1; 1 when the envelopes are the same. */
  readonly correlation: number;
  readonly lagMs: number;
  /** A short stretch without a known delay: only a very high value means something. */
  readonly isByChance: boolean;
}

export interface Compared {
  readonly microphone: Envelopes;
  readonly monitor: Envelopes;
  /** When the first row of either was captured. */
  readonly microphoneAtMs: number;
  readonly monitorAtMs: number;
}

/** The best likeness of a stretch of the microphone with the monitor. Remembers the delay once it is beyond doubt. */
export function compare(
  sounds: Compared,
  { startMs, endMs }: Stretch,
  memory: LagMemory,
): Likeness {
  const isShort = endMs - startMs < SHORT_MS;
  const known = memory.lagMs;
  const isNear = isShort && known !== undefined;
  const first = isNear ? known - LAG_PLAY_MS : SHORTEST_LAG_MS;
  const last = isNear ? known + LAG_PLAY_MS : LONGEST_LAG_MS;
  const from = Math.max(0, Math.floor((startMs - sounds.microphoneAtMs) / BLOCK_MS));
  const to = Math.min(
    sounds.microphone.count,
    Math.floor((endMs - sounds.microphoneAtMs) / BLOCK_MS),
  );
  let best = { correlation: 0, lagMs: known ?? 0 };
  if (to - from >= FEWEST_ROWS) {
    best = { correlation: -1, lagMs: first };
    for (let lagMs = first; lagMs <= last; lagMs += BLOCK_MS) {
      const correlation = correlationAt(sounds, from, to, lagMs);
      if (correlation > best.correlation) best = { correlation, lagMs };
    }
  }
  if (!isShort && best.correlation >= CONFIRMED_FROM) memory.lagMs = best.lagMs;
  return { ...best, isByChance: isShort && memory.lagMs === undefined };
}

/** Of rows [from, to) of the microphone with the monitor `lagMs` earlier; -1 when the monitor was not recorded there. */
function correlationAt(sounds: Compared, from: number, to: number, lagMs: number): number {
  const { microphone, monitor } = sounds;
  const shift = Math.round((sounds.microphoneAtMs - lagMs - sounds.monitorAtMs) / BLOCK_MS);
  if (from + shift < 0 || to + shift > monitor.count) return -1;
  let product = 0;
  let micPower = 0;
  let monitorPower = 0;
  for (let band = 0; band < BANDS; band += 1) {
    const x = bandMean(microphone, band, from, to);
    const y = bandMean(monitor, band, from + shift, to + shift);
    for (let row = from; row < to; row += 1) {
      const dx = (microphone.rows[row * BANDS + band] ?? 0) - x;
      const dy = (monitor.rows[(row + shift) * BANDS + band] ?? 0) - y;
      product += dx * dy;
      micPower += dx * dx;
      monitorPower += dy * dy;
    }
  }
  return product / Math.sqrt(micPower * monitorPower + 1e-9);
}

function bandMean({ rows }: Envelopes, band: number, from: number, to: number): number {
  let sum = 0;
  for (let row = from; row < to; row += 1) sum += rows[row * BANDS + band] ?? 0;
  return sum / (to - from);
}
