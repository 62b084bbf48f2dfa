/**
 * What the person does, from the raw events of XInput 2, which arrive whatever window has the keyboard. Raw events know neither the
 * pointer's place nor the window, so both are asked for; the server answers in well under a millisecond.
 */
import type x11 from 'x11';
import { emitter } from '#capture/listeners.ts';
import type { InputSource, RawInput } from '#capture/source.ts';
import type { X11Connection } from '#capture/x11/x11-connection.ts';
import { effectiveModifiers, modifierOfKey, textOfKey } from './keymap.ts';
import { x11Clipboard } from './x11-clipboard.ts';

const ALL_MASTER_DEVICES = 1;
const LAST_CLICK_BUTTON = 3;
/** Buttons 4 to 7 are the wheel: up, down, left, right. */
const WHEEL: ReadonlyMap<number, readonly [deltaX: number, deltaY: number]> = new Map([
  [4, [0, -1]],
  [5, [0, 1]],
  [6, [-1, 0]],
  [7, [1, 0]],
]);

/** Undefined when the server is older than XInput 2 (2009). */
export async function x11Input(
  connection: X11Connection,
  now: () => number,
): Promise<InputSource | undefined> {
  const { client, root, keycodes } = connection;
  const xinput = await connection.extension('xinput').catch(() => undefined);
  if (!xinput?.xi2) return undefined;
  const inputs = emitter<RawInput>();
  const clipboard = await x11Clipboard(connection);

  let rows: readonly (readonly number[])[] = [];
  async function reload(): Promise<void> {
    rows = await connection.ask<number[][]>((reply) =>
      client.GetKeyboardMapping(keycodes.first, keycodes.count, reply),
    );
  }

  /** Bits of modifiers that are down, by key: by the time the server could be asked, a fast typist has let go of shift. */
  const held = new Map<number, number>();
  const heldBits = () => [...held.values()].reduce((bits, bit) => bits | bit, 0);

  async function keyPressed(keycode: number, atMs: number): Promise<void> {
    const keysyms = rows[keycode - keycodes.first] ?? [];
    const modifier = modifierOfKey(keysyms);
    if (modifier !== undefined) {
      held.set(keycode, modifier);
      return;
    }
    const modifiers = heldBits();
    const [{ keyMask }, windowId] = await Promise.all([pointerNow(), activeWindow()]);
    const text = textOfKey(keysyms, effectiveModifiers(modifiers, keyMask));
    inputs.emit({ kind: 'key', atMs, text, windowId });
  }

  async function buttonPressed(button: number, atMs: number): Promise<void> {
    const modifiers = heldBits();
    const { rootX: x, rootY: y } = await pointerNow();
    const wheel = WHEEL.get(button);
    if (wheel !== undefined) {
      const [deltaX, deltaY] = wheel;
      inputs.emit({ kind: 'wheel', atMs, deltaX, deltaY, x, y });
    } else if (button <= LAST_CLICK_BUTTON) {
      inputs.emit({ kind: 'button', atMs, button, x, y, modifiers });
    }
  }

  const pointerNow = () => connection.ask<x11.Pointer>((reply) => client.QueryPointer(root, reply));
  const activeAtom = await connection.atom('_NET_ACTIVE_WINDOW');
  async function activeWindow(): Promise<number | undefined> {
    const property = await connection.ask<x11.Property>((reply) =>
      client.GetProperty(0, root, activeAtom, 0, 0, 1, reply),
    );
    return property.data.length < 4 ? undefined : property.data.readUInt32LE(0);
  }

  // Answers come in the order of the questions, so what happened first is reported first.
  const stop = connection.onEvent(({ name, detail = 0 }) => {
    // Only a lost display rejects, and `ended` of the connection says so to everyone.
    if (name === 'XIRawKeyPress') keyPressed(detail, now()).catch(() => {});
    else if (name === 'XIRawKeyRelease') held.delete(detail);
    else if (name === 'XIRawButtonPress') buttonPressed(detail, now()).catch(() => {});
    else if (name === 'MappingNotify') reload().catch(() => {});
  });
  clipboard.onText((text) => {
    const atMs = now();
    activeWindow()
      .then((windowId) => inputs.emit({ kind: 'clipboard', atMs, text, windowId }))
      .catch(() => {});
  });
  await reload();
  xinput.XISelectEvents(root, {
    deviceId: ALL_MASTER_DEVICES,
    mask: ['RawKeyPress', 'RawKeyRelease', 'RawButtonPress'],
  });
  await connection.ask<void>((reply) => client.sync(reply));

  return {
    kinds: ['button', 'wheel', 'key', 'clipboard'],
    onInput: inputs.on,
    close() {
      stop();
      clipboard.stop();
    },
  };
}
