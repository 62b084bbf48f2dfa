/** When there was speech on one stream, over the last minute: judged frames in the order of their time. */
import { FRAME_MS, type JudgedFrame, SPEECH_ABOVE, type Stretch } from './sound.ts';

const KEPT_MS = 60_000;

export interface SpeechTrack {
  add(frame: JudgedFrame): void;
  /** Frames that lie in the stretch, even if only in part. */
  between(stretch: Stretch): JudgedFrame[];
  /** From the first to the last speech within a stretch; undefined when there is none. */
  voiced(stretch: Stretch): Stretch | undefined;
  /** Up to when it is known whether there was speech. */
  knownToMs(): number;
}

export function speechTrack(): SpeechTrack {
  let frames: JudgedFrame[] = [];

  function between({ startMs, endMs }: Stretch): JudgedFrame[] {
    return frames.filter(({ atMs }) => atMs + FRAME_MS > startMs && atMs < endMs);
  }
  return {
    add({ atMs, probability }) {
      frames.push({ atMs, probability });
      // Taken away in bulk: a frame comes every 32 ms.
      const oldestMs = atMs - KEPT_MS;
      if ((frames[0]?.atMs ?? atMs) < oldestMs - KEPT_MS) {
        frames = frames.filter((frame) => frame.atMs >= oldestMs);
      }
    },
    between,
    voiced(stretch) {
      const speech = between(stretch).filter(({ probability }) => probability > SPEECH_ABOVE);
      const [first, last] = [speech[0], speech.at(-1)];
      if (first === undefined || last === undefined) return undefined;
      return {
        startMs: Math.max(first.atMs, stretch.startMs),
        endMs: Math.min(last.atMs + FRAME_MS, stretch.endMs),
      };
    },
    knownToMs: () => (frames.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY) + FRAME_MS,
  };
}
