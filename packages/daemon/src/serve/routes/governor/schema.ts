/** Wire shape of `GET /governor`. */
import { type Static, Type } from 'typebox';
import { nullableNumber } from '#serve/request/schema.ts';
import { LEVELS } from '#upkeep/governor/levels.ts';

const Level = Type.String({
  enum: [...LEVELS],
  description: 'From `full`, where everything is done, to `least`.',
});

const Governor = Type.Object({
  budget: Type.Object({
    cpu_percent: Type.Integer({ description: 'Of all cores, on average over five minutes.' }),
    disk_gb_per_month: nullableNumber('Null: no limit.'),
    battery: Type.String({ enum: ['full', 'reduced', 'pause'] }),
  }),
  measured: Type.Object({
    cpu_percent: Type.Number({ description: 'Of all cores in the last five minutes.' }),
    cpu_percent_last_minute: Type.Number(),
    processes: Type.Integer({ description: 'That are counted: the service and all it started.' }),
    disk_gb_per_month: nullableNumber('What a month like the last seven days would add.'),
    on_battery: Type.Boolean(),
  }),
  level: Level,
  demands: Type.Object(
    { cpu: Level, disk: Level, battery: Level },
    { description: 'What each of them asks for; `level` is the strictest.' },
  ),
  levers: Type.Object({
    picture_gap_ms: Type.Integer({ description: 'Least time between two pictures.' }),
    visual_gap_ms: Type.Integer({ description: 'The same for a screen that changes by itself.' }),
    picture_quality: Type.Integer({ description: 'Of JPEG, 1 to 100.' }),
    video_quality: Type.Integer({ description: 'Of x264; more is coarser.' }),
    speech_model: Type.String({ enum: ['usual', 'smallest'] }),
    transcription: Type.String({ enum: ['as_set', 'postponed'] }),
    background_work: Type.String({
      enum: ['as_set', 'postponed'],
      description: 'Pictures that become video, retention, daily snapshots.',
    }),
    capture: Type.String({ enum: ['on', 'paused'] }),
  }),
  held_back: Type.Object(
    {
      pictures: Type.Integer({ description: 'That came later, since the service started.' }),
      recordings_waiting: Type.Integer({ description: 'For their text, now.' }),
      background_work: Type.Integer({ description: 'How often it was put off.' }),
      frames_waiting: Type.Integer({
        description:
          'The first of two hours that are over: they may become video now, and the second hour with them.',
      }),
    },
    { description: 'Nothing of this is lost: it comes later.' },
  ),
  actions: Type.Array(
    Type.Object({
      timestamp: Type.String(),
      cause: Type.String({ enum: ['cpu', 'disk', 'battery'] }),
      from: Type.String(),
      to: Type.String(),
      reason: Type.String({ description: 'A sentence with the figures.' }),
    }),
    { description: 'The last fifty, the newest first, over restarts.' },
  ),
});
export type Governor = Static<typeof Governor>;

export const governorSchema = {
  tags: ['health'],
  summary: 'What the service may use, what it uses, and what it does less for that',
  response: { 200: Governor },
};
