/**
 * Listens to one device: blocks in, pieces of speech out, each with its recording on the disk. It knows nothing of text; the scribe
 * does the rest. One ear per stream: a stream that was opened again has a new one.
 */
import type { AudioBlock, AudioDevice } from '#capture/audio/audio-source.ts';
import type { VoiceDetector } from '#extract/vad/engine.ts';
import { FRAME_MS, loudnessOf } from '#extract/vad/frame.ts';
import type { JudgedFrame, SegmentEvent, SpeechSegment } from '#extract/vad/segmenter.ts';
import { HARD_LENGTH_MS, PRE_ROLL_MS, VOICED_FROM } from '#extract/vad/segmenter.ts';
import { voiceStream } from '#extract/vad/voice-stream.ts';
import type { AudioMedia } from '#store/media/audio/audio-media.ts';
import type { AudioMeter } from '../audio-metrics.ts';
import { type Draft, openDraft } from './draft.ts';

const CHUNK_MS = 1000;
const SAMPLES_PER_MS = 16;
/** A new piece may begin within the one that was cut, so as much as the longest piece is kept at hand. */
const AT_HAND = Math.ceil((HARD_LENGTH_MS + 2_000) / FRAME_MS);
/** Outside of speech only what may come before its beginning: what is kept for long is costly to get rid of. */
const BEFORE_SPEECH = Math.ceil((PRE_ROLL_MS + 1_000) / FRAME_MS);
/** Judging is minutes behind: memory is worth more than what would be heard so late. */
const MOST_WAITING_MS = 120_000;

export interface Heard {
  readonly device: AudioDevice;
  readonly segment: SpeechSegment;
  readonly draft: Draft;
}

export interface Ear {
  hear(block: AudioBlock): void;
  /** No block follows. Resolves when all that was heard has been reported. */
  end(): Promise<void>;
}

export function openEar(deps: {
  device: AudioDevice;
  detector: VoiceDetector;
  media: Pick<AudioMedia, 'record'>;
  meter: AudioMeter;
  /** Every frame, in order, before the speech it ends. */
  onFrame: (frame: JudgedFrame) => void;
  onProvisional: (heard: Heard) => void;
  onFinal: (heard: Heard) => void;
  onFault: (error: unknown) => void;
  /** Voice detection failed, and loudness decides instead; once for each stream. */
  onDetectorFault: (error: unknown) => void;
}): Ear {
  const { device, meter } = deps;
  const stop = new AbortController();
  const sent = wholeSeconds();
  const refused = wholeSeconds();
  const second = secondMeter(device.name, meter, () => sent.ms());
  let atHand: JudgedFrame[] = [];
  let draft: Draft | undefined;
  let isDetectorWell = true;

  function openAt(sinceMs: number): Draft {
    const recording = { atMs: sinceMs, deviceName: device.name, isInput: device.kind === 'input' };
    const opened = openDraft(deps.media, recording, deps.onFault);
    for (const frame of atHand) if (frame.atMs >= sinceMs) opened.add(frame.samples);
    return opened;
  }

  const voice = voiceStream({
    detector: deps.detector,
    signal: stop.signal,
    onFault(error) {
      meter.count('processErrors');
      if (isDetectorWell) deps.onDetectorFault(error);
      isDetectorWell = false;
    },
    onFrame(frame) {
      atHand.push(frame);
      const most = draft ? AT_HAND : BEFORE_SPEECH;
      if (atHand.length > 2 * most) atHand = atHand.slice(-most);
      draft?.add(frame.samples);
      second.add(frame);
      deps.onFrame(frame);
    },
    onOpen(sinceMs) {
      // What was speech has been reported and taken over by then.
      draft?.discard().catch(deps.onFault);
      draft = sinceMs === undefined ? undefined : openAt(sinceMs);
    },
    onSegment({ kind, segment }: SegmentEvent) {
      if (!draft) return;
      const heard = { device, segment, draft };
      if (kind === 'provisional') deps.onProvisional(heard);
      else {
        draft = undefined;
        deps.onFinal(heard);
      }
    },
  });

  return {
    hear({ samples, atMs }) {
      const ms = samples.length / SAMPLES_PER_MS;
      if (voice.waitingMs() > MOST_WAITING_MS) {
        meter.count('chunksChannelFull', refused.add(ms));
        return;
      }
      meter.count('chunksSent', sent.add(ms));
      voice.push(samples, atMs);
    },
    async end() {
      await voice.flush();
      stop.abort();
      meter.deviceGone(device.name);
    },
  };
}

function wholeSeconds() {
  let ms = 0;
  return {
    ms: () => ms,
    /** Gives how many seconds were completed by this. */
    add(moreMs: number): number {
      const before = Math.floor(ms / CHUNK_MS);
      ms += moreMs;
      return Math.floor(ms / CHUNK_MS) - before;
    },
  };
}

/** Sends the meter once a second how much of it was speech, and how loud it was. */
function secondMeter(name: string, meter: AudioMeter, sentMs: () => number) {
  const received = wholeSeconds();
  let frames = 0;
  let voiced = 0;
  let energy = 0;
  return {
    add({ samples, probability }: JudgedFrame): void {
      frames += 1;
      if (probability >= VOICED_FROM) voiced += 1;
      energy += loudnessOf(samples) ** 2;
      // The last frame is filled up with silence, which nobody sent.
      if (received.add(Math.min(FRAME_MS, sentMs() - received.ms())) === 0) return;
      meter.count('chunksReceived');
      meter.heard(name, voiced / frames, Math.sqrt(energy / frames));
      frames = 0;
      voiced = 0;
      energy = 0;
    },
  };
}
