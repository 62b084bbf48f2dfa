/**
 * Which devices should be heard. Without a choice these are the default microphone and the default output, and other ones as soon as
 * they become the default; a person may choose others, and start or stop single devices. What was started and stopped
 * by hand is kept over restarts in a small file.
 */
import { readFileSync } from 'node:fs';
import { writeFileAtomically } from '#core/atomic-file.ts';
import type { Log } from '#core/log.ts';
import type { AudioDevice } from './audio-source.ts';
import { AmbiguousAudioDeviceError, UnknownAudioDeviceError } from './errors.ts';

const ENDING = / \((?:input|output)\)$/;

/** What is written down. Devices by their id; the name is for people who open the file, and for a device that is not there. */
interface Kept {
  readonly isStopped: boolean;
  readonly started: Readonly<Record<string, string>>;
  readonly stopped: Readonly<Record<string, string>>;
}

const NOTHING_KEPT: Kept = { isStopped: false, started: {}, stopped: {} };

export interface AudioDevices {
  /** Whether sound is captured at all: `POST /audio/start` and `/audio/stop`. */
  isOn(): boolean;
  setOn(isOn: boolean): void;
  /** The devices that should be heard now, of those that are there. None when everything is off. */
  wanted(present: readonly AudioDevice[]): readonly AudioDevice[];
  /** Devices that should be heard and are not there, by name. */
  missing(present: readonly AudioDevice[]): readonly { id: string; name: string }[];
  start(device: AudioDevice): void;
  stop(device: AudioDevice): void;
  onChanged(listener: () => void): () => void;
}

export function audioDevices(options: {
  /** Names or ids, with or without their ending; empty: follow the defaults. */
  chosen: readonly string[];
  file: string;
  log: Log;
}): AudioDevices {
  const { chosen, file } = options;
  const listeners = new Set<() => void>();
  let kept = read(file, options.log);

  function keep(next: Kept): void {
    // First: what cannot be kept must not seem to have worked.
    writeFileAtomically(file, `${JSON.stringify(next, undefined, 2)}\n`);
    kept = next;
    for (const listener of [...listeners]) listener();
  }
  const isChosen = (device: AudioDevice) =>
    chosen.length === 0 ? device.isDefault : chosen.some((wish) => isNamed(device, wish));

  return {
    isOn: () => !kept.isStopped,
    setOn(isOn) {
      keep({ ...kept, isStopped: !isOn });
    },
    wanted: (present) =>
      kept.isStopped
        ? []
        : present.filter(
            (device) =>
              !(device.id in kept.stopped) && (isChosen(device) || device.id in kept.started),
          ),
    missing(present) {
      const ids = new Set(present.map(({ id }) => id));
      const started = Object.entries(kept.started).map(([id, name]) => ({ id, name }));
      const wishes = chosen
        .filter((wish) => !present.some((device) => isNamed(device, wish)))
        .map((wish) => ({ id: wish, name: wish }));
      return [...wishes, ...started.filter(({ id }) => !ids.has(id))];
    },
    start(device) {
      const { [device.id]: _, ...stopped } = kept.stopped;
      const started = isChosen(device)
        ? kept.started
        : { ...kept.started, [device.id]: device.name };
      keep({ isStopped: kept.isStopped, started, stopped });
    },
    stop(device) {
      const { [device.id]: _, ...started } = kept.started;
      keep({
        isStopped: kept.isStopped,
        started,
        stopped: { ...kept.stopped, [device.id]: device.name },
      });
    },
    onChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The device a person means: its name, its id, or its name without the ending when only one device has it. */
export function findAudioDevice(devices: readonly AudioDevice[], wanted: string): AudioDevice {
  const exact = devices.find(({ id, name }) => name === wanted || id === wanted);
  if (exact !== undefined) return exact;
  const [found, ...others] = devices.filter((device) => isNamed(device, wanted));
  if (found === undefined) throw new UnknownAudioDeviceError(wanted);
  if (others.length > 0) {
    throw new AmbiguousAudioDeviceError(
      wanted,
      [found, ...others].map(({ name }) => name),
    );
  }
  return found;
}

function isNamed({ id, name }: AudioDevice, wish: string): boolean {
  return wish === name || wish === id || wish === name.replace(ENDING, '');
}

function read(file: string, log: Log): Kept {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    // Nothing was ever started or stopped by hand.
    return NOTHING_KEPT;
  }
  try {
    return keptFrom(JSON.parse(text));
  } catch (err) {
    log.warn({ err }, 'the file of audio devices cannot be read, the defaults are captured');
    return NOTHING_KEPT;
  }
}

function keptFrom(value: unknown): Kept {
  const { isStopped, started, stopped } = value as Partial<Record<keyof Kept, unknown>>;
  return {
    isStopped: isStopped === true,
    started: namesById(started),
    stopped: namesById(stopped),
  };
}

function namesById(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).map(([id, name]) => [id, String(name)]));
}
