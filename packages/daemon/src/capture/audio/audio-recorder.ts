/**
 * Keeps the wanted devices heard: opens a stream for each, opens it again when it ended, later each time, and follows devices that
 * come, go, or become the default. It passes the blocks on and knows the state of every device.
 */
import { untilAborted } from '#core/abort.ts';
import type { Clock } from '#core/clock.ts';
import { serviceError } from '#core/errors.ts';
import type { Log } from '#core/log/log.ts';
import type { Service } from '#core/service.ts';
import type { AudioDevices } from './audio-devices.ts';
import {
  type AudioBlock,
  type AudioDevice,
  type AudioSource,
  type OpenedAudio,
  SAMPLE_RATE,
  type StreamEnd,
} from './audio-source.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
// A stream that lasted this long was a success: its end is a new trouble, and is answered quickly again.
const STEADY_AFTER_MS = 30_000;
/** A machine without sound may get it: a permission that is given, a package that is installed. */
const LOOK_AGAIN_MS = 5_000;

export type DeviceState =
  /** Sound arrives. */
  | 'running'
  /** Opened, nothing arrived yet. */
  | 'starting'
  /** Nobody wants to hear it. */
  | 'stopped'
  /** Delivered nothing for too long; it is opened again. */
  | 'timed_out'
  /** Broke; it is opened again. */
  | 'broken'
  /** Should be heard and is not there; heard when it is back. */
  | 'vanished';

export interface DeviceStatus {
  readonly id: string;
  readonly name: string;
  /** Undefined for a device that was only ever named. */
  readonly kind: AudioDevice['kind'] | undefined;
  readonly isDefault: boolean;
  readonly state: DeviceState;
  /** When the last sample was captured; undefined before the first. */
  readonly lastBlockAtMs: number | undefined;
  readonly timeouts: number;
}

export interface RecorderStatus {
  /** Why nothing can be heard on this machine; undefined when something can. */
  readonly unavailable: string | undefined;
  readonly devices: readonly DeviceStatus[];
  /** Streams that delivered nothing for too long, since the start. */
  readonly streamTimeouts: number;
  /** Streams that had to be opened again, for whatever reason, since the start. */
  readonly reopenings: number;
}

export interface AudioListeners {
  onBlock(device: AudioDevice, block: AudioBlock): void;
  /** After the last block of a stream: what follows, if anything, does not join it. */
  onStreamEnd(device: AudioDevice, end: StreamEnd): void;
}

export interface AudioRecorder extends Service {
  status(): RecorderStatus;
  /** The devices of the machine as last reported; what `GET /audio/list` shows. */
  devices(): readonly AudioDevice[];
  /** These, and those that were there before. */
  known(): readonly AudioDevice[];
}

interface Heard {
  device: AudioDevice;
  readonly stop: AbortController;
  state: DeviceState;
}

interface AudioRecorderDeps {
  open: (nowMs: () => number) => OpenedAudio;
  requested: AudioDevices;
  listeners: AudioListeners;
  clock: Clock;
  log: Log;
}

interface RecorderState {
  present: readonly AudioDevice[];
  unavailable: string | undefined;
  reopenings: number;
}

