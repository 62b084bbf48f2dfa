/**
 * The product's own way from samples to text, fed in stream order as fast as it goes: detection, segments, recognition, guards. Every
 * segment is recognised before the stream goes on, so that the cost of provisional ones is counted in full.
 */
import type { AsrEngine } from '../../packages/daemon/src/extract/asr/engine.ts';
import { recogniser } from '../../packages/daemon/src/extract/asr/recogniser.ts';
import type { SpeechProcess } from '../../packages/daemon/src/extract/speech-process/speech-process.ts';
import type { SegmentEvent } from '../../packages/daemon/src/extract/vad/segmenter.ts';
import { sileroDetector } from '../../packages/daemon/src/extract/vad/silero/silero-detector.ts';
import { voiceStream } from '../../packages/daemon/src/extract/vad/voice-stream.ts';

const BLOCK = 160;
const SAMPLES_PER_MS = 16;

export interface HeardSegment {
  readonly kind: SegmentEvent['kind'];
  readonly text: string | undefined;
  readonly seconds: number;
  /** From the last voiced frame to the moment the segment was reported, in stream time. */
  readonly waitedMs: number;
  readonly decodeMs: number;
  readonly isReused: boolean;
  /** The speech went on from the segment before. */
  readonly isContinued: boolean;
}

export interface Hearing {
  readonly segments: readonly HeardSegment[];
  readonly seconds: number;
  readonly detectedSeconds: number;
}

export async function hear(
  sound: Int16Array,
  deps: { speech: SpeechProcess; engine: AsrEngine; onlyFinal?: boolean },
): Promise<Hearing> {
  const { speech, engine } = deps;
  const signal = new AbortController().signal;
  const { recognise } = recogniser(engine);
  const segments: HeardSegment[] = [];
  const reported: { event: SegmentEvent; atMs: number }[] = [];
  let atMs = 0;
  const stream = voiceStream({
    detector: sileroDetector((input, abort) => speech.run('vad.silero', input, abort)),
    signal,
    onSegment: (event) => reported.push({ event, atMs }),
  });

  async function write(): Promise<void> {
    for (const { event, atMs: toldAtMs } of reported.splice(0)) {
      if (deps.onlyFinal && event.kind === 'provisional') continue;
      const { segment, kind } = event;
      const from = performance.now();
      const { judgement, isReused } = await recognise('bench', segment, signal);
      segments.push({
        kind,
        text: judgement.kind === 'text' ? judgement.text : undefined,
        seconds: (segment.endAtMs - segment.startAtMs) / 1000,
        waitedMs: toldAtMs - (segment.startAtMs + segment.voicedTo / SAMPLES_PER_MS),
        decodeMs: performance.now() - from,
        isReused,
        isContinued: segment.isContinued,
      });
    }
  }

  for (let at = 0; at < sound.length; at += BLOCK) {
    atMs = (at + BLOCK) / SAMPLES_PER_MS;
    stream.push(sound.subarray(at, at + BLOCK), at / SAMPLES_PER_MS);
    await stream.settled();
    await write();
  }
  await stream.flush();
  await write();
  return {
    segments,
    seconds: sound.length / SAMPLES_PER_MS / 1000,
    detectedSeconds: stream.figures().detectedFrames * 0.032,
  };
}
