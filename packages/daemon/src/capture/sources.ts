/**
 * The list of ways to see a desktop, and the choice among them by what the machine says of itself. Each entry opens all parts it
 * can offer; what it cannot offer is missing, not faked. The reason for the choice is shown in the health report.
 */
import type { Clock } from '#core/clock.ts';
import { atspiSource } from './accessibility/atspi-source.ts';
import {
  DisplayLostError,
  DisplayRefusedError,
  DisplayUnavailableError,
  SilentCastError,
} from './errors.ts';
import { x11Input } from './input/x11-input.ts';
import { loginSession } from './liveness/session-lockers.ts';
import { x11Liveness } from './liveness/x11-liveness.ts';
import { type MonitorIds, monitorIds } from './monitor-ids.ts';
import { openSampleDesktop } from './replay/sample-desktop.ts';
import { portableScreen } from './screen/portable-screen.ts';
import { portalConsent } from './screen/portal/portal-consent.ts';
import { x11Screen } from './screen/x11/x11-screen.ts';
import type { Asks, OpenedDesktop } from './source.ts';
import { openWayland } from './wayland-desktop.ts';
import { x11Windows } from './window/x11-windows.ts';
import { connectX11, type X11Connection } from './x11/x11-connection.ts';

/** What is known of the machine; passed in, so that a test can describe another one. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface DesktopChoice {
  readonly name: 'x11' | 'portable' | 'wayland' | 'sample' | 'none';
  /** For a person who wonders why. */
  readonly reason: string;
  /** Called again after a source has ended. Rejects only for faults of our own. */
  open(now: () => number, asks?: Asks): Promise<OpenedDesktop>;
}

/**
 * `tokenFile` keeps what a person has allowed on desktops that ask; without it they are asked at every start. With `sample`, the
 * desktop of the sample day is opened once that is stored, whatever the machine has.
 */
export function chooseDesktop(
  { platform, env }: Machine,
  options: {
    tokenFile?: string;
    sample?: { clock: Clock; isStored: Promise<void> } | undefined;
  } = {},
): DesktopChoice {
  const { sample } = options;
  if (sample) {
    const reason = 'the bundled sample day is shown';
    const open = () => sample.isStored.then(() => openSampleDesktop(sample.clock));
    return { name: 'sample', reason, open };
  }
  const ids = monitorIds();
  if (platform === 'darwin' || platform === 'win32') {
    return {
      name: 'portable',
      reason: `pictures through node-screenshots on ${platform}; no window names and no input there yet`,
      open: async () => openPortable(ids),
    };
  }
  if (env.WAYLAND_DISPLAY || env.XDG_SESSION_TYPE === 'wayland') {
    const session = {
      // What compositors call their first socket; services are started without the name at times.
      display: env.WAYLAND_DISPLAY || 'wayland-0',
      runtimeDir: env.XDG_RUNTIME_DIR,
      swaySocket: env.SWAYSOCK,
      bus: env.DBUS_SESSION_BUS_ADDRESS,
      login: loginOf(env),
      env,
    };
    const consent =
      session.bus &&
      portalConsent({ sessionBusAddress: session.bus, env, tokenFile: options.tokenFile });
    const desktop = env.XDG_CURRENT_DESKTOP ? ` of ${env.XDG_CURRENT_DESKTOP}` : '';
    return {
      name: 'wayland',
      reason: `Wayland session ${session.display}${desktop}${session.bus ? '' : ', without a session bus for accessibility'}`,
      open: (now, asks = 'person') =>
        openWayland(session, { monitorIds: ids, now, asks, consent: consent || undefined }).catch(
          whyNot,
        ),
    };
  }
  if (env.DISPLAY) {
    const display = env.DISPLAY;
    const bus = env.DBUS_SESSION_BUS_ADDRESS;
    return {
      name: 'x11',
      reason: `X11 display ${display}${bus ? '' : ', without a session bus for accessibility'}`,
      open: (now) =>
        openX11({ display, bus, runtimeDir: env.XDG_RUNTIME_DIR, login: loginOf(env), ids, now }),
    };
  }
  return nothing('there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set');
}

interface Login {
  systemBusAddress: string;
  sessionId: string | undefined;
}

function loginOf(env: Machine['env']): Login {
  return {
    systemBusAddress: env.DBUS_SYSTEM_BUS_ADDRESS ?? 'unix:path=/run/dbus/system_bus_socket',
    sessionId: env.XDG_SESSION_ID,
  };
}

function nothing(reason: string): DesktopChoice {
  return { name: 'none', reason, open: async () => ({ kind: 'unavailable', message: reason }) };
}

function openPortable(ids: MonitorIds): OpenedDesktop {
  try {
    const screen = portableScreen({ monitorIds: ids });
    return {
      kind: 'open',
      sources: { screen, windows: undefined, accessibility: undefined, input: undefined },
    };
  } catch (error) {
    return whyNot(error);
  }
}

async function openX11(options: {
  display: string;
  bus: string | undefined;
  runtimeDir: string | undefined;
  login: Login;
  ids: MonitorIds;
  now: () => number;
}): Promise<OpenedDesktop> {
  const { display, bus, runtimeDir, login, ids, now } = options;
  let connection: X11Connection | undefined;
  try {
    connection = await connectX11(display);
    const screen = await x11Screen(connection, { monitorIds: ids });
    const windows = await x11Windows(connection, now);
    const input = await x11Input(connection, now);
    const session = loginSession(login.systemBusAddress, login.sessionId);
    const liveness = await x11Liveness(connection, {
      sessionBusAddress: bus,
      runtimeDir,
      login: session,
      listMonitors: screen.listMonitors,
    });
    const accessibility = bus ? atspiSource({ sessionBusAddress: bus, now }) : undefined;
    return { kind: 'open', sources: { screen, windows, accessibility, input, liveness } };
  } catch (error) {
    connection?.close();
    return whyNot(error);
  }
}

/** A display that cannot be had is a state of the machine; anything else is a fault. */
function whyNot(error: unknown): OpenedDesktop {
  if (error instanceof DisplayRefusedError) {
    return { kind: 'permission_denied', message: error.message };
  }
  const isAbsent = error instanceof DisplayUnavailableError || error instanceof DisplayLostError;
  if (isAbsent || error instanceof SilentCastError) {
    return { kind: 'unavailable', message: error.message };
  }
  throw error;
}