export function audioRecorder(deps: AudioRecorderDeps): AudioRecorder {
  const { requested, clock } = deps;
  const log = deps.log.child({ part: 'capture.audio' });
  const heard = new Map<string, Heard>();
  const seen = new Map<string, AudioDevice>();
  const state: RecorderState = { present: [], unavailable: undefined, reopenings: 0 };
  const { history, keepHearing } = deviceHearing(deps, log, state);

  /** Starts and stops streams until what is heard is what is wanted. */
  function settle(source: AudioSource): void {
    const wanted = new Map(requested.wanted(state.present).map((device) => [device.id, device]));
    for (const [id, entry] of [...heard]) {
      if (wanted.has(id)) continue;
      heard.delete(id);
      entry.stop.abort();
      log.info({ device: entry.device.name }, 'not listening any more');
    }
    for (const [id, device] of wanted) {
      const known = heard.get(id);
      if (known !== undefined) {
        known.device = device;
        continue;
      }
      const entry: Heard = { device, stop: new AbortController(), state: 'starting' };
      heard.set(id, entry);
      keepHearing(source, entry).catch((err: unknown) => {
        entry.state = 'broken';
        log.error({ err, device: device.name }, 'a device is not heard any more');
      });
    }
  }

  async function hear(source: AudioSource, signal: AbortSignal): Promise<void> {
    const use = (devices: readonly AudioDevice[]) => {
      // An answer that comes after the end must not open anything.
      if (signal.aborted) return;
      state.present = devices;
      for (const device of devices) seen.set(device.id, device);
      state.unavailable = undefined;
      settle(source);
    };
    // The source goes on looking and reports when there is something to hear.
    const look = () =>
      source.listDevices().then(use, (error: Error) => {
        if (signal.aborted) return;
        state.unavailable = error.message;
        log.warn({ err: error }, 'nothing can be heard');
      });
    const stopWatching = source.onDevicesChanged((devices) => {
      use(devices);
      if (devices.length === 0) void look();
    });
    const stopWishing = requested.onChanged(() => settle(source));
    try {
      // A sound server that hangs answers after seconds: the end does not wait for it.
      void look();
      await untilAborted(signal);
    } finally {
      stopWatching();
      stopWishing();
      state.present = [];
      settle(source);
      source.close();
    }
  }

  const isPresent = (id: string) => state.present.some((device) => device.id === id);

  function stateOf(device: AudioDevice): DeviceState {
    return heard.get(device.id)?.state ?? 'stopped';
  }

  return {
    name: 'capture.audio',
    async run(signal) {
      while (!signal.aborted) {
        const opened = deps.open(() => clock.now());
        if (opened.kind === 'open') {
          await hear(opened.source, signal);
        } else {
          state.unavailable = opened.message;
          await clock.sleep(LOOK_AGAIN_MS, signal);
        }
      }
    },
    devices: () => state.present,
    known: () => [...state.present, ...[...seen.values()].filter(({ id }) => !isPresent(id))],
    status() {
      const there = state.present.map((device) => ({
        ...device,
        state: stateOf(device),
        lastBlockAtMs: history.get(device.id)?.lastBlockAtMs,
        timeouts: history.get(device.id)?.timeouts ?? 0,
      }));
      const missing = requested.missing(state.present).map(({ id, name }) => ({
        id,
        name,
        kind: undefined,
        isDefault: false,
        state: 'vanished' as const,
        lastBlockAtMs: history.get(id)?.lastBlockAtMs,
        timeouts: history.get(id)?.timeouts ?? 0,
      }));
      const streamTimeouts = [...history.values()].reduce((sum, { timeouts }) => sum + timeouts, 0);
      return {
        unavailable: state.unavailable,
        devices: [...there, ...missing],
        streamTimeouts,
        reopenings: state.reopenings,
      };
    },
  };
}

/** Hears one device, and opens it again when it ends. */
function deviceHearing(deps: AudioRecorderDeps, log: Log, state: RecorderState) {
  const { listeners, clock } = deps;
  /** Outlives streams and restarts of the service part: counts only grow. */
  const history = new Map<string, { lastBlockAtMs?: number; timeouts: number }>();

  const historyOf = (id: string) => {
    const known = history.get(id) ?? { timeouts: 0 };
    history.set(id, known);
    return known;
  };

  function listen(source: AudioSource, entry: Heard): Promise<StreamEnd> {
    const { device } = entry;
    const past = historyOf(device.id);
    // Its state stays what it was until the first block: a dead device does not seem to record at each try.
    return new Promise((resolve) => {
      source.open(device, {
        signal: entry.stop.signal,
        onBlock(block) {
          entry.state = 'running';
          past.lastBlockAtMs = block.atMs + (block.samples.length / SAMPLE_RATE) * 1000;
          listeners.onBlock(entry.device, block);
        },
        onEnd(end) {
          listeners.onStreamEnd(entry.device, end);
          resolve(end);
        },
      });
    });
  }

  async function keepHearing(source: AudioSource, entry: Heard): Promise<void> {
    const { device, stop } = entry;
    let pauseMs = FIRST_PAUSE_MS;
    log.info({ device: device.name }, 'listening');
    while (!stop.signal.aborted) {
      const startedMs = clock.monotonicMs();
      const end = await listen(source, entry).catch(
        (cause: unknown): StreamEnd => ({
          kind: 'broken',
          error: serviceError('AUDIO_STREAM_BROKEN', {
            device: device.name,
            what: 'it could not be opened',
            cause,
          }),
        }),
      );
      if (end.kind === 'stopped') break;
      if (end.kind === 'timed_out') historyOf(device.id).timeouts += 1;
      entry.state = STATE_AFTER[end.kind];
      log.warn(
        {
          device: device.name,
          state: end.kind,
          err: end.kind === 'broken' ? end.error : undefined,
        },
        'a stream ended, it will be opened again',
      );
      if (clock.monotonicMs() - startedMs >= STEADY_AFTER_MS) pauseMs = FIRST_PAUSE_MS;
      await clock.sleep(pauseMs, stop.signal);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
      state.reopenings += 1;
    }
  }

  return { history, keepHearing };
}

const STATE_AFTER = {
  timed_out: 'timed_out',
  broken: 'broken',
  device_gone: 'vanished',
} as const satisfies Record<Exclude<StreamEnd['kind'], 'stopped'>, DeviceState>;
