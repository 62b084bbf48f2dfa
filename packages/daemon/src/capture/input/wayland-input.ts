/**
 * What a person does, as far as Wayland lets a program know: what is copied. Keys and clicks belong to the window they go to, by
 * design; they are neither guessed nor taken from the devices themselves.
 */
import { emitter } from '#capture/listeners.ts';
import type { InputSource, RawInput } from '#capture/source.ts';
import type { WaylandConnection } from '#capture/wayland/wayland-connection.ts';
import { waylandClipboard } from './wayland-clipboard.ts';

/** Undefined when the compositor reports nothing at all. */
export async function waylandInput(
  connection: WaylandConnection,
  now: () => number,
): Promise<InputSource | undefined> {
  const clipboard = await waylandClipboard(connection);
  if (clipboard === undefined) return undefined;
  const inputs = emitter<RawInput>();
  const stop = clipboard.onText((text) =>
    // No interface reports in which window it was copied; the one in use decides whether it may be kept.
    inputs.emit({ kind: 'clipboard', atMs: now(), text, windowId: undefined }),
  );
  return { kinds: ['clipboard'], onInput: inputs.on, close: stop };
}
