/**
 * All figures for tools that draw them, in the text format of Prometheus: counters and depths are read from the parts when somebody
 * asks, durations are collected as they happen. Its own registry, so that nothing else of the process gets in.
 */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Stage, StageTimes } from '#core/figures/stage-times.ts';
import type { AudioMetrics } from '#ingest/audio-metrics.ts';
import type { VisionMetrics } from '#ingest/screen/vision-metrics.ts';
import type { StoreCall } from '#store/open-store.ts';
import type { ReadName } from '#store/store.ts';
import type { HealthFacts } from './facts.ts';
import type { Ledger } from './ledger.ts';

export interface Figures {
  facts: HealthFacts;
  coverageMinutes: ReturnType<Ledger['minutes']>;
  streams: { open: number; dropped: number };
}

export interface Prometheus {
  stageTimes: StageTimes;
  onCall(call: StoreCall): void;
  /** Where the figures come from; to be called once, when everything is there. */
  readFrom(read: () => Figures): void;
  text(): Promise<string>;
  readonly contentType: string;
}

/** Seconds: a row takes milliseconds, a long piece of speech takes many seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Reads that a person waits for. */
const SEARCHES: ReadonlySet<string> = new Set<ReadName>(['search.find', 'search.findKeyword']);

type Numbers<T> = { [K in keyof T]: T[K] extends number ? K : never }[keyof T];

const VISION_COUNTERS: Readonly<Partial<Record<Numbers<VisionMetrics>, string>>> = {
  framesCaptured: 'Frames taken from the screen.',
  framesSkipped: 'Looks at the screen that gave no frame.',
  framesDropped: 'Frames that were lost.',
  framesDbWritten: 'Frames that were stored.',
  ocrCompleted: 'Frames whose text was read.',
  ocrFailures: 'Frames whose text could not be read.',
  ocrRestarts: 'How often the reader died.',
  ocrCacheHits: 'Lines that were known already.',
  ocrCacheMisses: 'Lines that had to be read.',
  stalls: 'Frames that took too long from the screen to the store.',
};

const AUDIO_COUNTERS: Readonly<Partial<Record<Numbers<AudioMetrics>, string>>> = {
  chunksSent: 'Seconds of sound that were handed on.',
  chunksReceived: 'Seconds of sound that were looked at.',
  chunksChannelFull: 'Seconds of sound that were lost.',
  streamTimeouts: 'Streams that fell silent and were opened again.',
  processErrors: 'Pieces of sound that could not be kept.',
  vadPassed: 'Seconds with speech.',
  vadRejected: 'Seconds without speech.',
  transcriptionsCompleted: 'Transcriptions with text.',
  transcriptionsEmpty: 'Transcriptions without text.',
  transcriptionErrors: 'Transcriptions that failed.',
  dbInserted: 'Transcriptions that were stored.',
  dbDuplicatesBlocked: 'Utterances heard twice and stored once.',
  dbOverlapsTrimmed: 'Utterances stored without their echo.',
  totalWords: 'Words that were transcribed.',
  segmentsBatchProcessed: 'Recordings that were transcribed later.',
};

