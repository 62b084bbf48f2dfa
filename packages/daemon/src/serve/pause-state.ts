/** A pause in the words of the interface; health shows it too. */

import { type Static, Type } from 'typebox';
import type { CapturePause } from '#ingest/capture-pause.ts';
import { CAPTURE_STREAMS } from '#ingest/capture-pause.ts';
import { nullableText, Timestamp } from './request/schema.ts';
import { iso, isoOrNull } from './request/time.ts';

export const StreamName = Type.Unsafe<(typeof CAPTURE_STREAMS)[number]>({
  type: 'string',
  enum: [...CAPTURE_STREAMS],
});

const PausedStream = Type.Object({
  stream: StreamName,
  since: Timestamp,
  until: nullableText('Null: until it is resumed.'),
});

export const PauseState = Type.Object({
  paused: Type.Boolean({ description: 'Whether anything is paused.' }),
  paused_until: nullableText('When everything goes on by itself; null when it does not.'),
  streams: Type.Array(PausedStream, { description: 'Those that are paused.' }),
});
type PauseState = Static<typeof PauseState>;

export function toWirePause(pauses: ReturnType<CapturePause['state']>): PauseState {
  const streams = CAPTURE_STREAMS.flatMap((stream) => {
    const pause = pauses[stream];
    if (!pause) return [];
    return {
      stream,
      since: iso(pause.sinceMs),
      until: isoOrNull(pause.untilMs),
    };
  });
  const ends = streams.map(({ until }) => until);
  const last = ends.includes(null) ? null : (ends.toSorted().at(-1) ?? null);
  return { paused: streams.length > 0, paused_until: last, streams };
}
