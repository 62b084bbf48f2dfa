/** The list of ways to hear a machine, and the choice among them by its platform. */
import type { OpenedAudio } from './audio-source.ts';
import { SoundUnavailableError } from './errors.ts';
import { portableSource } from './portable-source.ts';
import type { Env } from './pulse/pulse-programs.ts';
import { pulseSource } from './pulse/pulse-source.ts';
import { type SampleSound, sampleSource } from './sample-source.ts';

export interface AudioChoice {
  readonly name: 'pulse' | 'portable' | 'sample' | 'none';
  /** For a person who wonders why. */
  readonly reason: string;
  open(nowMs: () => number): OpenedAudio;
}

/**
 * What is known of the machine is passed in, so that a test can describe another one. With `sample`, the devices of the sample day
 * are heard, whatever the machine has.
 */
export function chooseAudio(
  machine: { platform: NodeJS.Platform; env: Env },
  sample?: SampleSound | undefined,
): AudioChoice {
  const { platform, env } = machine;
  if (sample) {
    return {
      name: 'sample',
      reason: 'the bundled sample day is shown',
      open: () => ({ kind: 'open', source: sampleSource(sample) }),
    };
  }
  if (platform === 'darwin' || platform === 'win32') {
    return {
      name: 'portable',
      reason: `sound through native-recorder-nodejs on ${platform}`,
      open: (nowMs) => openPortable(nowMs),
    };
  }
  if (platform === 'linux') {
    return {
      name: 'pulse',
      reason: 'sound through PulseAudio or the Pulse interface of PipeWire',
      open: (nowMs) => ({ kind: 'open', source: pulseSource({ env, nowMs }) }),
    };
  }
  const reason = `there is no way to capture sound on ${platform} yet`;
  return { name: 'none', reason, open: () => ({ kind: 'unavailable', message: reason }) };
}

function openPortable(nowMs: () => number): OpenedAudio {
  try {
    return { kind: 'open', source: portableSource({ nowMs }) };
  } catch (error) {
    if (!(error instanceof SoundUnavailableError)) throw error;
    return { kind: 'unavailable', message: error.message };
  }
}
