/**
 * The sound of the sample day: a microphone and a loudspeaker in a quiet room, in which now and then something new is said once the
 * day is stored. They deliver as real devices do, so the rest of the service treats them alike. Chosen by `audio-sources.ts`.
 */
import type { Clock } from '#core/clock.ts';
import { SAMPLE_LOUDSPEAKER, SAMPLE_MICROPHONE } from '../sample-devices.ts';
import { type AudioDevice, type AudioSource, SAMPLE_RATE } from './audio-source.ts';
import { type BlockStream, blockStream } from './samples/block-stream.ts';

const DEVICES: readonly AudioDevice[] = [
  { id: 'sample:input', name: SAMPLE_MICROPHONE, kind: 'input', isDefault: true },
  { id: 'sample:output', name: SAMPLE_LOUDSPEAKER, kind: 'output', isDefault: true },
];

const PIECE_MS = 100;
const TIMEOUT_MS = 10_000;
/** Of 32,768: the noise of a room at night. */
const NOISE = 6;

/** What is said in the room: something new with each scene. */
interface RoomSpeech {
  /** The number of the scene at this time. */
  sceneAt(atMs: number): number;
  /** 16 kHz mono; undefined when this device is silent in that scene. */
  reportOf(scene: number, device: AudioDevice['kind']): Int16Array | undefined;
}

export interface SampleSound {
  clock: Clock;
  /** Resolves once it is time to speak. */
  loadSpeech(): Promise<RoomSpeech>;
}

export function sampleSource({ clock, loadSpeech }: SampleSound): AudioSource {
  const streams = new Set<BlockStream>();
  let speech: RoomSpeech | undefined;
  loadSpeech().then(
    (loaded) => {
      speech = loaded;
    },
    () => {}, // the room stays quiet
  );

  async function play(
    kind: AudioDevice['kind'],
    stream: BlockStream,
    signal: AbortSignal,
  ): Promise<void> {
    const startMs = clock.monotonicMs();
    let sent = 0;
    let scene: number | undefined;
    let said: Int16Array = new Int16Array();
    while (!stream.hasEnded()) {
      await clock.sleep(PIECE_MS, signal);
      const passedMs = clock.monotonicMs() - startMs;
      const due = Math.floor((passedMs * SAMPLE_RATE) / 1000) - sent;
      sent += due;
      if (speech) {
        const now = speech.sceneAt(clock.now());
        // The scene in which the stream begins may have been spoken of, and so may one after the clock was set back.
        if (now > (scene ?? now)) said = speech.reportOf(now, kind) ?? said;
        scene = Math.max(now, scene ?? now);
      }
      stream.push(roomSound(due, said));
      said = said.subarray(due);
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
      void play(device.kind, stream, over.signal);
    },
    close() {
      for (const stream of [...streams]) stream.end({ kind: 'stopped' });
    },
  };
}

/** The noise of the room, with the beginning of what is said in it. */
function roomSound(length: number, said: Int16Array): Int16Array<ArrayBuffer> {
  return new Int16Array(length).map(
    (_, index) => (said[index] ?? 0) + Math.round((Math.random() * 2 - 1) * NOISE),
  );
}
