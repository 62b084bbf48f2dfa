/**
 * What capture needs from a machine: pictures of its monitors, its windows, the text programs offer to assistive technology, and
 * what the person does. One implementation of each lies in the folder of its kind; `sources.ts` chooses. Only the screen must be
 * there, the others may be missing. A source never connects again by itself: when it has ended, the caller opens a new one.
 */
import type { ServiceError } from '#core/errors.ts';
import type {
  AccessibleWindow,
  Monitor,
  Pixels,
  Rect,
  UiElement,
  WindowInfo,
} from '#core/observation.ts';

export type Unsubscribe = () => void;

/** Gives pictures. Held to its word by `source.conformance.ts`. */
export interface ScreenSource {
  /** Technology, such as `x11`. */
  readonly name: string;
  /** The monitors that are on now, in a steady order; empty when all are off. Rejects when the display is missing. */
  listMonitors(): Promise<readonly Monitor[]>;
  /** Called after a monitor came, went, moved or changed its size, with the new list. */
  onMonitorsChanged(listener: (monitors: readonly Monitor[]) => void): Unsubscribe;
  /**
   * Called with rectangles of the desktop that may look different now, a few times per second at most. An area may be reported
   * that did not change; no change goes unreported. Nothing is reported while nothing is drawn, unless the technology cannot tell.
   */
  onDamage(listener: (areas: readonly Rect[]) => void): Unsubscribe;
  /**
   * The picture of a monitor now, or of `area` of it (in pixels of the monitor's picture). Rejects with `MonitorGoneError` when
   * the monitor is not there any more, with `PictureFailedError` when there is none just now (damage is then reported when it is
   * worth another try), with `PixelFormatError` when it cannot be read as the monitor is set, with an `AbortError` when aborted,
   * with `DisplayLostError` when the display is missing.
   */
  grab(monitor: Monitor, signal: AbortSignal, area?: Rect): Promise<Pixels>;
  /** Pictures of areas cost no more than one picture of all of them. Absent when each costs as much as the whole monitor. */
  readonly isCheapInParts?: boolean;
  /** Resolves once the source can give nothing more: with the reason, or with undefined after `close`. */
  readonly ended: Promise<ServiceError | undefined>;
  /** Lets go of the display. May be called again. */
  close(): void;
}

/** Task bars, which show the titles of windows, also of windows that are not on screen. */
export interface Panels {
  /** Numbers of the bars among the windows of the list. */
  readonly bars: ReadonlySet<number>;
  /** Numbers of their tooltips and menus. */
  readonly popups: ReadonlySet<number>;
  /** Every window that they may show, and where its button is, if they tell. */
  readonly titled: readonly { readonly window: WindowInfo; readonly button: Rect | undefined }[];
}

export interface WindowSnapshot {
  /** The window with the keyboard; also in `windows`. */
  readonly active: WindowInfo | undefined;
  /** All windows that are on screen, topmost first, places on the desktop. */
  readonly windows: readonly WindowInfo[];
  /**
   * Programs that did not answer when the list was made, so that windows of theirs may be missing in it: each as one window as
   * large as the desktop, of which nothing but the program is known.
   */
  readonly unheard?: readonly WindowInfo[];
  /** Absent when there are none, or the desktop does not tell. */
  readonly panels?: Panels | undefined;
  /** For this long the screen may still show windows where they were before; absent when it shows at once what is listed. */
  readonly lagMs?: number | undefined;
}

export interface FocusChange {
  readonly atMs: number;
  /** Another program, another window of the same program, or another title of the same window. */
  readonly kind: 'app_switch' | 'window_focus' | 'title';
  readonly window: WindowInfo;
}

export interface WindowSource {
  /** Rejects with `WINDOWS_LOST` or `DisplayLostError` when nothing reports them any more. */
  snapshot(): Promise<WindowSnapshot>;
  /** Called once per real change, however often the window system says it; not when the focus goes nowhere. */
  onFocusChange(listener: (change: FocusChange) => void): Unsubscribe;
  close(): void;
}

/** Where the keyboard is, as far as assistive technology knows. */
export type KeyboardFocus =
  /** Nobody knows: the program is not accessible, or it is a terminal. What is typed may be a password. */
  | { readonly kind: 'unknown' }
  /** A password field: nothing about what is typed may be kept. */
  | { readonly kind: 'secret' }
  | { readonly kind: 'element'; readonly element: UiElement };

