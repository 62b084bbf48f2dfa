/**
 * Plays an invented scene through the product's own path, faster than time: both streams with their voice detection into an `EchoPair`,
 * every segment of the microphone judged, and the judgement compared with what was really said.
 */
import type { VoiceDetector } from '#extract/vad/engine.ts';
import type { SpeechSegment } from '#extract/vad/segmenter.ts';
import { voiceStream } from '#extract/vad/voice-stream.ts';
import type { Echo } from './echo.ts';
import type { EchoVerdict } from './signal/room.ts';
import { rms, type Scene } from './signal/rooms.fixture.ts';
import { BLOCK_MS, BLOCK_SAMPLES, FRAME_MS, FRAME_SAMPLES } from './signal/sound.ts';

const START_MS = 1_700_000_000_000;
const SPOKEN = 0.5;
/** Steps in which the scene is fed, as a sound server would. */
const STEP_BLOCKS = 30;
/** Silence after the scene, as there is after every talk. */
const AFTER_SAMPLES = 2 * 16_000;

export interface JudgedSegment {
  /** What it really was. */
  readonly truth: 'echo' | 'local' | 'double' | 'nothing';
  readonly verdict: EchoVerdict;
  readonly seconds: number;
  /** Frames of the person's speech, and those that were kept. */
  readonly localFrames: number;
  readonly localKept: number;
  /** Frames with nothing but the loudspeaker, and those that were kept. */
  readonly echoFrames: number;
  readonly echoKept: number;
}

export async function playScene(
  scene: Scene,
  deps: { echo: Echo; detector: () => VoiceDetector },
): Promise<JudgedSegment[]> {
  const { signal } = new AbortController();
  const pair = deps.echo.pair(deps.detector());
  const segments: SpeechSegment[] = [];
  const monitorVoice = voiceStream({
    detector: deps.detector(),
    onSegment: () => {},
    onFrame: pair.monitorJudged,
    signal,
  });
  const microphoneVoice = voiceStream({
    detector: deps.detector(),
    onSegment({ kind, segment }) {
      if (kind === 'final') segments.push(segment);
    },
    onFrame: pair.microphoneJudged,
    signal,
  });
  const [monitor, microphone] = [withSilence(scene.monitor), withSilence(scene.microphone)];
  const truth = {
    local: await spoken(scene.local, deps.detector()),
    echo: leaks(scene) ? await spoken(scene.echo, deps.detector()) : [],
  };
  const judged: JudgedSegment[] = [];
  async function judgeAll(): Promise<void> {
    for (const segment of segments.splice(0)) {
      judged.push(compared(segment, await pair.judge(segment), truth));
    }
  }

  const blocks = Math.floor(microphone.length / BLOCK_SAMPLES);
  for (let block = 0; block < blocks; block += 1) {
    const atMs = START_MS + block * BLOCK_MS;
    const from = block * BLOCK_SAMPLES;
    const played = monitor.slice(from, from + BLOCK_SAMPLES);
    const heard = microphone.slice(from, from + BLOCK_SAMPLES);
    pair.pushMonitor({ atMs, samples: played });
    monitorVoice.push(played, atMs);
    pair.pushMicrophone({ atMs, samples: heard });
    microphoneVoice.push(heard, atMs);
    if (block % STEP_BLOCKS !== 0) continue;
    await Promise.all([monitorVoice.settled(), microphoneVoice.settled(), pair.settled()]);
    await judgeAll();
  }
  await monitorVoice.flush();
  await microphoneVoice.flush();
  await judgeAll();
  pair.close();
  return judged;
}

function leaks({ kind }: Scene): boolean {
  return kind !== 'headset' && kind !== 'local' && kind !== 'music';
}

interface Truth {
  readonly local: readonly boolean[];
  readonly echo: readonly boolean[];
}

function compared(segment: SpeechSegment, verdict: EchoVerdict, truth: Truth): JudgedSegment {
  const first = Math.round((segment.startAtMs - START_MS) / FRAME_MS);
  const count = Math.round((segment.endAtMs - segment.startAtMs) / FRAME_MS);
  const frames = Array.from({ length: count }, (_, index) => {
    const atMs = segment.startAtMs + index * FRAME_MS;
    const isKept = verdict.keep.some(
      ({ startMs, endMs }) => atMs >= startMs - FRAME_MS && atMs <= endMs + FRAME_MS,
    );
    const isLocal = truth.local[first + index] ?? false;
    return { isKept, isLocal, isEcho: (truth.echo[first + index] ?? false) && !isLocal };
  });
  const number = (test: (frame: (typeof frames)[number]) => boolean) => frames.filter(test).length;
  const localFrames = number(({ isLocal }) => isLocal);
  const echoFrames = number(({ isEcho }) => isEcho);
  const anyEcho = truth.echo.slice(first, first + count).filter(Boolean).length;
  return {
    truth: truthOf(localFrames, anyEcho, count),
    verdict,
    seconds: (segment.endAtMs - segment.startAtMs) / 1000,
    localFrames,
    localKept: number(({ isLocal, isKept }) => isLocal && isKept),
    echoFrames,
    echoKept: number(({ isEcho, isKept }) => isEcho && isKept),
  };
}

function truthOf(local: number, echo: number, all: number): JudgedSegment['truth'] {
  if (local <= 2) return echo > 2 ? 'echo' : 'nothing';
  return echo <= 0.1 * all ? 'local' : 'double';
}

/** Where there is speech in a clean track, brought to a level at which it is heard. */
async function spoken(sound: Float32Array, detector: VoiceDetector): Promise<boolean[]> {
  const level = rms(sound);
  if (level < 1e-7) return [];
  const gain = Math.max(1, 0.025 / level);
  const samples = samplesOf(sound.map((value) => value * gain));
  const whole = samples.subarray(0, samples.length - (samples.length % FRAME_SAMPLES));
  const probabilities = await detector.detect(whole, new AbortController().signal);
  return [...probabilities].map((probability) => probability > SPOKEN);
}

function withSilence(sound: Float32Array): Int16Array<ArrayBuffer> {
  const all = new Int16Array(sound.length + AFTER_SAMPLES);
  all.set(samplesOf(sound));
  return all;
}

function samplesOf(sound: Float32Array): Int16Array<ArrayBuffer> {
  return Int16Array.from(sound, (value) =>
    Math.max(-32_768, Math.min(32_767, Math.round(value * 32_767))),
  );
}
