/**
 * What leaves capture: pictures of a monitor with everything known about that instant, and what a person did. These are plain
 * values; nothing here knows the operating system, OCR or the store. Excluded windows have already been taken out.
 */

/** A rectangle in whole pixels, origin top left. Which space it lies in (desktop or picture) is said where it is used. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Why a picture was taken. The words are part of the HTTP contract (`capture_trigger`). */
export const CAPTURE_TRIGGERS = [
  'app_switch',
  'window_focus',
  'click',
  'typing_pause',
  'scroll_stop',
  'clipboard',
  'visual_change',
  'idle',
  'manual',
] as const;
export type CaptureTrigger = (typeof CAPTURE_TRIGGERS)[number];

/** One monitor. x, y, width and height are its place on the desktop that all monitors form together. */
export interface Monitor extends Rect {
  /** Small whole number, the same for the same monitor as long as the service runs. */
  readonly id: number;
  /** Survives a restart and a new order of the plugs, such as `DP-1_2560x1440`. */
  readonly stableId: string;
  readonly name: string;
  readonly isDefault: boolean;
}

/**
 * A picture without compression: four bytes per pixel, rows without padding. The fourth byte has no meaning. The receiver owns
 * `data`; a source never writes into it again.
 */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Order of the bytes: X gives blue first, the portable source red first. */
  readonly format: 'bgrx' | 'rgbx';
  readonly data: Uint8Array;
}

/** A top-level window as the window system describes it. */
export interface WindowInfo {
  /** The window system's own number; the same window keeps it for life. */
  readonly id: number;
  /** The name a person would say, such as `Firefox`. Empty when the window names no program. */
  readonly app: string;
  /** The program's own technical name (`WM_CLASS` on X); empty when there is none. */
  readonly className: string;
  readonly title: string;
  readonly pid: number | undefined;
  /** With its decorations, because a title bar shows the title. */
  readonly bounds: Rect;
  /** Menus, tooltips and the like, which the window manager does not manage. */
  readonly isPopup: boolean;
  /** True for the wallpaper, with its icons. */
  readonly isDesktop?: boolean;
  /** False when what lies below may shine through. */
  readonly isOpaque: boolean;
  /**
   * Where the program draws, without decorations: set where programs do not know their place on the desktop and tell all places from
   * there. Absent there when the desktop does not tell it either; `bounds` then only says which monitors the window is on.
   */
  readonly surface?: Surface | undefined;
  /** The address of the page in it, if it is a browser that reports it. */
  readonly browserUrl?: string | undefined;
  /** The name it gives to assistive technology; some browsers say only there that a window is private. */
  readonly accessibleName?: string | undefined;
}

/** On the desktop, in pixels. */
export interface Surface extends Rect {
  /** Pixels per unit that the program counts in. */
  readonly scale: number;
}

/** A piece of text of the accessibility tree. */
export interface TextNode {
  /** Lower case with spaces, as AT-SPI words it: `heading`, `push button`, `text`. */
  readonly role: string;
  /** Never empty; without the text of nodes below it that are in the list themselves. */
  readonly text: string;
  /** True when `text` is the name of a control, such as a field without text or a button with an icon: nothing may show it. */
  readonly isName?: boolean;
  readonly bounds: Rect;
  /** Number of ancestors up to the window. */
  readonly depth: number;
  /** Position in the same list of the nearest ancestor that is in it. */
  readonly parent: number | undefined;
}

/** What one window says about itself to assistive technology. */
export interface AccessibleWindow {
  /** In document order; only what is on screen, and not always all of it. Empty when the program offers no text. */
  readonly nodes: readonly TextNode[];
  readonly browserUrl: string | undefined;
}

/** One picture of one monitor and what was true at that instant. All rectangles are in pixels of this picture. */
export interface CapturedFrame {
  readonly atMs: number;
  readonly trigger: CaptureTrigger;
  readonly monitor: Monitor;
  /** Excluded windows are painted over. */
  readonly pixels: Pixels;
  /** The window the picture is about: the focused one when it is on this monitor, else the topmost one; none on an empty desktop. */
  readonly window: WindowInfo | undefined;
  /** Whether `window` has the keyboard. */
  readonly isFocused: boolean;
  /** Every window seen on this monitor, topmost first, without the excluded ones. They may reach beyond the picture. */
  readonly windows: readonly WindowInfo[];
  /** Text of `window`; undefined when the accessibility tree could not be asked. */
  readonly accessibility: AccessibleWindow | undefined;
  /** Painted over; no text may be read from or placed into these. */
  readonly masked: readonly Rect[];
  /** What differs from the last picture of this monitor that was kept; the whole picture when there was none. */
  readonly changed: readonly Rect[];
}

/** The thing under the pointer or with the keyboard. Never the content of a password field. */
export interface UiElement {
  readonly role: string;
  readonly name: string;
  /** On the desktop. */
  readonly bounds: Rect;
}

/** What is known of every input event. */
interface InputContext {
  readonly atMs: number;
  /** The focused window at that instant. */
  readonly window: WindowInfo | undefined;
}

/** What a person did. Positions are on the desktop. */
export type InputEvent = InputContext &
  (
    | {
        readonly type: 'click';
        readonly x: number;
        readonly y: number;
        /** 1 left, 2 middle, 3 right. */
        readonly button: number;
        /** 2 for the second press of a double click. */
        readonly clickCount: number;
        readonly modifiers: number;
        readonly element: UiElement | undefined;
      }
    | {
        /** One movement of the wheel from start to stop, in wheel steps; positive is down and right. */
        readonly type: 'scroll';
        readonly x: number;
        readonly y: number;
        readonly deltaX: number;
        readonly deltaY: number;
        readonly element: UiElement | undefined;
      }
    | {
        /** A burst of typing of which only the number of keys may be known. */
        readonly type: 'key';
        readonly keyCount: number;
      }
    | {
        /** A burst of typing as text, with corrections by backspace applied. */
        readonly type: 'text';
        readonly text: string;
        readonly element: UiElement | undefined;
      }
    | {
        readonly type: 'clipboard';
        readonly text: string;
      }
    | { readonly type: 'app_switch' | 'window_focus' }
  );
