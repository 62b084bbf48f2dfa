/**
 * The windows of a sway session: sway reports all of them, with their places, and when something about them changes. It shows them
 * there only when all have drawn again, or after 200 ms, and after as long again when another change was under way.
 */

import { ANIMATION_LAG_MS } from '#capture/animation-lag.ts';
import { focusWatcher } from '#capture/focus-watcher.ts';
import { emitter } from '#capture/listeners.ts';
import type { FocusChange, WindowSource } from '#capture/source.ts';
import type { WaylandOutputs } from '#capture/wayland/wayland-outputs.ts';
import { SWAY, type SwayIpc } from './sway-ipc.ts';
import { type SwayNode, windowsOf } from './sway-tree.ts';

const NEWS = JSON.stringify(['window', 'workspace']);

export async function swayWindows(
  ipc: SwayIpc,
  outputs: Pick<WaylandOutputs, 'list'>,
  now: () => number,
): Promise<WindowSource> {
  const changes = emitter<FocusChange>();
  const snapshot = async () => ({
    ...windowsOf(await ipc.ask<SwayNode>(SWAY.getTree), outputs.list()),
    lagMs: ANIMATION_LAG_MS,
  });
  const focus = focusWatcher({ changes, now, snapshot });
  const stop = ipc.onEvent(() => focus.look());
  await ipc.ask(SWAY.subscribe, NEWS);
  await focus.begin();
  return {
    snapshot,
    onFocusChange: changes.on,
    close() {
      stop();
      ipc.close();
    },
  };
}
