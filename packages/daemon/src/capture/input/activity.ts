/**
 * Turns single things a person does into events worth keeping: clicks with what they hit, a turn of the wheel, a burst of typing,
 * a copied text, a change of window. Nothing about an excluded window leaves here, nor anything typed where it could be a password.
 */
import type { KnownElement } from '#capture/last-texts.ts';
import type { FocusChange, KeyboardFocus, RawInput } from '#capture/source.ts';
import type { InputEvent, UiElement, WindowInfo } from '#core/observation.ts';
import { makeTyping } from './typing.ts';

export interface InputSettings {
  readonly clicks: boolean;
  readonly scroll: boolean;
  /** Whether typing is noted not at all, as a number of keys, or as text. */
  readonly typing: 'off' | 'count' | 'text';
  readonly clipboard: boolean;
  readonly focus: boolean;
}

const DOUBLE_CLICK_MS = 400;
const DOUBLE_CLICK_PIXELS = 5;
const SCROLL_STOP_MS = 300;
// Password managers minimise themselves right after they copied.
const SECRET_LINGERS_MS = 2_000;

export interface Activity {
  input(input: RawInput): void;
  focus(change: FocusChange): void;
  /** The window that has the keyboard, as far as it is known, before anything happened. */
  begin(window: WindowInfo | undefined): void;
  /** Another window has the keyboard and nothing is known about it: nothing is noted until `focus` says more. */
  suspend(atMs: number): void;
  /** Forgets what is open: the screen is locked, and some of it may have been done there. */
  discard(): void;
  /** When `settle` has something to do; undefined when nothing is open. */
  dueMs(): number | undefined;
  /** Closes bursts that are over. */
  settle(nowMs: number): void;
  /** Closes everything that is open, at the end. */
  finish(): Promise<void>;
}

interface OpenScroll {
  readonly event: Pick<Extract<InputEvent, { type: 'scroll' }>, 'atMs' | 'x' | 'y'>;
  readonly seen: KnownElement | undefined;
  readonly below: Promise<WindowInfo | undefined>;
  deltaX: number;
  deltaY: number;
  dueMs: number;
}

interface ActivityDeps {
  settings: InputSettings;
  /** Whether nothing about this window may be kept. Also true while that is not known yet. */
  isExcluded(window: WindowInfo): boolean;
  keyboardFocus(window: WindowInfo, sinceMs?: number): Promise<KeyboardFocus>;
  /** What was last known to be at a place. */
  elementAt(x: number, y: number): KnownElement | undefined;
  /** The topmost window at a place, with all that is needed to judge it. */
  windowAt(x: number, y: number): Promise<WindowInfo | undefined>;
  emit(event: InputEvent): void;
}

interface ActivityState {
  window: WindowInfo | undefined;
  focusAtStart: Promise<KeyboardFocus> | undefined;
  scroll: OpenScroll | undefined;
  lastClick: { atMs: number; x: number; y: number; button: number; count: number } | undefined;
  secretUntilMs: number;
  work: Promise<void>;
}

export function makeActivity(deps: ActivityDeps): Activity {
  const { settings, emit } = deps;
  const state: ActivityState = {
    window: undefined,
    focusAtStart: undefined,
    scroll: undefined,
    lastClick: undefined,
    secretUntilMs: Number.NEGATIVE_INFINITY,
    work: Promise.resolve(),
  };
  const { typing, press, copy, closeTyping } = keyboardNotes(state, deps);

  /** Whether what the keyboard did belongs to a window we know and may speak of. */
  function isAllowed(windowId: number | undefined): boolean {
    if (state.window === undefined || deps.isExcluded(state.window)) return false;
    return windowId === undefined || windowId === state.window.id;
  }
  const { click, turnWheel, closeScroll } = pointerNotes(state, deps);

  function leave(atMs: number): void {
    closeScroll();
    closeTyping();
    if (state.window !== undefined && deps.isExcluded(state.window))
      state.secretUntilMs = atMs + SECRET_LINGERS_MS;
  }

  return {
    begin(initial) {
      state.window = initial;
    },
    input(input) {
      switch (input.kind) {
        case 'button':
          // A click may move the keyboard elsewhere, so what was typed before belongs to the old place.
          closeTyping();
          return click(input);
        case 'wheel':
          return turnWheel(input);
        case 'key':
          if (isAllowed(input.windowId)) press(input.text, input.atMs);
          return;
        case 'clipboard':
          if (isAllowed(input.windowId)) copy(input.text, input.atMs);
          return;
      }
    },
    suspend(atMs) {
      leave(atMs);
      state.window = undefined;
    },
    focus(change) {
      // Editors mark unsaved files in their title; that does not end the typing that caused it.
      if (change.kind !== 'title' || deps.isExcluded(change.window)) {
        leave(change.atMs);
      }
      state.window = change.window;
      if (!settings.focus || change.kind === 'title' || !isAllowed(undefined)) return;
      emit({ type: change.kind, atMs: change.atMs, window: state.window });
    },
    dueMs() {
      const dues = [state.scroll?.dueMs, typing.dueMs()].filter((due) => due !== undefined);
      return dues.length === 0 ? undefined : Math.min(...dues);
    },
    settle(nowMs) {
      if (state.scroll !== undefined && state.scroll.dueMs <= nowMs) closeScroll();
      const typedMs = typing.dueMs();
      if (typedMs !== undefined && typedMs <= nowMs) closeTyping();
    },
    discard() {
      state.scroll = undefined;
      state.focusAtStart = undefined;
      typing.take();
    },
    async finish() {
      closeScroll();
      closeTyping();
      await state.work;
    },
  };
}

