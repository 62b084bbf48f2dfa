/** Wire shapes of the screen side. */
import { Type } from 'typebox';
import { nullableNumber, nullableText, Timestamp } from '#serve/request/schema.ts';

const MonitorEntry = Type.Object({
  id: Type.Integer(),
  stable_id: Type.String({ description: 'The same after a restart.' }),
  name: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
  is_default: Type.Boolean(),
});

const Status = Type.Object({
  status: Type.String({ enum: ['ok', 'no_monitors', 'permission_denied', 'error'] }),
  paused: Type.Optional(Type.Boolean({ description: 'While a person has paused it.' })),
  monitor_count: Type.Optional(Type.Integer()),
  monitor_ids: Type.Optional(Type.Array(Type.Integer())),
  source: Type.Optional(Type.String({ description: 'The technology pictures come by.' })),
  input_kinds: Type.Array(Type.String(), {
    description:
      'The kinds of `/ui-events` that are noted now: wanted, and reported by this desktop.',
  }),
  idle_since: Type.Optional(Timestamp),
  message: Type.Optional(
    Type.String({ description: 'What is wrong or left out, and what to do.' }),
  ),
});

const Metrics = Type.Object({
  uptime_secs: Type.Number(),
  frames_captured: Type.Integer(),
  frames_skipped: Type.Integer({ description: 'Pictures that showed nothing new.' }),
  ocr_completed: Type.Integer(),
  ocr_failures: Type.Integer({ description: 'Frames whose text could not be read.' }),
  ocr_restarts: Type.Integer({ description: 'How often the reader died and was started again.' }),
  ocr_cache_hits: Type.Integer({ description: 'Lines whose text was known without reading.' }),
  ocr_cache_misses: Type.Integer(),
  ocr_cache_hit_rate: Type.Number(),
  avg_ocr_latency_ms: Type.Number(),
  frames_video_written: Type.Integer({ description: 'Moved from images into video chunks.' }),
  frames_db_written: Type.Integer(),
  frames_dropped: Type.Integer({ description: 'Refused because reading lagged behind.' }),
  frame_drop_rate: Type.Number(),
  avg_db_latency_ms: Type.Number({
    description: 'Of the writes of the last five minutes, at most 200; 0 when there was none.',
  }),
  capture_fps_actual: Type.Number(),
  time_to_first_frame_ms: nullableNumber(),
  ocr_queue_depth: Type.Integer(),
  video_queue_depth: Type.Integer({ description: 'Images that wait to become video.' }),
  video_chunks_written: Type.Integer(),
  video_bytes_before: Type.Integer({ description: 'Of the images that became video.' }),
  video_bytes_after: Type.Integer({ description: 'Of that video.' }),
  video_last_error: nullableText('Code of the last failure to make video; null when all is well.'),
  pipeline_stall_count: Type.Integer(),
  last_db_write_ts: Type.Integer({ description: 'Unix seconds; 0 for never.' }),
  last_capture_attempt_ts: Type.Integer({ description: 'Unix seconds; 0 for never.' }),
});

const Outcome = Type.Object({ success: Type.Boolean(), message: Type.String() });
const vision = { tags: ['vision'] };

export const listSchema = {
  ...vision,
  summary: 'The monitors that can be captured',
  response: { 200: Type.Array(MonitorEntry) },
};

export const statusSchema = {
  ...vision,
  summary: 'Whether the screen can be captured',
  response: { 200: Status },
};

export const metricsSchema = {
  ...vision,
  summary: 'Figures of the screen side since it started',
  response: { 200: Metrics },
};

export const startSchema = {
  ...vision,
  summary: 'Start capturing the screen',
  response: { 200: Outcome },
};

export const stopSchema = {
  ...vision,
  summary: 'Stop capturing the screen until it is started again',
  response: { 200: Outcome },
};

export const captureSchema = {
  ...vision,
  summary: 'Keep a picture of every monitor now',
  description: 'The frames have the trigger `manual`. Excluded windows stay out of them as always.',
  response: {
    200: Type.Object({
      success: Type.Boolean(),
      message: Type.String(),
      frame_ids: Type.Array(Type.Integer()),
    }),
  },
};
