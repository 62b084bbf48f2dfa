/**
 * Opens the parts of a Wayland session, each by the best way that its compositor offers: pictures by ext-image-copy-capture, else
 * by wlr-screencopy, else through the ScreenCast portal; windows from sway or KWin itself, else by wlr-foreign-toplevel, else from
 * what programs tell assistive technology. XWayland is never asked: it shows only a part.
 */
import { atspiActiveWindows } from './accessibility/atspi-active.ts';
import { atspiSource } from './accessibility/atspi-source.ts';
import { waylandInput } from './input/wayland-input.ts';
import { loginSession } from './liveness/session-lockers.ts';
import { waylandLiveness } from './liveness/wayland-liveness.ts';
import type { MonitorIds } from './monitor-ids.ts';
import type { PortalConsent } from './screen/portal/portal-consent.ts';
import { portalScreen } from './screen/portal/portal-screen.ts';
import { EXT_COPY, extCopiers } from './screen/wayland/ext-copier.ts';
import { waylandScreen } from './screen/wayland/wayland-screen.ts';
import { WLR_SCREENCOPY, wlrCopiers } from './screen/wayland/wlr-copier.ts';
import type { Asks, OpenedDesktop, ScreenSource, WindowSource } from './source.ts';
import { connectWayland, type WaylandConnection } from './wayland/wayland-connection.ts';
import { desktopOf } from './wayland/wayland-layout.ts';
import { type WaylandOutputs, waylandOutputs } from './wayland/wayland-outputs.ts';
import { kwinWindows } from './window/kwin-windows.ts';
import { findSway } from './window/sway-ipc.ts';
import { swayWindows } from './window/sway-windows.ts';
import { toplevelWindows } from './window/toplevel-windows.ts';

export interface WaylandSession {
  /** Name or path of the compositor's socket. */
  readonly display: string;
  readonly runtimeDir: string | undefined;
  /** Where sway answers, if the environment says so. */
  readonly swaySocket: string | undefined;
  readonly bus: string | undefined;
  readonly login: { readonly systemBusAddress: string; readonly sessionId: string | undefined };
  /** For the programs that are started to see it. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

interface Chosen<T> {
  readonly part: T;
  readonly because: string;
  /** For a person to know. */
  readonly note?: string;
}

const NO_BUS =
  'the screen of this Wayland desktop is seen through a portal on the session bus, and there is none: DBUS_SESSION_BUS_ADDRESS is not set';
const NO_WINDOWS =
  'this desktop does not tell its windows, so what you exclude could not be kept out: run "apt-get install -y at-spi2-core", then log in again';
const WILL_ASK = 'it is seen through the ScreenCast portal, which the service asks when it starts';
const BLIND_NOTE =
  'This desktop reports its windows only through accessibility: a program that has none (some terminals and games) has no name here and cannot be excluded.';

/** Rejects when the compositor cannot be reached or goes away meanwhile. */
export async function openWayland(
  session: WaylandSession,
  options: {
    monitorIds: MonitorIds;
    now: () => number;
    asks: Asks;
    consent: PortalConsent | undefined;
  },
): Promise<OpenedDesktop> {
  const { now, asks } = options;
  const connection = await connectWayland(session.display, session.runtimeDir);
  try {
    const outputs = await waylandOutputs(connection);
    const screen =
      openScreen(connection, outputs, options.monitorIds) ??
      (await openPortal(session, connection, options));
    if ('message' in screen) {
      connection.close();
      return screen;
    }
    const windows = await openWindows(session, connection, outputs, now);
    if (windows === undefined) {
      screen.part.close();
      connection.close();
      return { kind: 'unavailable', message: NO_WINDOWS };
    }
    const { part, because, note } = windows;
    // The doctor does not tell every program to describe itself from now on.
    const bus = asks === 'doctor' ? undefined : session.bus;
    const sources = {
      screen: screen.part,
      windows: part,
      accessibility: bus
        ? atspiSource({ sessionBusAddress: bus, places: 'surface', now })
        : undefined,
      input: await waylandInput(connection, now),
      liveness: waylandLiveness(connection, {
        outputs,
        variables: { WAYLAND_DISPLAY: session.display, XDG_RUNTIME_DIR: session.runtimeDir },
        sessionBusAddress: bus,
        login: loginSession(session.login.systemBusAddress, session.login.sessionId),
        now,
      }),
    };
    const why = `${screen.because}; ${because}`;
    return { kind: 'open', sources, because: why, ...(note === undefined ? {} : { note }) };
  } catch (error) {
    connection.close();
    throw error;
  }
}

type NotOpened = Exclude<OpenedDesktop, { kind: 'open' }>;

async function openPortal(
  session: WaylandSession,
  connection: WaylandConnection,
  options: { asks: Asks; consent: PortalConsent | undefined; monitorIds: MonitorIds },
): Promise<Chosen<ScreenSource> | NotOpened> {
  const { asks, consent, monitorIds } = options;
  if (consent === undefined) return { kind: 'unavailable', message: NO_BUS };
  if (asks === 'doctor') return { kind: 'unavailable', message: WILL_ASK };
  const answer = await consent.get(asks === 'person');
  if (answer.kind !== 'given') return answer;
  const { cast } = answer;
  const screen = await portalScreen({ cast, env: session.env, monitorIds, lost: connection.ended });
  screen.ended.then(() => connection.close()).catch(() => {});
  return { part: screen, because: 'the compositor offers only the ScreenCast portal' };
}

function openScreen(
  connection: WaylandConnection,
  outputs: WaylandOutputs,
  monitorIds: MonitorIds,
): Chosen<ScreenSource> | undefined {
  const memory = connection.find('wl_shm');
  if (memory === undefined) return undefined;
  const shm = connection.bind(memory, 1);
  const common = { connection, outputs, monitorIds };
  const standard = extCopiers(connection, shm);
  if (standard !== undefined) {
    const name = 'ext-image-copy-capture';
    return {
      part: waylandScreen({ ...common, name, copierFor: standard }),
      because: `the compositor offers ${EXT_COPY}`,
    };
  }
  const older = wlrCopiers(connection, shm);
  if (older === undefined) return undefined;
  return {
    part: waylandScreen({ ...common, name: 'wlr-screencopy', copierFor: older }),
    because: `the compositor offers ${WLR_SCREENCOPY}, not ${EXT_COPY}`,
  };
}

async function openWindows(
  { runtimeDir, swaySocket, bus }: WaylandSession,
  connection: WaylandConnection,
  outputs: WaylandOutputs,
  now: () => number,
): Promise<Chosen<WindowSource> | undefined> {
  const outputNames = outputs.list().map(({ name }) => name);
  const sway = await findSway({ socketPath: swaySocket, runtimeDir, outputNames });
  if (sway !== undefined) {
    return {
      part: await swayWindows(sway, outputs, now),
      because: 'sway reports windows and their places',
    };
  }
  const kwin = bus && (await kwinWindows(bus, outputs, now).catch(() => undefined));
  if (kwin) return { part: kwin, because: 'KWin reports windows and their places' };
  const toplevels = await toplevelWindows(connection, outputs, now);
  if (toplevels) return { part: toplevels, because: 'windows are reported without their places' };
  if (bus === undefined) return undefined;
  const desktop = () => desktopOf(outputs.list());
  return atspiActiveWindows({ sessionBusAddress: bus, desktop, now }).then(
    (part) => ({ part, because: 'windows are reported by their programs', note: BLIND_NOTE }),
    () => undefined,
  );
}