/** A reading of the same window, and what was drawn on since then, on the desktop. */
export interface EarlierReading {
  readonly reading: AccessibleWindow;
  readonly changed: readonly Rect[];
}

export interface AccessibilitySource {
  /**
   * Some browsers tell nothing but the names of their windows until they are woken, and are slower from then on. They are woken
   * while `isNeeded`; by default they are not.
   */
  wakeBrowsersWhile(isNeeded: () => boolean): void;
  /**
   * Text of one window that lies within `area` of the desktop, as much of it as the program reports in time and without effort;
   * undefined when the program cannot be asked. With `earlier`, a source may ask only about what has changed. Never rejects and
   * never waits longer than its limit. Rectangles are on the desktop.
   */
  read(
    window: WindowInfo,
    area: Rect,
    earlier?: EarlierReading,
  ): Promise<AccessibleWindow | undefined>;
  /** The name and the address of a browser window; empty when it does not tell in time. */
  describe(window: WindowInfo): Promise<Pick<WindowInfo, 'accessibleName' | 'browserUrl'>>;
  /** Where the keyboard is now; with `sinceMs`, secret also when a password field had it since then. */
  focus(window: WindowInfo, sinceMs?: number): Promise<KeyboardFocus>;
  close(): void;
}

/**
 * A single thing the person did, as the hardware reports it. Places are on the desktop. `windowId` is the window that had the
 * keyboard at that very moment, which may be ahead of what a `WindowSource` has reported.
 */
export type RawInput = { readonly atMs: number } & (
  | {
      readonly kind: 'button';
      readonly button: number;
      readonly x: number;
      readonly y: number;
      readonly modifiers: number;
    }
  /** One step of a wheel. */
  | {
      readonly kind: 'wheel';
      readonly deltaX: number;
      readonly deltaY: number;
      readonly x: number;
      readonly y: number;
    }
  /** `text` is what the key writes: one character, `\b` for backspace, undefined for keys that write nothing. */
  | {
      readonly kind: 'key';
      readonly text: string | undefined;
      readonly windowId: number | undefined;
    }
  | { readonly kind: 'clipboard'; readonly text: string; readonly windowId: number | undefined }
);

export interface InputSource {
  /** What it can tell at all; the others are never reported. */
  readonly kinds: readonly RawInput['kind'][];
  onInput(listener: (input: RawInput) => void): Unsubscribe;
  close(): void;
}

/** Whether the desktop lives, also while nothing on it changes, and whether it is locked. */
export interface DesktopLiveness {
  /**
   * Costs next to nothing. Answered by the window system itself, so it waits for as long as that is frozen; rejects when it is missing.
   * Also asks lockers that may have locked or unlocked without a signal.
   */
  beat(): Promise<{
    /** When somebody last touched keyboard or pointer, once that is a while ago and the desktop reports it. */
    readonly idleSinceMs?: number | undefined;
  }>;
  /**
   * Whether the screen is locked or blank now. A locker that draws windows or is its own process is known for certain; one
   * that reports on a bus is known by its last signal or `beat`. Waits and rejects as `beat` does.
   */
  isLocked(): Promise<boolean>;
  /** Called when something happened that may mean a lock or its end; `isLocked` then knows. */
  onLockNews(listener: () => void): Unsubscribe;
  close(): void;
}

/** The parts of one machine. They end together: `screen.ended` speaks for all. */
export interface DesktopSources {
  readonly screen: ScreenSource;
  readonly windows: WindowSource | undefined;
  readonly accessibility: AccessibilitySource | undefined;
  readonly input: InputSource | undefined;
  /** Without one, the list of monitors is asked for instead. */
  readonly liveness?: DesktopLiveness | undefined;
}

/**
 * Who wants a desktop opened: a person who has just asked for capture, the service that opens again what went away, or the doctor,
 * who only looks. Only for a person a dialogue is shown that was refused before; for the doctor none is.
 */
export type Asks = 'person' | 'service' | 'doctor';

/** The answer to the request to capture. Not being able to is a state of the machine, not a fault of the service. */
export type OpenedDesktop =
  /** `because` is why these parts were chosen, where there was a choice. */
  | {
      readonly kind: 'open';
      readonly sources: DesktopSources;
      readonly because?: string;
      /** What a person should know about what this desktop does not tell. */
      readonly note?: string;
    }
  | { readonly kind: 'permission_denied' | 'unavailable'; readonly message: string };
