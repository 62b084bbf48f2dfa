/** Wire shapes of the audio side: devices, control and figures. */
import { type Static, Type } from 'typebox';
import { AudioPipeline } from '#serve/audio-metrics.ts';
import { nullableText } from '#serve/request/schema.ts';

const DeviceEntry = Type.Object({
  name: Type.String({ description: 'Ends in ` (input)` or ` (output)`.' }),
  is_default: Type.Boolean(),
  device_type: Type.String({ enum: ['Input', 'Output'] }),
  state: Type.String({
    enum: ['recording', 'waiting', 'stopped'],
    description: 'waiting: it should record and cannot now; it is tried again by itself.',
  }),
  detail: nullableText('Why it waits, or that capture is paused; else null.'),
});

const Outcome = Type.Object({ success: Type.Boolean(), message: Type.String() });
const audio = { tags: ['audio'] };

const deviceType = Type.Optional(
  Type.Unsafe<string>({
    type: 'string',
    pattern: '^([Ii]nput|[Oo]utput)$',
    description: 'Input or Output. It decides between devices of one name.',
  }),
);

/** Clients also send a device, or a type alone, to the calls for the whole pipeline; these then act on that device or those devices. */
const OptionalDevice = Type.Union([
  Type.Object({ device_name: Type.Optional(Type.String()), device_type: deviceType }),
  Type.Null(),
]);
export type OptionalDevice = Static<typeof OptionalDevice>;
const Device = Type.Object({
  device_name: Type.String({
    minLength: 1,
    description:
      'As in `/audio/list`; the ending may be left out with `device_type`, or when only one device has the name.',
  }),
  device_type: deviceType,
});

export const listSchema = {
  ...audio,
  summary: 'Microphones and loudspeakers that can be recorded',
  response: { 200: Type.Array(DeviceEntry) },
};

export const metricsSchema = {
  ...audio,
  summary: 'Figures of the audio side since it started',
  response: { 200: AudioPipeline },
};

export const startSchema = {
  ...audio,
  summary: 'Start recording sound',
  body: OptionalDevice,
  response: { 200: Outcome },
};

export const stopSchema = {
  ...audio,
  summary: 'Stop recording sound until it is started again',
  body: OptionalDevice,
  response: { 200: Outcome },
};

export const startDeviceSchema = {
  ...audio,
  summary: 'Record this device',
  body: Device,
  response: { 200: Outcome },
};

export const stopDeviceSchema = {
  ...audio,
  summary: 'Stop recording this device',
  body: Device,
  response: { 200: Outcome },
};