export function prometheusFigures(): Prometheus {
  const registry = new Registry();
  const registers = [registry];
  let read: (() => Figures) | undefined;

  const stages = new Histogram({
    name: 'hindcast_stage_duration_seconds',
    help: 'How long the steps of the pipeline take.',
    labelNames: ['stage'],
    buckets: BUCKETS,
    registers,
  });
  const failedCalls = new Counter({
    name: 'hindcast_store_failures_total',
    help: 'Calls of the store that were rejected.',
    labelNames: ['kind'],
    registers,
  });
  const observe = (stage: Stage, durationMs: number) =>
    stages.observe({ stage }, durationMs / 1000);

  /** One value, or one per combination of labels, at the time of the question. */
  function add(
    kind: 'counter' | 'gauge',
    name: string,
    help: string,
    values: (figures: Figures) => number | undefined | [Record<string, string>, number][],
  ): void {
    const labelNames = ['part', 'state', 'stream', 'name'];
    const options = { name: `hindcast_${name}`, help, labelNames, registers };
    const set = (metric: Counter | Gauge) => {
      metric.reset();
      const found = read && values(read());
      const rows = typeof found === 'number' ? [[{}, found] as const] : (found ?? []);
      for (const [labels, value] of rows) metric.inc(labels, value);
    };
    if (kind === 'gauge')
      new Gauge({
        ...options,
        collect: function () {
          set(this);
        },
      });
    else
      new Counter({
        ...options,
        collect: function () {
          set(this);
        },
      });
  }
  addFigures(add);

  return {
    stageTimes: observe,
    onCall({ kind, name, durationMs, error }) {
      if (error !== undefined) failedCalls.inc({ kind });
      if (kind === 'write') observe('write', durationMs);
      else if (SEARCHES.has(name)) observe('search', durationMs);
    },
    readFrom(source) {
      read = source;
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

/** Everything that `/metrics` reports. */
function addFigures(
  add: (
    kind: 'counter' | 'gauge',
    name: string,
    help: string,
    values: (figures: Figures) => number | undefined | [Record<string, string>, number][],
  ) => void,
) {
  for (const [field, help] of Object.entries(VISION_COUNTERS)) {
    add(
      'counter',
      `vision_${snake(field)}_total`,
      help,
      ({ facts }) => facts.vision.capture?.metrics[field as Numbers<VisionMetrics>],
    );
  }
  for (const [field, help] of Object.entries(AUDIO_COUNTERS)) {
    add(
      'counter',
      `audio_${snake(field)}_total`,
      help,
      ({ facts }) => facts.audio.listening?.metrics[field as Numbers<AudioMetrics>],
    );
  }
  add(
    'counter',
    'input_dropped_total',
    'Events that were lost.',
    ({ facts }) => facts.vision.capture?.activity.input.dropped,
  );
  add(
    'gauge',
    'vision_queue_depth',
    'Frames that wait for their text.',
    ({ facts }) => facts.vision.capture?.metrics.queueDepth,
  );
  add(
    'gauge',
    'video_queue_depth',
    'Frames that wait to become video.',
    ({ facts }) => facts.vision.capture?.metrics.video.framesWaiting,
  );
  add(
    'gauge',
    'audio_segments_waiting',
    'Recordings that wait for their text.',
    ({ facts }) => facts.audio.listening?.metrics.segmentsDeferred,
  );
  add('gauge', 'audio_level_rms', 'Loudness of the last second, 0 to 1.', ({ facts }) =>
    Object.entries(facts.audio.listening?.metrics.deviceLevels ?? {}).map(
      ([name, level]) => [{ name }, level] as [Record<string, string>, number],
    ),
  );
  add(
    'gauge',
    'disk_free_bytes',
    'Room on the disk of the data folder.',
    ({ facts }) => facts.store.freeBytes,
  );
  add(
    'gauge',
    'media_checked',
    'Media files of this round that were decoded to see whether they are whole.',
    ({ facts }) => facts.scrub?.checked,
  );
  add('gauge', 'media_broken', 'Media files that do not open.', ({ facts }) => facts.scrub?.broken);
  add('gauge', 'store_healthy', '1 when the store can be written.', ({ facts }) =>
    facts.store.fault ? 0 : 1,
  );
  add('gauge', 'streams_open', 'WebSockets and event streams.', ({ streams }) => streams.open);
  add(
    'counter',
    'streams_dropped_total',
    'Readers that were too slow.',
    ({ streams }) => streams.dropped,
  );
  add('counter', 'part_restarts_total', 'How often a part was started again.', ({ facts }) =>
    facts.parts.map(({ name, restarts }) => [{ part: name }, restarts]),
  );
  add('gauge', 'part_up', '1 while a part runs.', ({ facts }) =>
    facts.parts.map(({ name, state }) => [{ part: name }, state.kind === 'running' ? 1 : 0]),
  );
  add('counter', 'coverage_minutes_total', 'What each stream did.', ({ coverageMinutes }) =>
    Object.entries(coverageMinutes).flatMap(([stream, states]) =>
      Object.entries(states).map(
        ([state, minutes]) => [{ stream, state }, minutes] as [Record<string, string>, number],
      ),
    ),
  );
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
