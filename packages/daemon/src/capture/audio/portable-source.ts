/**
 * Sound on macOS 13 and later and on Windows through `native-recorder-nodejs`, whose tarball holds the binaries (macOS arm64 and x64,
 * Windows x64). On macOS there is one output, all that the machine plays, and it needs the permission to record the screen. Nobody
 * reports that a device came or went, so it looks now and then.
 */
import { createRequire } from 'node:module';
import type { AudioRecorder } from 'native-recorder-nodejs';
import { emitter } from '#capture/listeners.ts';
import { serviceError } from '#core/errors.ts';
import type { AudioDevice, AudioSource, StreamHandlers } from './audio-source.ts';
import { SoundUnavailableError } from './errors.ts';
import { type BlockStream, blockStream } from './samples/block-stream.ts';
import { resampler } from './samples/resampler.ts';

const LOOK_EVERY_MS = 5_000;
const TIMEOUT_MS = 5_000;
// Windows delivers nothing from a loudspeaker that plays nothing: its silence is written by us, in pieces of this length.
const SILENCE_MS = 200;

/** The part of the package that is used; a test gives its own. */
export interface NativeRecorder {
  readonly AudioRecorder: Pick<typeof AudioRecorder, 'getDevices' | 'getDeviceFormat'> & {
    new (): Pick<AudioRecorder, 'start' | 'stop'> & {
      on(event: 'data', listener: (bytes: Buffer) => void): unknown;
      on(event: 'error', listener: (error: Error) => void): unknown;
    };
  };
}

/** Throws `SoundUnavailableError` when the package has no binary for this machine. */
export function portableSource(options: {
  nowMs: () => number;
  native?: NativeRecorder;
  lookEveryMs?: number;
}): AudioSource {
  const { nowMs } = options;
  const native = options.native ?? loadNative();
  const changes = emitter<readonly AudioDevice[]>();
  const streams = new Map<BlockStream, AudioDevice>();

  const devicesNow = (): readonly AudioDevice[] =>
    native.AudioRecorder.getDevices().map(({ id, name, type, isDefault }) => ({
      // The package's numbers are distinct within one kind only.
      id: `${type}:${id}`,
      name: `${name} (${type})`,
      kind: type,
      isDefault,
    }));

  let last = JSON.stringify(devicesNow());
  function look(): void {
    const devices = devicesNow();
    for (const [stream, device] of [...streams]) {
      if (!devices.some(({ id }) => id === device.id)) stream.end({ kind: 'device_gone' });
    }
    const now = JSON.stringify(devices);
    if (now !== last) changes.emit(devices);
    last = now;
  }
  const timer = setInterval(look, options.lookEveryMs ?? LOOK_EVERY_MS);
  timer.unref();

  return {
    name: 'portable',
    listDevices: async () => devicesNow(),
    onDevicesChanged: changes.on,
    open(device, handlers) {
      const stream = nativeStream(native, device, nowMs, {
        ...handlers,
        onEnd(end) {
          streams.delete(stream);
          handlers.onEnd(end);
        },
      });
      streams.set(stream, device);
    },
    close() {
      clearInterval(timer);
      for (const stream of [...streams.keys()]) stream.end({ kind: 'stopped' });
    },
  };
}

function nativeStream(
  native: NativeRecorder,
  device: AudioDevice,
  nowMs: () => number,
  handlers: StreamHandlers,
): BlockStream {
  const deviceId = device.id.slice(device.kind.length + 1);
  const recorder = new native.AudioRecorder();
  const broke = (cause: unknown) =>
    stream.end({
      kind: 'broken',
      error: serviceError('AUDIO_STREAM_BROKEN', {
        device: device.name,
        what: 'the system ended the stream',
        cause,
      }),
    });
  let lastMs = nowMs();
  const silence = setInterval(() => {
    if (device.kind !== 'output' || nowMs() - lastMs < SILENCE_MS) return;
    lastMs += SILENCE_MS;
    stream.push(new Int16Array(16 * SILENCE_MS));
  }, SILENCE_MS / 2);
  silence.unref();
  const stream = blockStream({
    handlers,
    deviceName: device.name,
    timeoutMs: TIMEOUT_MS,
    nowMs,
    release() {
      clearInterval(silence);
      recorder.stop().catch(() => undefined); // it ended by itself
    },
  });
  recorder.on('error', broke);
  try {
    const convert = resampler(native.AudioRecorder.getDeviceFormat(deviceId));
    recorder.on('data', (bytes) => {
      lastMs = nowMs();
      const copy = new Uint8Array(bytes);
      stream.push(convert.push(new Int16Array(copy.buffer, 0, copy.length >> 1)));
    });
  } catch (error) {
    queueMicrotask(() => broke(error));
    return stream;
  }
  recorder.start({ deviceType: device.kind, deviceId }).catch(broke);
  return stream;
}

function loadNative(): NativeRecorder {
  try {
    return createRequire(import.meta.url)('native-recorder-nodejs') as NativeRecorder;
  } catch (cause) {
    throw new SoundUnavailableError(
      `sound cannot be captured on ${process.platform} (${process.arch}): there is no recorder for it`,
      { hint: 'Supported are macOS 13 and later, and Windows on x64.', cause },
    );
  }
}
