import { EventEmitter } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { audioSourceConformance } from './audio-source.conformance.ts';
import { chooseAudio } from './audio-sources.ts';
import { type NativeRecorder, portableSource } from './portable-source.ts';

/** Speaks the interface of the package, which has no binary for Linux: 48 kHz stereo in pieces of 20 ms, tones on demand. */
function fakeNative() {
  const frames = 960;
  const devices = [
    { id: '1', name: 'Mic', type: 'input' as const, isDefault: true },
    { id: '1', name: 'System Audio', type: 'output' as const, isDefault: true },
  ];
  const loudUntilMs = { input: 0, output: 0 };
  const timers = new Set<NodeJS.Timeout>();

  class Recorder extends EventEmitter {
    #timer: NodeJS.Timeout | undefined;
    static getDevices = () => [...devices];
    static getDeviceFormat = () => ({
      sampleRate: 48_000,
      channels: 2,
      bitDepth: 16,
      rawBitDepth: 32,
    });
    async start({ deviceType, deviceId }: { deviceType: 'input' | 'output'; deviceId: string }) {
      if (!devices.some(({ id, type }) => id === deviceId && type === deviceType)) {
        throw new Error('DEVICE_NOT_FOUND');
      }
      let sentMs = performance.now();
      this.#timer = setInterval(() => {
        for (; sentMs + 20 <= performance.now(); sentMs += 20) {
          const isLoud = Date.now() < loudUntilMs[deviceType];
          // Windows delivers nothing from an output that plays nothing.
          if (deviceType === 'output' && !isLoud) continue;
          this.emit('data', piece(isLoud));
        }
      }, 20);
      timers.add(this.#timer);
    }
    async stop() {
      clearInterval(this.#timer);
    }
  }
  function piece(isLoud: boolean): Buffer {
    const bytes = Buffer.alloc(frames * 4);
    for (let frame = 0; isLoud && frame < frames; frame += 1) {
      const value = Math.round(16_000 * Math.sin((2 * Math.PI * 400 * frame) / 48_000));
      bytes.writeInt16LE(value, frame * 4);
      bytes.writeInt16LE(value, frame * 4 + 2);
    }
    return bytes;
  }
  return {
    native: { AudioRecorder: Recorder } as unknown as NativeRecorder,
    async sound(kind: 'input' | 'output') {
      loudUntilMs[kind] = Date.now() + 1_000;
    },
    plug(label: string) {
      devices.push({ id: label, name: label, type: 'input', isDefault: false });
    },
    unplug(label: string) {
      devices.splice(
        devices.findIndex(({ id }) => id === label),
        1,
      );
    },
    stop() {
      for (const timer of timers) clearInterval(timer);
    },
  };
}

describe('portable source, over a recorder that speaks the interface of the package', {
  timeout: 60_000,
}, () => {
  const fake = fakeNative();
  afterEach(() => fake.stop());
  audioSourceConformance({
    open: () => portableSource({ nowMs: () => Date.now(), native: fake.native, lookEveryMs: 100 }),
    sound: fake.sound,
    plug: async (label) => fake.plug(label),
    unplug: async (label) => fake.unplug(label),
  });
});

describe('chooseAudio', () => {
  test.runIf(process.platform === 'linux')(
    'a machine for which the package has no binary is reported as such, not failed',
    () => {
      const choice = chooseAudio({ platform: 'darwin', env: {} });
      expect(choice.name).toBe('portable');
      expect(choice.open(() => 0)).toMatchObject({
        kind: 'unavailable',
        message: expect.stringContaining('there is no recorder'),
      });
    },
  );

  test('Linux hears through the sound server', () => {
    expect(chooseAudio({ platform: 'linux', env: {} }).name).toBe('pulse');
  });

  test('another system is reported as unsupported', () => {
    expect(chooseAudio({ platform: 'freebsd', env: {} }).open(() => 0)).toEqual({
      kind: 'unavailable',
      message: 'there is no way to capture sound on freebsd yet',
    });
  });
});
