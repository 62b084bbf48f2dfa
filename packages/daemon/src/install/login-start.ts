/**
 * Whether the service starts when the person logs in, and changing that. The command `hindcast service` knows how; this part only looks
 * for the files that systemd and desktops read, and runs that command.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serviceError } from '#core/errors.ts';

const COMMAND = join(import.meta.dirname, '..', '..', '..', 'cli', 'src', 'main.ts');
const WITHIN_MS = 30_000;
const WANTED = 'systemd/user/graphical-session.target.wants/hindcast.service';

/** What `hindcast service status` says, in one line. */
export async function serviceState(
  env: NodeJS.ProcessEnv,
): Promise<{ isOk: boolean; text: string }> {
  const command = [COMMAND, 'service', 'status'];
  const options = { env, timeout: WITHIN_MS };
  const oneLine = (text: string) => text.trim().replaceAll('\n', '; ');
  try {
    const { stdout } = await promisify(execFile)(process.execPath, command, options);
    return { isOk: true, text: oneLine(stdout) };
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    return { isOk: false, text: oneLine(stderr || message).replace(/^hindcast: /, '') };
  }
}

export interface LoginStart {
  isOn(): boolean;
  /** Rejects with LOGIN_START_FAILED. */
  change(isOn: boolean): Promise<void>;
}

export function loginStart(options: {
  home: string;
  env: NodeJS.ProcessEnv;
  /** Those of the service that runs, to be kept. */
  flags: readonly string[];
}): LoginStart {
  const { env } = options;
  const configFolder = env.XDG_CONFIG_HOME || join(options.home, '.config');
  const files = [
    join(configFolder, WANTED),
    join(configFolder, 'autostart', 'hindcast.desktop'),
    join('/etc', WANTED),
  ];
  return {
    isOn: () => files.some(existsSync),
    async change(isOn) {
      const args = isOn ? ['enable', ...options.flags] : ['disable'];
      try {
        await promisify(execFile)(process.execPath, [COMMAND, 'service', ...args], {
          env,
          timeout: WITHIN_MS,
        });
      } catch (error) {
        const { stderr, message } = error as Error & { stderr?: string };
        throw serviceError('LOGIN_START_FAILED', {
          reason: (stderr?.trim() || message).replace(/^hindcast: /, ''),
        });
      }
    },
  };
}