/** Notes typing and what was copied. */
function keyboardNotes(state: ActivityState, deps: ActivityDeps) {
  const { settings, emit } = deps;
  const typing = makeTyping();

  function press(text: string | undefined, atMs: number): void {
    if (state.window === undefined || settings.typing === 'off') return;
    if (!typing.isOpen()) state.focusAtStart = deps.keyboardFocus(state.window);
    typing.add(text, atMs);
    // These go on to another field; what follows may be a password, and what is at the end must be asked before they do.
    if (text === '\t' || text === '\n') closeTyping();
  }

  function copy(text: string, atMs: number): void {
    if (settings.clipboard && atMs >= state.secretUntilMs)
      emit({ type: 'clipboard', atMs, window: state.window, text });
  }

  /** A burst is kept when the keyboard was in a harmless place at both ends and in no password field between them. */
  function closeTyping(): void {
    const burst = typing.take();
    const before = state.focusAtStart;
    const inWindow = state.window;
    state.focusAtStart = undefined;
    if (burst === undefined || before === undefined || inWindow === undefined) return;
    const after = deps.keyboardFocus(inWindow, burst.startedAtMs);
    state.work = state.work.then(async () => {
      const [start, end] = await Promise.all([before, after]);
      // Not even its length.
      if (start.kind === 'secret' || end.kind === 'secret') return;
      const context = { atMs: burst.startedAtMs, window: inWindow };
      const isText = settings.typing === 'text' && burst.text.trim() !== '';
      if (isText && start.kind === 'element' && end.kind === 'element') {
        emit({ ...context, type: 'text', text: burst.text, element: start.element });
      } else {
        emit({ ...context, type: 'key', keyCount: burst.keyCount });
      }
    });
  }

  return { typing, press, copy, closeTyping };
}

/** Notes clicks and scrolling. */
function pointerNotes(state: ActivityState, deps: ActivityDeps) {
  const { settings, emit } = deps;
  /**
   * What the pointer does belongs to the window below it, which need not have the keyboard yet. `below` was asked for when it
   * happened.
   */
  function noteAbout(
    below: Promise<WindowInfo | undefined>,
    seen: KnownElement | undefined,
    note: (target: WindowInfo, element: UiElement | undefined) => void,
  ): void {
    const active = state.window;
    state.work = state.work.then(async () => {
      const found = await below;
      if (found === undefined || deps.isExcluded(found)) return;
      // A menu has no title; it belongs to the window it was opened from.
      const target = found.isPopup && active !== undefined ? active : found;
      // What the window below a menu has at this place is not what was hit.
      const element = seen?.windowId === found.id ? seen.element : undefined;
      if (!deps.isExcluded(target)) note(target, element);
    });
  }

  function click(input: Extract<RawInput, { kind: 'button' }>): void {
    if (!settings.clicks) return;
    const { atMs, x, y, button, modifiers } = input;
    const isAgain =
      state.lastClick !== undefined &&
      state.lastClick.button === button &&
      atMs - state.lastClick.atMs <= DOUBLE_CLICK_MS &&
      Math.hypot(x - state.lastClick.x, y - state.lastClick.y) <= DOUBLE_CLICK_PIXELS;
    const clickCount = isAgain ? (state.lastClick?.count ?? 0) + 1 : 1;
    state.lastClick = { atMs, x, y, button, count: clickCount };
    noteAbout(deps.windowAt(x, y), deps.elementAt(x, y), (target, element) => {
      emit({ type: 'click', atMs, window: target, x, y, button, clickCount, modifiers, element });
    });
  }

  function turnWheel(input: Extract<RawInput, { kind: 'wheel' }>): void {
    if (!settings.scroll) return;
    const { atMs, x, y, deltaX, deltaY } = input;
    state.scroll ??= {
      event: { atMs, x, y },
      seen: deps.elementAt(x, y),
      deltaX: 0,
      deltaY: 0,
      below: deps.windowAt(x, y),
      dueMs: 0,
    };
    state.scroll.deltaX += deltaX;
    state.scroll.deltaY += deltaY;
    state.scroll.dueMs = atMs + SCROLL_STOP_MS;
  }

  function closeScroll(): void {
    const closed = state.scroll;
    state.scroll = undefined;
    if (closed === undefined) return;
    const { event, deltaX, deltaY, below, seen } = closed;
    noteAbout(below, seen, (target, element) => {
      emit({ ...event, type: 'scroll', window: target, deltaX, deltaY, element });
    });
  }

  return { click, turnWheel, closeScroll };
}
