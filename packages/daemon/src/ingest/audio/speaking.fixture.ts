/** A store, a media folder and speech that tests can do with what they like: a real disk and a real database, with ears and words. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AudioDevice } from '#capture/audio/audio-source.ts';
import { silentLog } from '#core/log/log.ts';
import { LanguageModelMissingError } from '#extract/asr/errors.ts';
import type { Echo, EchoPair } from '#extract/echo/echo.ts';
import type { EchoVerdict } from '#extract/echo/signal/room.ts';
import type { VoiceDetector } from '#extract/vad/engine.ts';
import { FRAME_SAMPLES, loudnessOf } from '#extract/vad/frame.ts';
import type { SpeechSegment } from '#extract/vad/segmenter.ts';
import { openAudioMedia } from '#store/media/audio/audio-media.ts';
import type { TranscriptItem } from '#store/records.ts';
import { openTestStore } from '#store/testing/test-store.ts';
import { audioMeter } from '../audio-metrics.ts';
import { openDraft } from './draft.ts';
import type { Heard } from './ear.ts';
import { openEchoes } from './echoes.ts';
import type { Recognised, Recognition } from './recognition.ts';
import { makeScribe } from './scribe.ts';

export const MIC: AudioDevice = { id: 'mic', name: 'Desk (input)', kind: 'input', isDefault: true };
export const LOUDSPEAKER: AudioDevice = {
  id: 'out',
  name: 'Room (output)',
  kind: 'output',
  isDefault: true,
};
export const START_MS = Date.parse('2026-02-03T10:00:00.000Z');
const SAMPLES_PER_MS = 16;

/** In place of words: somebody speaks whom the recogniser cannot read. */
export const ANOTHER_LANGUAGE = Symbol('another language');

const NOTHING: Recognised = {
  text: undefined,
  isUnderstood: true,
  words: 0,
  engine: 'by-hand',
  language: undefined,
};

/** Loud is speech: enough where the sound is made by the test. */
export const loudIsSpeech: VoiceDetector = {
  async detect(samples) {
    const count = samples.length / FRAME_SAMPLES;
    return Float32Array.from({ length: count }, (_, i) =>
      loudnessOf(samples.subarray(i * FRAME_SAMPLES, (i + 1) * FRAME_SAMPLES)) > 0.01 ? 0.95 : 0,
    );
  },
  reset: () => {},
};

export async function speaking() {
  const dataDir = await mkdtemp(join(tmpdir(), 'hindcast-speaking-'));
  const store = await openTestStore({ dataDir });
  const media = openAudioMedia({ dataDir });
  const meter = audioMeter({ nowMs: () => START_MS, mode: 'realtime' });
  const words: (string | Error | undefined | typeof ANOTHER_LANGUAGE)[] = [];
  const verdicts: EchoVerdict[] = [];
  /** Those that can be read. */
  const languages = ['en', 'de'];
  const recognition: Recognition = {
    engineName: async () => 'by-hand',
    async recognise() {
      const text = words.shift();
      if (text instanceof Error) throw text;
      if (text === ANOTHER_LANGUAGE) {
        return { ...NOTHING, isUnderstood: false };
      }
      const count = text?.split(' ').length ?? 0;
      return { text, isUnderstood: true, words: count, engine: 'by-hand', language: 'en' };
    },
    async assertReads(language) {
      if (!languages.includes(language)) throw new LanguageModelMissingError(language);
    },
    async readIn({ language, isLargest }) {
      const text = words.shift();
      if (text instanceof Error) throw text;
      if (typeof text !== 'string') return undefined;
      return { text, engine: `${isLargest ? 'large' : 'usual'}-by-hand:${language}`, language };
    },
    close: async () => {},
  };
  const pair: EchoPair = {
    pushMonitor: () => {},
    pushMicrophone: () => {},
    monitorJudged: () => {},
    microphoneJudged: () => {},
    settled: async () => {},
    judge: async (segment) => verdicts.shift() ?? local(segment),
    close: () => {},
  };
  const echo: Echo = {
    pair: () => pair,
    crashes: () => 0,
    part: () => undefined,
    close: async () => {},
  };
  const echoes = openEchoes({
    echo,
    makeDetector: () => ({ detect: async () => new Float32Array(), reset: () => {} }),
    nowMs: () => START_MS,
  });
  const block = { atMs: START_MS, samples: new Int16Array(160) };
  for (const device of [LOUDSPEAKER, MIC]) echoes.hear(device, block);
  const identified: number[] = [];
  const voices: Int16Array[] = [];
  const troubles: Error[] = [];
  const embeddings: Float32Array[] = [];
  const scribe = makeScribe({
    store,
    media,
    echoes,
    recognition,
    async identify({ transcriptionId, samples }) {
      const trouble = troubles.shift();
      if (trouble) throw trouble;
      identified.push(transcriptionId);
      voices.push(samples);
    },
    embed: async () => embeddings.shift(),
    meter,
    log: silentLog,
  });

  return {
    dataDir,
    store,
    media,
    meter,
    scribe,
    echoes,
    recognition,
    makeDetector: () => loudIsSpeech,
    identified,
    /** The sound of those. */
    voices,
    /** Why speakers cannot be identified next. */
    troubles,
    /** The voices before and after pauses, in order. */
    embeddings,
    /** What is recognised next, in order; undefined for nothing. */
    words,
    /** What the echo judge says next, in order; local speech when it has nothing to say. */
    verdicts,
    heard(device: AudioDevice, atSecs: number, secs = 2): Heard {
      const startAtMs = START_MS + atSecs * 1000;
      const samples = tone(secs);
      const recording = {
        atMs: startAtMs,
        deviceName: device.name,
        isInput: device.kind === 'input',
      };
      const draft = openDraft(media, recording, (error) => {
        throw error;
      });
      for (let at = 0; at < samples.length; at += 512) draft.add(samples.subarray(at, at + 512));
      return { device, draft, segment: segmentOf(samples, startAtMs) };
    },
    async said(): Promise<TranscriptItem[]> {
      const filter = { kinds: ['audio' as const], limit: 100, offset: 0 };
      const { items } = await store.search.find({ ...filter, order: 'ascending' });
      return items as TranscriptItem[];
    },
    async [Symbol.asyncDispose]() {
      await store.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function segmentOf(samples: Int16Array, startAtMs: number): SpeechSegment {
  return {
    sequence: startAtMs,
    startAtMs,
    endAtMs: startAtMs + samples.length / SAMPLES_PER_MS,
    samples,
    voicedFrom: 0,
    voicedTo: samples.length,
    voicedMs: samples.length / SAMPLES_PER_MS,
    meanProbability: 0.95,
    pauses: [],
    isContinued: false,
  };
}

function tone(secs: number): Int16Array {
  return Int16Array.from(
    { length: secs * 16_000 },
    (_, i) => 8_000 * Math.sin((2 * Math.PI * 220 * i) / 16_000),
  );
}

function local(segment: Pick<SpeechSegment, 'startAtMs' | 'endAtMs' | 'samples'>): EchoVerdict {
  const { startAtMs: startMs, endAtMs: endMs, samples } = segment;
  return {
    verdict: 'local',
    keep: [{ startMs, endMs, samples }],
    lagMs: 0,
    correlation: 0,
    needsTextCheck: false,
  };
}
