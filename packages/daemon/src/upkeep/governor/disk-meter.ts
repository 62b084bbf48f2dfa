/**
 * How many bytes a month like the last days would take. Media files are counted by the folders of their days, as they lie there now:
 * what became video counts as video. Of the database only its growth is known, from its size at the beginning of each day.
 */
import type { Media } from '#store/media/media.ts';

const DAY_MS = 24 * 3_600_000;
const DAYS_SEEN = 7;
const DAYS_OF_MONTH = 30;

/** Sizes of the database by day (UTC, `2026-02-03`), when that day was first seen. */
export type DatabaseSizes = Readonly<Record<string, number>>;

export interface DiskUse {
  bytesPerMonth: number;
  databaseSizes: DatabaseSizes;
}

export async function measureDisk(deps: {
  media: Pick<Media, 'listDaySizes'>;
  databaseBytes: () => Promise<number>;
  known: DatabaseSizes;
  nowMs: number;
}): Promise<DiskUse> {
  const { nowMs } = deps;
  const sinceMs = nowMs - DAYS_SEEN * DAY_MS;
  const days = (await deps.media.listDaySizes(sinceMs)).filter(({ dayMs }) => dayMs <= nowMs);
  const mediaBytes = days.reduce((sum, { bytes }) => sum + bytes, 0);
  const size = await deps.databaseBytes();
  const databaseSizes = withToday(deps.known, size, nowMs);
  const [[firstDay, firstSize] = [dayOf(nowMs), size]] = Object.entries(databaseSizes).sort();
  const mediaRate = perDay(mediaBytes, days[0]?.dayMs ?? nowMs, nowMs);
  const databaseRate = perDay(Math.max(0, size - firstSize), Date.parse(firstDay), nowMs);
  return { bytesPerMonth: (mediaRate + databaseRate) * DAYS_OF_MONTH, databaseSizes };
}

/** What is not a day old yet counts as one: nobody knows what the rest of it brings. */
function perDay(bytes: number, fromMs: number, nowMs: number): number {
  return bytes / Math.min(Math.max((nowMs - fromMs) / DAY_MS, 1), DAYS_SEEN);
}

function withToday(known: DatabaseSizes, bytes: number, nowMs: number): DatabaseSizes {
  const oldest = dayOf(nowMs - DAYS_SEEN * DAY_MS);
  const today = dayOf(nowMs);
  const recent = Object.entries(known).filter(([day]) => day >= oldest && day <= today);
  return { [today]: bytes, ...Object.fromEntries(recent) };
}

function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}
