/**
 * Sound on Linux, from PulseAudio or from PipeWire through its Pulse interface, by the programs `pactl` and `parec`. The sound server
 * may end and come back at any time.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { emitter } from '#capture/listeners.ts';
import { serviceError } from '#core/errors.ts';
import type { AudioDevice, AudioSource } from '../audio-source.ts';
import { SoundUnansweredError } from '../errors.ts';
import { type ParecStream, parecStream } from './parec-stream.ts';
import { devicesFrom, recordedSources } from './pulse-devices.ts';
import { type Env, pulsePrograms } from './pulse-programs.ts';
import { watchPulse } from './pulse-watch.ts';

const TIMEOUT_MS = 5_000;
const ASK_AGAIN_MS = 1_000;

export function pulseSource(options: {
  env: Env;
  nowMs: () => number;
  /** Without a byte for this long a stream has timed out. */
  timeoutMs?: number;
}): AudioSource {
  const { nowMs, timeoutMs = TIMEOUT_MS } = options;
  const programs = pulsePrograms(options.env);
  const changes = emitter<readonly AudioDevice[]>();
  const streams = new Map<ParecStream, AudioDevice>();
  const closing = new AbortController();
  let lastTold: string | undefined;
  let listing = 0;

  async function list() {
    const [info, sources, sinks, outputs] = await Promise.all([
      programs.ask('info'),
      programs.ask('list', 'sources'),
      programs.ask('list', 'sinks'),
      programs.ask('list', 'source-outputs'),
    ]);
    return {
      devices: devicesFrom({ info, sources, sinks }),
      recorded: recordedSources(sources, outputs),
    };
  }

  async function look(): Promise<void> {
    listing += 1;
    const turn = listing;
    const found = await list().catch((error: unknown) =>
      error instanceof SoundUnansweredError ? undefined : { devices: [], recorded: new Map() },
    );
    // A later look knows better.
    if (turn !== listing || closing.signal.aborted) return;
    // Who is too busy to answer may still deliver: streams that are dead time out by themselves.
    if (found === undefined) {
      await wait(ASK_AGAIN_MS, undefined, { signal: closing.signal });
      return look();
    }
    const { devices, recorded } = found;
    endStreamsWithout(devices);
    endMovedStreams(recorded);
    const reported = JSON.stringify(devices);
    if (reported === lastTold) return;
    lastTold = reported;
    changes.emit(devices);
  }

  /** PulseAudio moves a stream whose device went to another device without telling it: that would be the wrong microphone. */
  function endStreamsWithout(devices: readonly AudioDevice[]): void {
    for (const [stream, device] of [...streams]) {
      if (!devices.some(({ id }) => id === device.id)) stream.end({ kind: 'device_gone' });
    }
  }

  /** PulseAudio also moves the streams of the default device, even those that named it, when another becomes the default. */
  function endMovedStreams(recorded: ReadonlyMap<number, string>): void {
    for (const [stream, device] of [...streams]) {
      const id = recorded.get(stream.pid ?? 0);
      if (id === undefined || id === device.id) continue;
      const what = 'the sound server moved it to another device';
      stream.end({
        kind: 'broken',
        error: serviceError('AUDIO_STREAM_BROKEN', { device: device.name, what }),
      });
    }
  }

  const lookAgain = () => void look().catch(() => undefined); // the next change is reported again
  void watchPulse(programs, lookAgain, closing.signal).catch(() => undefined); // it tries again by itself

  return {
    name: 'pulse',
    listDevices: async () => (await list()).devices,
    onDevicesChanged: changes.on,
    open(device, handlers) {
      let stream: ParecStream;
      try {
        stream = parecStream({
          programs,
          device,
          timeoutMs,
          nowMs,
          handlers: {
            ...handlers,
            onEnd(end) {
              streams.delete(stream);
              handlers.onEnd(end);
            },
          },
        });
      } catch (cause) {
        const error = serviceError('AUDIO_STREAM_BROKEN', {
          device: device.name,
          what: 'parec cannot be started',
          cause,
        });
        queueMicrotask(() => handlers.onEnd({ kind: 'broken', error }));
        return;
      }
      streams.set(stream, device);
      if (closing.signal.aborted) stream.end({ kind: 'stopped' });
    },
    close() {
      closing.abort();
      for (const stream of [...streams.keys()]) stream.end({ kind: 'stopped' });
    },
  };
}
