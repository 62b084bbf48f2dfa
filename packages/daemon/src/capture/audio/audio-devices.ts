/**
 * Which devices should be heard. Without a choice these are the default microphone and the default output, and other ones as soon as
 * they become the default; a person may choose others, and start or stop single devices. What was started and stopped
 * by hand is kept over restarts in a small file.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { serviceError } from '#core/errors.ts';
import { writeFileAtomically } from '#core/folders/atomic-file.ts';
import type { Log } from '#core/log/log.ts';
import type { AudioDevice } from './audio-source.ts';

const ENDING = / \((?:input|output)\)$/;

/** What is written down. Devices by their id; the name is for people who open the file, and for a device that is not there. */
interface Kept {
  readonly isStopped: boolean;
  readonly started: Names;
  readonly stopped: Names;
  /** Everything was stopped and then these were started: nothing else is heard until everything is started. */
  readonly only?: Names | undefined;
}
type Names = Readonly<Record<string, string>>;
/** As much of a device as is known of one that is not there. */
type NamedDevice = Pick<AudioDevice, 'id' | 'name'>;

const NOTHING_KEPT: Kept = { isStopped: false, started: {}, stopped: {} };
/** Nobody knows what was stopped: to record what a person turned off is worse than to record nothing. */
const ALL_STOPPED: Kept = { ...NOTHING_KEPT, isStopped: true };

export interface AudioDevices {
  /** Whether sound is captured at all: `POST /audio/start` and `/audio/stop`. */
  isOn(): boolean;
  setOn(isOn: boolean): void;
  /** Nothing is wanted while it is held, whatever was chosen. Not kept over restarts. */
  hold(isHeld: boolean): void;
  /** The devices that should be heard now, of those that are there. None when everything is off. */
  wanted(present: readonly AudioDevice[]): readonly AudioDevice[];
  /** Devices that should be heard and are not there, by name. None when everything is off. */
  missing(present: readonly AudioDevice[]): readonly NamedDevice[];
  /** All that were ever started or stopped by hand. */
  named(): readonly NamedDevice[];
  /** Why nothing is captured although nobody turned it off; undefined when there is no such reason. */
  trouble(): string | undefined;
  /** While everything is off, only this device is then heard. */
  start(device: AudioDevice): void;
  stop(device: NamedDevice): void;
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
  let { kept, trouble } = read(file, options.log);
  let isHeld = false;

  function tell(): void {
    for (const listener of [...listeners]) listener();
  }

  /** Throws when it cannot be written down. It has taken effect then: a full disk must not keep a microphone open. */
  function keep(next: Kept): void {
    kept = next;
    trouble = undefined;
    tell();
    try {
      const text = `${JSON.stringify(next, undefined, 2)}\n`;
      writeFileAtomically(file, text, { isFlushed: true });
    } catch (cause) {
      throw serviceError('AUDIO_CHOICE_NOT_KEPT', { cause });
    }
  }
  const isChosen = (device: AudioDevice) =>
    chosen.length === 0 ? device.isDefault : chosen.some((wanted) => isNamed(device, wanted));

  return {
    isOn: () => !kept.isStopped,
    setOn(isOn) {
      const { started, stopped } = kept;
      keep({ isStopped: !isOn, started, stopped });
    },
    hold(held) {
      isHeld = held;
      tell();
    },
    wanted(present) {
      const { isStopped, only, started, stopped } = kept;
      if (isStopped || isHeld) return [];
      if (only) return present.filter(({ id }) => id in only);
      return present.filter(
        (device) => !(device.id in stopped) && (isChosen(device) || device.id in started),
      );
    },
    missing(present) {
      if (kept.isStopped || isHeld) return [];
      const ids = new Set(present.map(({ id }) => id));
      const started = devicesIn(kept.only ?? kept.started).filter(({ id }) => !ids.has(id));
      if (kept.only) return started;
      const requested = chosen
        .filter((wanted) => !present.some((device) => isNamed(device, wanted)))
        .map((wanted) => ({ id: wanted, name: wanted }));
      return [...requested, ...started];
    },
    named: () => devicesIn({ ...kept.stopped, ...kept.started, ...kept.only }),
    trouble: () => trouble,
    start(device) {
      const { [device.id]: _, ...stopped } = kept.stopped;
      const it = { [device.id]: device.name };
      const started = isChosen(device) ? kept.started : { ...kept.started, ...it };
      const only = kept.isStopped || kept.only ? { ...kept.only, ...it } : undefined;
      keep({ isStopped: false, started, stopped, only });
    },
    stop(device) {
      const { [device.id]: _, ...started } = kept.started;
      const stopped = { ...kept.stopped, [device.id]: device.name };
      if (!kept.only) return keep({ isStopped: kept.isStopped, started, stopped });
      const { [device.id]: __, ...only } = kept.only;
      // The last of them: nothing is heard, as before the first.
      if (Object.keys(only).length === 0) keep({ isStopped: true, started, stopped });
      else keep({ isStopped: false, started, stopped, only });
    },
    onChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The device a person means: its name, its id, or its name without the ending when only one device has it. */
export function findAudioDevice<Device extends NamedDevice>(
  devices: readonly Device[],
  wanted: string,
): Device {
  const exact = devices.find(({ id, name }) => name === wanted || id === wanted);
  if (exact !== undefined) return exact;
  const named = devices.filter((device) => isNamed(device, wanted));
  // The same device may be given twice, as one that is there and as one that was started once.
  const [found, ...rest] = named;
  if (found === undefined) throw serviceError('AUDIO_DEVICE_NOT_FOUND', { wanted });
  const others = rest.filter(({ id }) => id !== found.id);
  if (others.length > 0) {
    const names = [found, ...others].map(({ name }) => name);
    throw serviceError('AUDIO_DEVICE_AMBIGUOUS', {
      wanted,
      count: names.length,
      names: names.join(', '),
    });
  }
  return found;
}

function isNamed({ id, name }: NamedDevice, wanted: string): boolean {
  return wanted === name || wanted === id || wanted === name.replace(ENDING, '');
}

function devicesIn(names: Names): NamedDevice[] {
  return Object.entries(names).map(([id, name]) => ({ id, name }));
}

function read(file: string, log: Log): { kept: Kept; trouble: string | undefined } {
  try {
    return { kept: keptFrom(JSON.parse(readFileSync(file, 'utf8'))), trouble: undefined };
  } catch (err) {
    // Nothing was ever started or stopped by hand.
    if ((err as NodeJS.ErrnoException).code === 'ENOENT') {
      return { kept: NOTHING_KEPT, trouble: undefined };
    }
    log.warn({ err }, 'the file of audio devices cannot be read, nothing is captured');
    const trouble = `${basename(file)} cannot be read, and it says which devices were stopped by hand: nothing is recorded. POST /audio/start rewrites it and records the default devices, also those that were stopped`;
    return { kept: ALL_STOPPED, trouble };
  }
}

/** Throws when it is not what `keep` writes. */
function keptFrom(value: unknown): Kept {
  const { isStopped, started, stopped, only } = value as Partial<Record<keyof Kept, unknown>>;
  if (typeof isStopped !== 'boolean') throw new TypeError('not a list of audio devices');
  return {
    isStopped,
    started: namesById(started),
    stopped: namesById(stopped),
    only: only === undefined ? undefined : namesById(only),
  };
}

function namesById(value: unknown): Names {
  if (typeof value !== 'object' || value === null) {
    throw new TypeError('not a list of audio devices');
  }
  return Object.fromEntries(Object.entries(value).map(([id, name]) => [id, String(name)]));
}
