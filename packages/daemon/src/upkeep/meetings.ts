/** Looks for meetings in what was stored lately and writes down those it finds; `detect-meetings.ts` has the rules. */
import type { Broadcast } from '#core/broadcast.ts';
import type { Clock } from '#core/clock.ts';
import type { Service } from '#core/service.ts';
import type { StoredEvent } from '#store/announcing-store.ts';
import type { Store } from '#store/store.ts';
import type { NewMeeting } from '#store/timeline/overview-records.ts';
import {
  type DetectedMeeting,
  detectMeetings,
  LONGEST_SILENCE_MS,
  titleOf,
} from './detect-meetings.ts';

const LOOK_EVERY_MS = 20_000;
const HOUR_MS = 3_600_000;

export function meetingService(deps: {
  store: Store;
  news: Broadcast<StoredEvent>;
  clock: Clock;
}): Service {
  const { store, clock } = deps;

  /** A conversation without a call window is named after what was on the screen meanwhile. */
  async function windowOf(found: DetectedMeeting, signal: AbortSignal) {
    if (found.window) return found.window;
    const { startMs, endMs } = found;
    const { segments } = await store.timeline.listSegments({ startMs, endMs, max: 400 }, signal);
    const [longest] = segments.toSorted((a, b) => b.endMs - b.startMs - (a.endMs - a.startMs));
    return { appName: longest?.appName ?? '', title: longest?.windowName ?? '' };
  }

  async function toMeeting(found: DetectedMeeting, signal: AbortSignal): Promise<NewMeeting> {
    const { appName, title } = await windowOf(found, signal);
    return {
      startMs: found.startMs,
      endMs: clock.now() - found.endMs <= LONGEST_SILENCE_MS ? null : found.endMs,
      appName,
      title: titleOf(title),
      attendees: found.speakers.length > 0 ? found.speakers.join(', ') : null,
      source: found.source,
    };
  }

  /** Gives whether a meeting goes on. Hour by hour in pieces that belong together: a meeting may go over many hours. */
  async function examine(
    hours: readonly number[],
    signal: AbortSignal,
  ): Promise<{ isOneOpen: boolean }> {
    let isOneOpen = false;
    for (const piece of neighbours(hours)) {
      signal.throwIfAborted();
      const evidence = await store.meetings.readEvidence(piece, signal);
      const detected = detectMeetings(evidence).map((one) => toMeeting(one, signal));
      const found = await Promise.all(detected);
      await store.meetings.notice(found, clock.now());
      isOneOpen ||= found.some(({ endMs }) => endMs === null);
    }
    return { isOneOpen };
  }

  return {
    name: 'ingest.meetings',
    async run(signal) {
      const changed = new Set<number>();
      const stopListening = deps.news.listen((event) => {
        if (event.kind === 'frame') changed.add(Math.floor(event.frame.atMs / HOUR_MS));
        if (event.kind === 'transcription') {
          changed.add(Math.floor(event.transcription.atMs / HOUR_MS));
        }
      });
      try {
        const since = Math.max(0, (await store.meetings.examinedMs(signal)) - HOUR_MS);
        const known = await store.meetings.listHours(since, clock.now(), signal);
        let { isOneOpen } = await examine(known, signal);
        while (!signal.aborted) {
          await clock.sleep(LOOK_EVERY_MS, signal);
          // An open meeting ends by silence: its hour is looked at until then.
          if (isOneOpen) changed.add(Math.floor(clock.now() / HOUR_MS));
          if (signal.aborted || changed.size === 0) continue;
          const hours = new Set([...changed].flatMap((hour) => [hour - 1, hour, hour + 1]));
          changed.clear();
          ({ isOneOpen } = await examine(
            [...hours].sort((a, b) => a - b),
            signal,
          ));
        }
      } catch (error) {
        if (!signal.aborted) throw error;
      } finally {
        stopListening();
      }
    },
  };
}

function neighbours(hours: readonly number[]): number[][] {
  const pieces: number[][] = [];
  for (const hour of hours) {
    const piece = pieces.at(-1);
    if (piece && hour - (piece.at(-1) ?? hour) <= 1) piece.push(hour);
    else pieces.push([hour]);
  }
  return pieces;
}
