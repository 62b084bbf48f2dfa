/** The figures of the audio side in the words of the interface; `/audio/metrics` and `/health` show them. */
import { type Static, Type } from 'typebox';
import type { AudioMetrics } from '#ingest/audio-metrics.ts';
import { nullableText } from './request/schema.ts';

export const AudioPipeline = Type.Object({
  uptime_secs: Type.Number(),
  chunks_sent: Type.Integer({ description: 'Seconds of sound that were handed on.' }),
  chunks_received: Type.Integer({ description: 'Seconds of sound that were looked at.' }),
  chunks_channel_full: Type.Integer({ description: 'Seconds refused because the rest lagged.' }),
  stream_timeouts: Type.Integer({ description: 'Streams that fell silent and were reopened.' }),
  process_errors: Type.Integer(),
  vad_passed: Type.Integer({ description: 'Seconds with speech.' }),
  vad_rejected: Type.Integer({ description: 'Seconds without speech.' }),
  vad_passthrough_rate: Type.Number(),
  avg_speech_ratio: Type.Number(),
  transcriptions_completed: Type.Integer(),
  transcriptions_empty: Type.Integer(),
  transcription_errors: Type.Integer(),
  db_inserted: Type.Integer(),
  db_duplicates_blocked: Type.Integer({ description: 'Heard twice, stored once.' }),
  db_overlaps_trimmed: Type.Integer({ description: 'Stored without the part that was an echo.' }),
  total_words: Type.Integer(),
  words_per_minute: Type.Number({ description: '0 in the first minute.' }),
  transcription_mode: Type.String({ enum: ['realtime', 'batch', 'disabled'] }),
  transcription_paused: Type.Boolean(),
  segments_deferred: Type.Integer({ description: 'Recorded and not transcribed yet.' }),
  segments_batch_processed: Type.Integer(),
  segments_not_understood: Type.Integer({
    description:
      'Recordings since the start whose language is not understood; `/audio/unread` lists all of them.',
  }),
  second_readings: Type.Optional(
    Type.Object(
      {
        to_correct: Type.Integer({
          description: 'Recordings that wait for their text in the language that a person named.',
        }),
        to_improve: Type.Integer({
          description: 'Recordings that the largest installed model has not read yet.',
        }),
        improved: Type.Integer({ description: 'Read by it since the start.' }),
        waits_because: nullableText(
          'Why it does not read now; null when it does, or has read all.',
        ),
      },
      { description: 'Recordings that are read again.' },
    ),
  ),
  batch_paused_reason: nullableText('Null when nothing is put off.'),
  batch_pause_events: Type.Integer(),
  batch_resume_events: Type.Integer(),
  audio_level_rms: Type.Number({ description: '0..1, the loudest device.' }),
  device_levels: Type.Record(Type.String(), Type.Number()),
  last_db_write_ts: Type.Integer({ description: 'Unix seconds; 0 for never.' }),
});

export function toWireAudioMetrics(metrics: AudioMetrics): Static<typeof AudioPipeline> {
  const { secondReadings: again } = metrics;
  return {
    uptime_secs: metrics.uptimeSecs,
    chunks_sent: metrics.chunksSent,
    chunks_received: metrics.chunksReceived,
    chunks_channel_full: metrics.chunksChannelFull,
    stream_timeouts: metrics.streamTimeouts,
    process_errors: metrics.processErrors,
    vad_passed: metrics.vadPassed,
    vad_rejected: metrics.vadRejected,
    vad_passthrough_rate: metrics.vadPassthroughRate,
    avg_speech_ratio: metrics.averageSpeechRatio,
    transcriptions_completed: metrics.transcriptionsCompleted,
    transcriptions_empty: metrics.transcriptionsEmpty,
    transcription_errors: metrics.transcriptionErrors,
    db_inserted: metrics.dbInserted,
    db_duplicates_blocked: metrics.dbDuplicatesBlocked,
    db_overlaps_trimmed: metrics.dbOverlapsTrimmed,
    total_words: metrics.totalWords,
    words_per_minute: metrics.wordsPerMinute,
    transcription_mode: metrics.mode,
    transcription_paused: metrics.isPaused,
    segments_deferred: metrics.segmentsDeferred,
    segments_batch_processed: metrics.segmentsBatchProcessed,
    segments_not_understood: metrics.segmentsNotUnderstood,
    ...(again && {
      second_readings: {
        to_correct: again.toCorrect,
        to_improve: again.toImprove,
        improved: again.improved,
        waits_because: again.waitsBecause,
      },
    }),
    batch_paused_reason: metrics.batchPausedReason,
    batch_pause_events: metrics.batchPauseEvents,
    batch_resume_events: metrics.batchResumeEvents,
    audio_level_rms: metrics.levelRms,
    device_levels: { ...metrics.deviceLevels },
    last_db_write_ts: Math.floor((metrics.lastDbWriteAtMs ?? 0) / 1000),
  };
}
