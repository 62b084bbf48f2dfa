/**
 * Opens the parts of a Wayland session, each by the best way that its compositor offers: pictures by ext-image-copy-capture, else
 * by wlr-screencopy; windows from sway itself, else by wlr-foreign-toplevel. XWayland is never asked: it shows only a part.
 */
import { atspiSource } from './accessibility/atspi-source.ts';
import { waylandInput } from './input/wayland-input.ts';
import type { MonitorIds } from './monitor-ids.ts';
import { waylandPulse } from './pulse/wayland-pulse.ts';
import { EXT_COPY, extCopiers } from './screen/ext-copier.ts';
import { waylandScreen } from './screen/wayland-screen.ts';
import { WLR_SCREENCOPY, wlrCopiers } from './screen/wlr-copier.ts';
import type { OpenedDesktop, ScreenSource, WindowSource } from './source.ts';
import { connectWayland, type WaylandConnection } from './wayland-connection.ts';
import { type WaylandOutputs, waylandOutputs } from './wayland-outputs.ts';
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
}

interface Chosen<T> {
  readonly part: T;
  readonly because: string;
}

const NO_PICTURES =
  'this Wayland compositor offers no way to see its screen: neither ext-image-copy-capture nor wlr-screencopy';
const NO_WINDOWS =
  'this Wayland compositor does not tell its windows, so what is excluded could not be kept out';

/** Rejects when the compositor cannot be reached or goes away meanwhile. */
export async function openWayland(
  session: WaylandSession,
  options: { monitorIds: MonitorIds; now: () => number },
): Promise<OpenedDesktop> {
  const { bus } = session;
  const connection = await connectWayland(session.display, session.runtimeDir);
  try {
    const outputs = await waylandOutputs(connection);
    const screen = openScreen(connection, outputs, options.monitorIds);
    const windows = await openWindows(session, connection, outputs, options.now);
    if (screen === undefined || windows === undefined) {
      connection.close();
      return { kind: 'unavailable', message: screen === undefined ? NO_PICTURES : NO_WINDOWS };
    }
    const accessibility = bus
      ? atspiSource({ sessionBusAddress: bus, places: 'surface', now: options.now })
      : undefined;
    const sources = {
      screen: screen.part,
      windows: windows.part,
      accessibility,
      input: await waylandInput(connection, options.now),
      pulse: waylandPulse(connection, bus, options.now),
    };
    return { kind: 'open', sources, because: `${screen.because}; ${windows.because}` };
  } catch (error) {
    connection.close();
    throw error;
  }
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
  { runtimeDir, swaySocket }: WaylandSession,
  connection: WaylandConnection,
  outputs: WaylandOutputs,
  now: () => number,
): Promise<Chosen<WindowSource> | undefined> {
  const outputNames = outputs.list().map(({ name }) => name);
  const sway = await findSway({ socketPath: swaySocket, runtimeDir, outputNames });
  if (sway !== undefined) {
    return {
      part: await swayWindows(sway, outputs, now),
      because: 'sway tells windows and their places',
    };
  }
  const toplevels = await toplevelWindows(connection, outputs, now);
  return toplevels && { part: toplevels, because: 'windows are told without their places' };
}
