/**
 * Decides whether this machine is captured or a bundled sample day is played. A machine with neither a display nor a sound
 * server (a server, a container) has nothing to capture, and an empty service would look broken; a keeper has other work.
 */
import type { Config } from './schema.ts';

export type RunMode =
  | { readonly kind: 'live' }
  | { readonly kind: 'replay'; readonly because: 'asked' | 'nothing-to-capture' };

/** What is known of the machine; passed in, so that a test can describe another one. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  exists(path: string): boolean;
}

export function chooseMode(
  replay: Config['replay'],
  role: Config['sync.role'],
  machine: Machine,
): RunMode {
  if (replay === 'on') return { kind: 'replay', because: 'asked' };
  const hasWork = role === 'keeper' || hasDisplay(machine) || hasSound(machine);
  if (replay === 'off' || hasWork) return { kind: 'live' };
  return { kind: 'replay', because: 'nothing-to-capture' };
}

/** What is captured: on a keeper only what the machine has, for a server without a screen is no fault there. */
export function captureSides(
  config: Pick<Config, 'sync.role' | 'vision.enabled' | 'audio.enabled'>,
  machine: Machine,
): { vision: boolean; audio: boolean } {
  const isKeeper = config['sync.role'] === 'keeper';
  return {
    vision: config['vision.enabled'] && (!isKeeper || hasDisplay(machine)),
    audio: config['audio.enabled'] && (!isKeeper || hasSound(machine)),
  };
}

function hasDisplay({ platform, env }: Machine): boolean {
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

function hasSound({ env, exists }: Machine): boolean {
  if (env.PULSE_SERVER) return true;
  const runtime = env.XDG_RUNTIME_DIR;
  if (!runtime) return false;
  return exists(`${runtime}/pulse/native`) || exists(`${runtime}/pipewire-0`);
}
