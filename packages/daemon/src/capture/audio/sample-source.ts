/**
 * The sound of the sample day: a microphone and a loudspeaker in a quiet room. They deliver as real devices do, so the rest of the
 * service treats them alike. Chosen by `audio-sources.ts`.
 */
import type { Clock } from '#core/clock.ts';
import { SAMPLE_LOUDSPEAKER, SAMPLE_MICROPHONE } from '../sample-devices.ts';
import { type AudioDevice, type AudioSource, SAMPLE_RATE } from './audio-source.ts';
import { type BlockStream, blockStream } from './block-stream.ts';

const DEVICES: readonly AudioDevice[] = [
  { id: 'sample:input', name: SAMPLE_MICROPHONE, kind: 'input', isDefault: true },
  { id: 'sample:output', name: SAMPLE_LOUDSPEAKER, kind: 'output', isDefault: true },
];

const PIECE_MS = 100;
const TIMEOUT_MS = 10_000;
/** Of 32,768: the noise of a room at night. */
const NOISE = 6;

export function sampleSource(clock: Clock): AudioSource {
  const streams = new Set<BlockStream>();

  async function play(stream: BlockStream, signal: AbortSignal): Promise<void> {
    const startMs = clock.monotonicMs();
    let sent = 0;
    while (!stream.hasEnded()) {
      await clock.sleep(PIECE_MS, signal);
      const passedMs = clock.monotonicMs() - startMs;
      const due = Math.floor((passedMs * SAMPLE_RATE) / 1000) - sent;
      sent += due;
      stream.push(roomNoise(due));
    }
  }

  return {
    name: 'sample',
    listDevices: async () => DEVICES,
    onDevicesChanged: () => () => {},
    open(device, handlers) {
      if (!DEVICES.some(({ id }) => id === device.id)) {
        queueMicrotask(() => handlers.onEnd({ kind: 'device_gone' }));
        return;
      }
      const over = new AbortController();
      const stream = blockStream({
        handlers,
        deviceName: device.name,
        timeoutMs: TIMEOUT_MS,
        nowMs: () => clock.now(),
        release() {
          over.abort();
          streams.delete(stream);
        },
      });
      streams.add(stream);
      void play(stream, over.signal);
    },
    close() {
      for (const stream of [...streams]) stream.end({ kind: 'stopped' });
    },
  };
}

function roomNoise(length: number): Int16Array<ArrayBuffer> {
  return new Int16Array(length).map(() => Math.round((Math.random() * 2 - 1) * NOISE));
}
