/**
 * Starts `pactl` and `parec`, which speak to PulseAudio and to PipeWire alike. What they print is asked for in English and UTF-8.
 * Children that run for long are tied to this process by the kernel: when the service is killed, they end with it.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { SoundUnansweredError, SoundUnavailableError } from '../errors.ts';

const INSTALL_HINT = 'Install them with: apt-get install pulseaudio-utils';
const ANSWER_WITHIN_MS = 5_000;
// A machine with hundreds of ports and profiles still prints less.
const MOST_OUTPUT_BYTES = 8 * 1024 * 1024;
const TIE_TO_PARENT = '/usr/bin/setpriv';

export type Env = Readonly<Record<string, string | undefined>>;

export interface PulsePrograms {
  /** What `pactl` prints. Rejects with `SoundUnavailableError` when it cannot be run, is refused, or is not answered in time. */
  ask(...args: readonly string[]): Promise<string>;
  /**
   * Starts a program that runs until it is killed. Where the machine has no file left for its pipes the child has none, and
   * only its `error` event says why; where there is no memory left this throws.
   */
  start(program: 'pactl' | 'parec', args: readonly string[]): ChildProcess;
}

export function pulsePrograms(environment: Env): PulsePrograms {
  const env = { ...environment, LC_ALL: 'C.UTF-8' };
  const isTied = existsSync(TIE_TO_PARENT);

  return {
    ask: (...args) =>
      new Promise((resolve, reject) => {
        const limits = {
          env,
          timeout: ANSWER_WITHIN_MS,
          killSignal: 'SIGKILL',
          maxBuffer: MOST_OUTPUT_BYTES,
        } as const;
        execFile('pactl', args, limits, (error, stdout) => {
          if (error === null) resolve(stdout);
          else reject(unavailable(error));
        });
      }),
    start(program, args) {
      const [command, ...before] = isTied
        ? [TIE_TO_PARENT, '--pdeathsig', 'KILL', '--', program]
        : [program];
      return spawn(command, [...before, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    },
  };
}

function unavailable(cause: Error & { code?: unknown; killed?: boolean }): SoundUnavailableError {
  if (cause.code === 'ENOENT') {
    return new SoundUnavailableError('the programs pactl and parec are not installed', {
      hint: INSTALL_HINT,
      cause,
    });
  }
  if (cause.killed) {
    return new SoundUnansweredError('the sound server does not answer', {
      hint: 'Capture continues by itself when it does; if it never does, start it again.',
      cause,
    });
  }
  return new SoundUnavailableError('there is no sound server', {
    hint: 'Start PulseAudio or PipeWire (with pipewire-pulse) in the session of the user.',
    cause,
  });
}
