/**
 * The outputs of a Wayland session and the news about them. Names and sizes come from the outputs themselves, places from
 * xdg-output: compositors of the wlroots family say 0,0 for every output otherwise.
 */

import type { Rect } from '#core/observation.ts';
import { emitter } from '../listeners.ts';
import type { WaylandConnection, WaylandGlobal } from './wayland-connection.ts';
import type { OutputPlace } from './wayland-layout.ts';

const OUTPUT_VERSION = 4;
const OUTPUT_RELEASE = 0;
const RELEASE_SINCE = 3;
const LOGICAL_VERSION = 3;
const LOGICAL_DESTROY = 0;
const GET_LOGICAL = 1;
const CURRENT_MODE = 1;
// Plugging in one output sends a handful of events within a few milliseconds.
const SETTLE_MS = 150;

export interface WaylandOutput extends OutputPlace {
  /** Its number on the connection. */
  readonly object: number;
  /** How the picture is turned, as the protocol counts it: 0 not at all, 1 to 3 by quarters, 4 to 7 also mirrored. */
  readonly transform: number;
}

export interface WaylandOutputs {
  /** Those that are on now. */
  list(): readonly WaylandOutput[];
  /** Called with the new list after one came, went, moved or changed. */
  onChange(listener: (outputs: readonly WaylandOutput[]) => void): () => void;
  stop(): void;
}

interface Known {
  readonly object: number;
  readonly global: WaylandGlobal;
  readonly logicalObject: number | undefined;
  name: string;
  transform: number;
  mode: { width: number; height: number };
  place: { x: number; y: number };
  logicalSize: { width: number; height: number } | undefined;
  scale: number;
}

export async function waylandOutputs(connection: WaylandConnection): Promise<WaylandOutputs> {
  const known = new Map<number, Known>();
  const missing: Known[] = [];
  const changes = emitter<readonly WaylandOutput[]>();
  const logicalGlobal = connection.find('zxdg_output_manager_v1');
  const logicals = logicalGlobal && connection.bind(logicalGlobal, LOGICAL_VERSION);

  const list = () => [...known.values()].map(describe).filter(isOn);

  let last = '';
  let timer: NodeJS.Timeout | undefined;
  function settle(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const outputs = list();
      const now = JSON.stringify(outputs);
      if (now !== last) changes.emit(outputs);
      last = now;
      // Only now nobody asks for pictures of them any more; a released output must not be named again.
      for (const output of missing.splice(0)) release(connection, output);
    }, SETTLE_MS);
  }

  function follow(): void {
    const present = connection.globals().filter(({ iface }) => iface === 'wl_output');
    for (const global of present) {
      if (!known.has(global.name))
        known.set(global.name, bindOutput(connection, global, logicals, settle));
    }
    for (const [name, output] of known) {
      if (present.some((global) => global.name === name)) continue;
      known.delete(name);
      missing.push(output);
    }
    settle();
  }

  follow();
  const stopFollowing = connection.onGlobals(follow);
  await connection.sync();
  last = JSON.stringify(list());
  return {
    list,
    onChange: changes.on,
    stop() {
      clearTimeout(timer);
      stopFollowing();
    },
  };
}

function bindOutput(
  connection: WaylandConnection,
  global: WaylandGlobal,
  logicals: number | undefined,
  changed: () => void,
): Known {
  const object = connection.bind(global, OUTPUT_VERSION, (opcode, args) => {
    if (opcode === 0) {
      // x, y, physical width and height, order of subpixels.
      for (let skipped = 0; skipped < 5; skipped += 1) args.int();
      args.string();
      args.string();
      output.transform = args.int();
    } else if (opcode === 1) {
      const isCurrent = (args.uint() & CURRENT_MODE) !== 0;
      if (isCurrent) output.mode = { width: args.int(), height: args.int() };
    } else if (opcode === 3) output.scale = args.int();
    else if (opcode === 4) output.name = args.string();
    changed();
  });
  const output: Known = {
    object,
    global,
    logicalObject:
      logicals &&
      connection.create((opcode, args) => {
        if (opcode === 0) output.place = { x: args.int(), y: args.int() };
        else if (opcode === 1) output.logicalSize = { width: args.int(), height: args.int() };
        else if (opcode === 3) output.name = args.string();
        changed();
      }),
    name: `output-${global.name}`,
    transform: 0,
    mode: { width: 0, height: 0 },
    place: { x: 0, y: 0 },
    logicalSize: undefined,
    scale: 1,
  };
  if (logicals !== undefined && output.logicalObject !== undefined) {
    connection.request(logicals, GET_LOGICAL, [output.logicalObject, object]);
  }
  return output;
}

function release(connection: WaylandConnection, { object, global, logicalObject }: Known): void {
  if (logicalObject !== undefined) connection.request(logicalObject, LOGICAL_DESTROY);
  if (Math.min(OUTPUT_VERSION, global.version) >= RELEASE_SINCE) {
    connection.request(object, OUTPUT_RELEASE);
  }
}

function describe({ object, name, transform, mode, place, logicalSize, scale }: Known) {
  const isOnItsSide = transform % 2 === 1;
  const width = isOnItsSide ? mode.height : mode.width;
  const height = isOnItsSide ? mode.width : mode.height;
  const logical: Rect = {
    ...place,
    ...(logicalSize ?? { width: Math.round(width / scale), height: Math.round(height / scale) }),
  };
  return { object, name, transform, width, height, logical };
}

function isOn({ width, height }: WaylandOutput): boolean {
  return width > 0 && height > 0;
}
