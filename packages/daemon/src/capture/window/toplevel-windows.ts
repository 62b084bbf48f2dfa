/**
 * The windows of a compositor that offers wlr-foreign-toplevel: title, program, and which one is in use, but neither the process
 * nor the place. So a window is said to reach over every monitor it is on, which keeps excluded ones out of all their pictures; only
 * a full screen has a place that is known.
 */

import { ANIMATION_LAG_MS } from '#capture/animation-lag.ts';
import { appName } from '#capture/app-name.ts';
import { focusWatcher } from '#capture/focus-watcher.ts';
import { emitter } from '#capture/listeners.ts';
import { union } from '#capture/rectangles.ts';
import type { FocusChange, WindowSource } from '#capture/source.ts';
import type { WaylandConnection } from '#capture/wayland/wayland-connection.ts';
import { placeOf, scaleOf } from '#capture/wayland/wayland-layout.ts';
import type { WaylandOutput, WaylandOutputs } from '#capture/wayland/wayland-outputs.ts';
import type { EventReader } from '#capture/wayland/wayland-wire.ts';
import type { Surface, WindowInfo } from '#core/observation.ts';

const TOPLEVELS = 'zwlr_foreign_toplevel_manager_v1';
const VERSION = 3;
const EVENT = { title: 0, appId: 1, enter: 2, leave: 3, state: 4, done: 5, closed: 6 } as const;
const DESTROY = 7;
const STATE = { minimised: 1, active: 2, fullscreen: 3 } as const;

interface Toplevel {
  readonly title: string;
  readonly appId: string;
  readonly outputs: ReadonlySet<number>;
  readonly states: ReadonlySet<number>;
}

const NEW: Toplevel = { title: '', appId: '', outputs: new Set(), states: new Set() };

/** Undefined when the compositor does not offer it. */
export async function toplevelWindows(
  connection: WaylandConnection,
  outputs: Pick<WaylandOutputs, 'list'>,
  now: () => number,
): Promise<WindowSource | undefined> {
  const global = connection.find(TOPLEVELS);
  if (global === undefined) return undefined;
  const changes = emitter<FocusChange>();
  /** As of their last `done`: what is said before that belongs together. */
  const toplevels = new Map<number, Toplevel>();

  function follow(id: number): void {
    let next = NEW;
    connection.adopt(id, (opcode, args) => {
      next = after(next, opcode, args);
      if (opcode === EVENT.done) toplevels.set(id, next);
      if (opcode === EVENT.closed) {
        toplevels.delete(id);
        connection.disown(id);
        connection.request(id, DESTROY);
      }
      if (opcode === EVENT.done || opcode === EVENT.closed) focus.look();
    });
  }

  async function snapshot() {
    // Everything the compositor has said up to now is in the map when this is answered.
    await connection.sync();
    const list = outputs.list();
    const windows = [...toplevels]
      .filter(([, { states }]) => !states.has(STATE.minimised))
      .sort(([, a], [, b]) => Number(isActive(b)) - Number(isActive(a)))
      .map(([id, toplevel]) => windowOf(id, toplevel, list));
    const [first] = windows;
    const isFirstActive = first !== undefined && isActive(toplevels.get(first.id) ?? NEW);
    return { active: isFirstActive ? first : undefined, windows, lagMs: ANIMATION_LAG_MS };
  }

  const focus = focusWatcher({ changes, now, snapshot });
  connection.bind(global, VERSION, (opcode, args) => {
    if (opcode === 0) follow(args.uint());
  });
  await connection.sync();
  await focus.begin();
  return { snapshot, onFocusChange: changes.on, close() {} };
}

function after(before: Toplevel, opcode: number, args: EventReader): Toplevel {
  switch (opcode) {
    case EVENT.title:
      return { ...before, title: args.string() };
    case EVENT.appId:
      return { ...before, appId: args.string() };
    case EVENT.enter:
      return { ...before, outputs: new Set([...before.outputs, args.uint()]) };
    case EVENT.leave: {
      const left = args.uint();
      return { ...before, outputs: new Set([...before.outputs].filter((one) => one !== left)) };
    }
    case EVENT.state: {
      const words = args.array();
      const count = words.length >> 2;
      const states = Array.from({ length: count }, (_, index) => words.readUInt32LE(index * 4));
      return { ...before, states: new Set(states) };
    }
    default:
      return before;
  }
}

function isActive({ states }: Toplevel): boolean {
  return states.has(STATE.active);
}

function windowOf(id: number, toplevel: Toplevel, list: readonly WaylandOutput[]): WindowInfo {
  const { appId, title, states } = toplevel;
  const on = list.filter(({ object }) => toplevel.outputs.has(object));
  const places = (on.length > 0 ? on : list).map((output) => placeOf(output, list));
  const [only, ...more] = on;
  const isPlaced = states.has(STATE.fullscreen) && only !== undefined && more.length === 0;
  return {
    id,
    app: appName(appId),
    className: appId,
    title,
    pid: undefined,
    bounds: places.reduce(union, places[0] ?? { x: 0, y: 0, width: 0, height: 0 }),
    surface: isPlaced ? surfaceOn(only, list) : undefined,
    isPopup: false,
    isOpaque: false,
  };
}

function surfaceOn(output: WaylandOutput, list: readonly WaylandOutput[]): Surface {
  return { ...placeOf(output, list), scale: scaleOf(output) };
}
