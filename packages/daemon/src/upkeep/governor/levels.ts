/**
 * What each level of thrift means, and when a level is changed. Pure: it judges the figures it is given. CPU is steered in steps, for
 * only the next minutes show what a step has brought; the disk is judged by its ratio, which a week of days makes steady.
 */

export const LEVELS = ['full', 'light', 'low', 'least'] as const;
export type Level = 0 | 1 | 2 | 3;

export interface Budget {
  /** Of all cores, on average over five minutes. */
  readonly cpuPercent: number;
  /** Undefined: no limit. */
  readonly diskBytesPerMonth: number | undefined;
  readonly battery: 'full' | 'reduced' | 'pause';
}

/** What asks for thrift, each by itself. */
export interface Demands {
  readonly cpu: Level;
  readonly disk: Level;
  readonly battery: Level;
  /** Nothing is captured until the machine is on the mains again. */
  readonly isPaused: boolean;
}

export const NO_DEMANDS: Demands = { cpu: 0, disk: 0, battery: 0, isPaused: false };

export interface Levers {
  /** Least time between two pictures that a person's doing asks for. */
  readonly pictureGapMs: number;
  /** The same for a screen that changes by itself. */
  readonly visualGapMs: number;
  /** Of pictures as JPEG, 1 to 100. */
  readonly pictureQuality: number;
  /** Of pictures that become video; more is coarser. */
  readonly videoQuality: number;
  readonly isSmallModel: boolean;
  /** Speech is recorded, and its text comes later. */
  readonly isSpeechHeldBack: boolean;
  /** Old pictures become video, old days go and snapshots are made later. */
  readonly isBackgroundHeldBack: boolean;
  readonly isPaused: boolean;
}

const PICTURE_GAP_MS = [200, 200, 1_000, 3_000] as const;
const VISUAL_GAP_MS = [200, 3_000, 10_000, 30_000] as const;
// Text of 12 pixels is legible down to the last; a picture that a coarser video would not show stays as it is (`store/compaction`).
const PICTURE_QUALITY = [80, 70, 60, 50] as const;
const VIDEO_QUALITY = [40, 41, 42, 43] as const;
const SMALL_MODEL_FROM = 1;
const HOLD_BACK_FROM = 2;

export function leversOf({ cpu, disk, battery, isPaused }: Demands): Levers {
  const work = Math.max(cpu, battery) as Level;
  const rate = Math.max(work, disk) as Level;
  return {
    pictureGapMs: PICTURE_GAP_MS[rate],
    visualGapMs: VISUAL_GAP_MS[rate],
    pictureQuality: PICTURE_QUALITY[disk],
    videoQuality: VIDEO_QUALITY[disk],
    isSmallModel: work >= SMALL_MODEL_FROM,
    isSpeechHeldBack: work >= HOLD_BACK_FROM,
    // It makes room, so where room is wanted too it goes on.
    isBackgroundHeldBack: work >= HOLD_BACK_FROM && disk === 0,
    isPaused,
  };
}

export function levelOf({ cpu, disk, battery }: Demands): Level {
  return Math.max(cpu, disk, battery) as Level;
}

/** Percent of all cores. */
export interface CpuShares {
  readonly lastMinute: number;
  readonly lastFiveMinutes: number;
}

/** Until the last minute shows what the last step has brought. */
const STEP_DOWN_AFTER_MS = 60_000;
/** A step that is taken back soon would have been in vain. */
const STEP_UP_AFTER_MS = 120_000;
/** Shares of the budget: the level above takes half as much again or more, and the mean of both is to fit. */
const ROOM_TO_STEP_UP = { lastMinute: 0.6, lastFiveMinutes: 0.8 };

export function nextCpuLevel(
  now: { readonly level: Level; readonly heldForMs: number },
  shares: CpuShares,
  budgetPercent: number,
): Level {
  const { level, heldForMs } = now;
  const isOver = shares.lastFiveMinutes > budgetPercent && shares.lastMinute > budgetPercent;
  if (isOver) {
    const isDue = level === 0 || heldForMs >= STEP_DOWN_AFTER_MS;
    return isDue ? (Math.min(level + 1, 3) as Level) : level;
  }
  const hasRoom =
    shares.lastFiveMinutes <= budgetPercent * ROOM_TO_STEP_UP.lastFiveMinutes &&
    shares.lastMinute <= budgetPercent * ROOM_TO_STEP_UP.lastMinute;
  const isDue = level > 0 && hasRoom && heldForMs >= STEP_UP_AFTER_MS;
  return isDue ? ((level - 1) as Level) : level;
}

/** What a month like the last days would take, as a share of the budget: above it the level is at least the number of the place. */
const DISK_STEPS = [1, 1.25, 1.6] as const;
/** So far below its step a level is left. */
const DISK_SLACK = 0.9;

export function nextDiskLevel(level: Level, ratio: number): Level {
  const wanted = DISK_STEPS.filter((step) => ratio > step).length as Level;
  const kept = DISK_STEPS.filter((step) => ratio > step * DISK_SLACK).length as Level;
  return Math.max(wanted, Math.min(level, kept)) as Level;
}

const REDUCED: Level = 1;

/** What the power asks for. `saver` and `performance` are what a person chose by hand. */
export function powerDemand(
  battery: Budget['battery'],
  choice: PowerChoice,
  isOnBattery: boolean,
): Pick<Demands, 'battery' | 'isPaused'> {
  if (choice === 'performance') return { battery: 0, isPaused: false };
  if (choice === 'battery_saver') return { battery: REDUCED, isPaused: false };
  if (!isOnBattery || battery === 'full') return { battery: 0, isPaused: false };
  return { battery: REDUCED, isPaused: battery === 'pause' };
}

export const POWER_CHOICES = ['auto', 'performance', 'battery_saver'] as const;
export type PowerChoice = (typeof POWER_CHOICES)[number];
