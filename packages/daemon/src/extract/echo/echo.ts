/**
 * One utterance, one row: reports which part of a microphone segment is only the loudspeaker heard again. For each pair of devices it is
 * fed with the sound of both and with what the voice detection says of them, and is then asked about segments. The heavy work is done
 * in a thread, and only while the loudspeaker can be heard. When in doubt, and when something breaks, the microphone's sound is kept.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '#core/log/log.ts';
import { cancelledSpeech, type SpeechDetector } from './cancelled-speech.ts';
import { type EchoThread, echoThread } from './echo-thread-handle.ts';
import { gatedPairs } from './gated-pairs.ts';
import type { EchoVerdict } from './signal/room.ts';
import {
  type JudgedFrame,
  type MicSegment,
  type SoundBlock,
  SPEECH_ABOVE,
  type Stretch,
} from './signal/sound.ts';
import { type SpeechTrack, speechTrack } from './signal/speech-track.ts';

/** Speech of the loudspeaker from this much before the segment on may be in it. */
const REACH_MS = 600;
const FEWEST_FRAMES = 3;
/** Around the segment, for speech that the canceller left near its edges. */
const MARGIN_MS = 300;
// Voice detection of the other stream may be behind; a person waits for the text meanwhile.
const MOST_WAIT_MS = 1_500;
const LOOK_EVERY_MS = 25;

export interface EchoPair {
  /** Whole blocks of 10 ms, one or many at once, in order. Kept until they are no longer needed. */
  pushMonitor(block: SoundBlock): void;
  pushMicrophone(block: SoundBlock): void;
  /** What the voice detection says of the raw streams, frame by frame. */
  monitorJudged(frame: JudgedFrame): void;
  microphoneJudged(frame: JudgedFrame): void;
  /** Resolves when all that was pushed so far is cancelled and judged. */
  settled(): Promise<void>;
  /** May be asked about the same speech again, as it grows. Never rejects. */
  judge(segment: MicSegment): Promise<EchoVerdict>;
  /** One of the devices is not heard any more. */
  close(): void;
}

export interface Echo {
  /** For one output and one input, for as long as both are heard. `detector` is this pair's own. */
  pair(detector: SpeechDetector): EchoPair;
  /** How often the thread died. */
  crashes(): number;
  part: EchoThread['part'];
  close(): Promise<void>;
}

export function openEcho(deps: { log: Log; entry?: URL }): Echo {
  const thread = echoThread(deps);
  let lastRoom = 0;
  return {
    pair(detector) {
      lastRoom += 1;
      return openPair(thread, lastRoom, detector);
    },
    crashes: () => thread.crashes(),
    part: thread.part,
    close: () => thread.close(),
  };
}

function openPair(thread: EchoThread, room: number, detector: SpeechDetector): EchoPair {
  const monitor = speechTrack();
  const microphone = speechTrack();
  const cancelled = cancelledSpeech(detector);
  let isClosed = false;
  const pairs = gatedPairs((sound) => {
    cancelled.add(sound.atMs, thread.cancel(room, sound));
  });

  /** Until the loudspeaker's side has caught up with the segment, or for as long as is bearable. */
  async function caughtUpWith(untilMs: number): Promise<void> {
    const enough = new AbortController();
    const late = wait(MOST_WAIT_MS, undefined, { signal: enough.signal }).catch(() => undefined);
    const look = async () => {
      for (;;) {
        pairs.flush();
        const pairedToMs = pairs.pairedToMs();
        // A loudspeaker that is silent or closed has nothing left to say.
        const isHeard = pairedToMs === Number.POSITIVE_INFINITY || monitor.knownToMs() >= untilMs;
        if ((isHeard && pairedToMs >= untilMs) || enough.signal.aborted) break;
        await wait(LOOK_EVERY_MS);
      }
      await cancelled.settled();
    };
    await Promise.race([look(), late]);
    enough.abort();
  }

  return {
    pushMonitor: pairs.pushMonitor,
    pushMicrophone: pairs.pushMicrophone,
    monitorJudged: (frame) => monitor.add(frame),
    microphoneJudged: (frame) => microphone.add(frame),
    settled() {
      pairs.flush();
      return cancelled.settled();
    },
    async judge(segment) {
      // The thread has forgotten the room; the words can still tell.
      if (isClosed) return keptWhole(segment, true);
      const stretch = { startMs: segment.startAtMs, endMs: segment.endAtMs };
      const voiced = microphone.voiced(stretch);
      if (voiced === undefined) return keptWhole(segment, false);
      await caughtUpWith(voiced.endMs);
      if (isClosed) return keptWhole(segment, true);
      // Only speech can be a second copy of speech: music and silence never take anything away.
      if (!hasSpeech(monitor, { startMs: voiced.startMs - REACH_MS, endMs: voiced.endMs })) {
        return keptWhole(segment, false);
      }
      const around = { startMs: voiced.startMs - MARGIN_MS, endMs: voiced.endMs + MARGIN_MS };
      try {
        return await thread.judge(room, {
          segment,
          voiced,
          microphone: microphone.between(voiced),
          cancelled: filledUp(cancelled.track.between(around), microphone.between(around)),
        });
      } catch {
        // The thread died, and says so in the log. A row too many is better than a sentence lost.
        return keptWhole(segment, true);
      }
    },
    close() {
      isClosed = true;
      cancelled.close();
      thread.forget(room);
    },
  };
}

function hasSpeech(track: SpeechTrack, stretch: Stretch): boolean {
  const speech = track.between(stretch).filter(({ probability }) => probability > SPEECH_ABOVE);
  return speech.length >= FEWEST_FRAMES;
}

/** Where nothing was cancelled because the loudspeaker was silent, the microphone itself is what is left. */
function filledUp(left: readonly JudgedFrame[], raw: readonly JudgedFrame[]): JudgedFrame[] {
  const isCovered = (atMs: number) =>
    left.some((frame) => Math.abs(frame.atMs - atMs) < FRAME_REACH_MS);
  return [...left, ...raw.filter(({ atMs }) => !isCovered(atMs))];
}
const FRAME_REACH_MS = 32;

function keptWhole(segment: MicSegment, needsTextCheck: boolean): EchoVerdict {
  const { startAtMs: startMs, endAtMs: endMs, samples } = segment;
  return {
    verdict: 'local',
    keep: [{ startMs, endMs, samples, needsTextCheck }],
    lagMs: 0,
    correlation: 0,
    needsTextCheck,
  };
}
