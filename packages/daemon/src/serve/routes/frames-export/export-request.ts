/** Which frames an export is to show and how fast, from a body or from a query. */
import { serviceError } from '#core/errors.ts';
import { InvalidBodyError, InvalidParameterError } from '#serve/request/request-errors.ts';
import { ACCEPTED_TIMES, parseEndTime, parseTime } from '#serve/request/time.ts';
import { MAX_EXPORTED_FRAMES } from '#store/media/exports/exports.ts';
import type { Store } from '#store/store.ts';
import type { ExportBody } from './schema.ts';

const DEFAULT_RATE = 1;
const MIN_RATE = 0.05;
const MAX_RATE = 60;
const PAGE = 500;

export function rateOf(fps: number | string | null | undefined): number {
  if (fps === undefined || fps === null || fps === '') return DEFAULT_RATE;
  const rate = Number(fps);
  if (rate >= MIN_RATE && rate <= MAX_RATE) return rate;
  throw new InvalidParameterError('fps', `a number from ${MIN_RATE} to ${MAX_RATE}`, String(fps));
}

/** Rejects with InvalidBodyError when neither ids nor a range are given, or with TOO_MANY_FRAMES. */
export async function frameIdsOf(
  body: ExportBody,
  deps: { store: Pick<Store, 'search'>; nowMs: number },
  signal: AbortSignal,
): Promise<readonly number[]> {
  const { frame_ids: ids, start_time: start, end_time: end } = body;
  if (ids?.length) return ids;
  if (isAbsent(start) || isAbsent(end)) {
    throw new InvalidBodyError('frame_ids', 'is required, or start_time and end_time');
  }
  const startMs = parseTime(String(start), deps.nowMs);
  if (startMs === undefined) throw new InvalidBodyError('start_time', `must be ${ACCEPTED_TIMES}`);
  const endMs = parseEndTime(String(end), deps.nowMs);
  if (endMs === undefined) throw new InvalidBodyError('end_time', `must be ${ACCEPTED_TIMES}`);
  return idsInRange(deps.store, { startMs, endMs }, signal);
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

async function idsInRange(
  store: Pick<Store, 'search'>,
  range: { startMs: number; endMs: number },
  signal: AbortSignal,
): Promise<number[]> {
  const ids: number[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const filter = { kinds: ['ocr'], order: 'ascending', limit: PAGE, offset, ...range } as const;
    const { items, total } = await store.search.find(filter, signal);
    if (total > MAX_EXPORTED_FRAMES)
      throw serviceError('TOO_MANY_FRAMES', { count: total, limit: MAX_EXPORTED_FRAMES });
    for (const item of items) if (item.kind === 'ocr') ids.push(item.frameId);
    if (items.length < PAGE) return ids;
  }
}
