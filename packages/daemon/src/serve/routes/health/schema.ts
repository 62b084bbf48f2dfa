/** The wire shape of the health report. */
import { type Static, Type } from 'typebox';
import { AudioPipeline } from '#serve/audio-metrics.ts';
import { WireOffload } from '#serve/offload-state.ts';
import { nullableNumber, nullableText } from '#serve/request/schema.ts';

const SideStatus = Type.String({
  enum: ['ok', 'stale', 'not_started', 'disabled'],
  description:
    'ok: works. stale: no recent data. not_started: nothing runs yet. disabled: turned off.',
});

const Pipeline = Type.Object(
  {
    uptime_secs: Type.Number(),
    frames_captured: Type.Integer(),
    frames_db_written: Type.Integer(),
    frames_dropped: Type.Integer(),
    frame_drop_rate: Type.Number(),
    capture_fps_actual: Type.Number(),
    avg_ocr_latency_ms: Type.Number(),
    avg_db_latency_ms: Type.Number(),
    ocr_queue_depth: Type.Integer(),
    video_queue_depth: Type.Integer(),
    time_to_first_frame_ms: nullableNumber(),
    pipeline_stall_count: Type.Integer(),
    ocr_cache_hit_rate: Type.Number(),
    ocr_failures: Type.Integer(),
    ocr_restarts: Type.Integer(),
  },
  { description: 'The figures of `/vision/metrics` that tell health.' },
);

const Store = Type.Object({
  error_code: nullableText('Why the store cannot be written; null when it can.'),
  canary_passed_at: nullableText('When a test row last went through the whole store.'),
  free_bytes: nullableNumber('Room on the disk of the data folder.'),
});

const Part = Type.Object({
  name: Type.String(),
  state: Type.String({
    enum: ['running', 'waiting', 'failed', 'ended'],
    description: 'waiting: it broke and is started again soon. failed: it broke for good.',
  }),
  restarts: Type.Integer(),
  last_error_code: nullableText('Why it broke last; null when it never did.'),
});

const Health = Type.Object({
  status: Type.String({ enum: ['healthy', 'degraded'] }),
  status_code: Type.Integer({ description: 'The HTTP status of this answer.' }),
  last_frame_timestamp: nullableText('The newest frame, up to now; null when there is none.'),
  last_audio_timestamp: nullableText('The newest transcription; null when there is none.'),
  frame_status: SideStatus,
  audio_status: SideStatus,
  message: Type.String(),
  data_dir: Type.String({ description: 'The data folder of this service.' }),
  verbose_instructions: nullableText('What to do; null when all is well.'),
  device_status_details: nullableText('Per device; null when there is nothing to tell.'),
  paused: Type.Boolean({ description: 'Whether a person has paused the screen, sound or both.' }),
  paused_until: nullableText('When everything goes on by itself; null when it does not.'),
  paused_streams: Type.Array(Type.String({ enum: ['screen', 'sound'] })),
  waiting_for_agreement: Type.Boolean({
    description: 'Nothing is recorded until the person has agreed (`POST /agreement`).',
  }),
  monitors: Type.Optional(
    Type.Array(Type.String(), { description: 'While the screen is captured.' }),
  ),
  pipeline: Type.Optional(Pipeline),
  audio_pipeline: Type.Optional(AudioPipeline),
  vision_db_write_stalled: Type.Boolean({ description: 'Frames cannot be stored now.' }),
  audio_db_write_stalled: Type.Boolean({ description: 'Recordings cannot be stored now.' }),
  store: Store,
  retention_ran_at: Type.Optional(
    Type.String({ description: 'When what is too old to be kept was removed last.' }),
  ),
  media_check: Type.Optional(
    Type.Object(
      {
        checked: Type.Integer({ description: 'Files of this round, which takes about a month.' }),
        broken: Type.Integer({ description: 'Files that do not open any more.' }),
        last_checked_at: nullableText('Null when none was.'),
      },
      { description: 'Pictures, videos and recordings that were decoded while nobody worked.' },
    ),
  ),
  offload: Type.Optional(WireOffload),
  keeper: Type.Optional(
    Type.Object(
      {
        role: Type.String({
          enum: ['device', 'keeper'],
          description: 'keeper: this machine holds everything of all devices.',
        }),
        keepers: Type.Array(
          Type.Object({ machine_id: Type.String(), last_seen_at: nullableText() }),
          { description: 'Other machines that do.' },
        ),
        waiting: Type.Union([
          Type.Object(
            {
              files: Type.Integer(),
              machine_id: nullableText('Null: it is not known yet whether there is a keeper.'),
              last_seen_at: nullableText(),
              reason: Type.String(),
            },
            {
              description:
                'Pictures and recordings that are too old and stay until the keeper has confirmed that it holds them.',
            },
          ),
          Type.Null(),
        ]),
      },
      { description: 'Absent where the devices have no keeper.' },
    ),
  ),
  meaning: Type.Optional(
    Type.Object(
      {
        state: Type.String({ enum: ['ready', 'no_model', 'off'] }),
        waiting: Type.Integer({ description: 'Documents whose meaning is not known yet.' }),
        oldest_waiting: nullableText('Time of the oldest of them, to the hour.'),
      },
      { description: 'Search by meaning, and how far it is behind.' },
    ),
  ),
  parts: Type.Array(Part, { description: 'Everything that runs for long, in order of its start.' }),
});
export type Health = Static<typeof Health>;

export const healthSchema = {
  tags: ['health'],
  summary: 'Whether recording works',
  description: '200 when healthy, 503 when something that is turned on does not work.',
  response: { 200: Health, 503: Health },
};
