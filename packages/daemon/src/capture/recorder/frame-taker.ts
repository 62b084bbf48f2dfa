/**
 * Takes one picture of one monitor so that everything in it belongs to the same instant. The windows are listed before and after
 * the picture and its text, and the window is looked at again; when they differ, what was taken is thrown away and taken again.
 * Excluded windows are painted over before anything else looks at the picture; where the screen lags behind what is reported about
 * windows, only when they have been where they are for as long as that. What shows nothing new is given up as early, and
 * as cheaply, as possible.
 */
import type { Clock } from '#core/clock.ts';
import { keepWholePictures, pixelMemory, returnPixels } from '#core/memory/pixel-memory.ts';
import type {
  AccessibleWindow,
  CapturedFrame,
  CaptureTrigger,
  Monitor,
  Pixels,
  Rect,
  WindowInfo,
} from '#core/observation.ts';
import { isDrawnOn, textInPicture, withoutMasked, withoutRedrawn } from '../accessible-text.ts';
import { type Exclusion, type Exclusions, paintOver } from '../exclusions/exclusions.ts';
import { panelMasks } from '../exclusions/panel-masks.ts';
import { areaOf, coalesce, intersection, relativeTo } from '../rectangles.ts';
import { findChanges, isBlockCaret, isWorthKeeping, type Spot } from '../screen/change-detector.ts';
import type { DesktopSources, EarlierReading } from '../source.ts';
import { hiddenWindows } from './hidden-windows.ts';
import { isSameScene, lateMasks, placed, seenWindows, windowOn } from './scene.ts';
import type { DescribedWindows, WindowDescriber } from './window-describer.ts';

const ATTEMPTS = 3;
// When more than this part of a monitor was drawn on, one picture of all of it is cheaper than several of its parts.
const WORTH_LOOKING_AT_PARTS = 0.25;
const MAX_CHANGED_AREAS = 32;
/** A large window is looked at again in parts of this size: a second picture of all of it would take as much memory as the first. */
const PART_PIXELS = 2_100_000;
const NO_WINDOWS: DescribedWindows = { active: undefined, windows: [], isPartial: false };

export type TakeResult =
  | { readonly kind: 'frame'; readonly frame: CapturedFrame }
  /** `isEqual` is false when something did change, but too little to keep. */
  | { readonly kind: 'unchanged'; readonly isEqual: boolean }
  | { readonly kind: 'skipped'; readonly because: Exclusion | 'unsettled' };

/** What the next picture of a monitor is compared with. */
interface Kept {
  readonly pixels: Pixels;
  readonly masked: readonly Rect[];
  readonly windowId: number | undefined;
  readonly text: ReadText | undefined;
}

/** What the accessibility source said about the window of a picture, and where that window was drawn on meanwhile. */
interface ReadText {
  /** On the desktop; undefined when the program could not be asked. */
  readonly reading: AccessibleWindow | undefined;
  /** In the picture. */
  readonly redrawn: readonly Rect[];
}

interface TakerDeps {
  sources: Pick<DesktopSources, 'screen' | 'windows' | 'accessibility'>;
  exclusions: Exclusions;
  describer: WindowDescriber;
  clock: Pick<Clock, 'now' | 'monotonicMs' | 'sleep'>;
}

export function frameTaker(deps: TakerDeps) {
  const { sources, exclusions, describer, clock } = deps;
  if (!sources.screen.isCheapInParts) keepWholePictures();
  const kept = new Map<number, Kept>();
  const readTexts = new WeakMap<CapturedFrame, ReadText>();
  const { doubts, note, lagLeftMs, distrust, suspect } = hiddenWindows(exclusions, clock);

  const snapshot = async (): Promise<DescribedWindows> =>
    sources.windows === undefined
      ? NO_WINDOWS
      : describer.describeAll(await sources.windows.snapshot());
  const { lookAtParts, shoot, readText } = shots({ deps, kept, unsettled, lagLeftMs });

  function unsettled() {
    suspect();
    return skipped('unsettled');
  }

  async function attempt(order: TakeOrder, isLast: boolean, signal: AbortSignal): Promise<Attempt> {
    const { count } = doubts;
    const before = await snapshot();
    const shot = await shoot(order, before, signal);
    if (shot.kind !== 'shot') return shot;
    const result = await develop(shot, order, { before, isLast }, signal);
    const isDoubtful = result.kind === 'frame' && doubts.count !== count;
    if (result.kind !== 'frame' || isDoubtful) returnPixels(shot.pixels.data);
    if (!isDoubtful) return result;
    return isLast ? skipped('unsettled') : { kind: 'unsettled' };
  }
  const develop = developer({
    readText,
    exclusions,
    suspect,
    snapshot,
    note,
    unsettled,
    readTexts,
  });

  async function takeWhole(order: TakeOrder, signal: AbortSignal): Promise<TakeResult> {
    let hasWaited = false;
    for (let count = 1; count <= ATTEMPTS; ) {
      const result = await attempt(order, count === ATTEMPTS, signal);
      if (result.kind === 'unsettled') {
        count += 1;
        continue;
      }
      if (result.kind !== 'lagging') return result;
      // Once: other monitors wait for their pictures, and there will be another look.
      if (hasWaited) break;
      hasWaited = true;
      await clock.sleep(result.leftMs, signal);
    }
    return skipped('unsettled');
  }

  function forget(monitorId: number): void {
    const last = kept.get(monitorId);
    if (last) returnPixels(last.pixels.data);
    kept.delete(monitorId);
  }

  return {
    distrust,
    /** `areas` were drawn on since the last kept picture, in pixels of the monitor's picture. */
    async take(order: TakeOrder, signal: AbortSignal): Promise<TakeResult> {
      const last = kept.get(order.monitor.id);
      if (last !== undefined && MAY_LOOK_AT_PARTS.has(order.trigger)) {
        const spots = await lookAtParts(order, last, signal);
        if (spots !== undefined && !isWorthKeeping(spots, order.trigger)) {
          return { kind: 'unchanged', isEqual: spots.length === 0 };
        }
      }
      return takeWhole(order, signal);
    },
    /** Later pictures are compared with this one. Call it before the receiver, who may use up the pixels, gets a turn. */
    keep(frame: CapturedFrame): void {
      const { monitor, pixels, masked, window } = frame;
      forget(monitor.id);
      const data = pixelMemory(pixels.data.length);
      data.set(pixels.data);
      const copy = { ...pixels, data };
      kept.set(monitor.id, {
        pixels: copy,
        masked,
        windowId: window?.id,
        text: readTexts.get(frame),
      });
    },
    /** The monitor was removed or changed. */
    forget,
  };
}

/** Makes a frame of a shot if the windows are still the same. */
function developer(
  deps: Pick<TakerDeps, 'exclusions'> & {
    readText: ReturnType<typeof shots>['readText'];
    suspect: ReturnType<typeof hiddenWindows>['suspect'];
    snapshot: () => Promise<DescribedWindows>;
    note: ReturnType<typeof hiddenWindows>['note'];
    unsettled: () => ReturnType<typeof skipped>;
    readTexts: WeakMap<CapturedFrame, ReadText>;
  },
) {
  const { readText, exclusions, suspect, snapshot, note, unsettled, readTexts } = deps;
  /** Adds the text, and makes sure that it and the windows are still those of the picture. */
  async function develop(
    shot: Shot,
    { monitor, trigger }: TakeOrder,
    { before, isLast }: { before: DescribedWindows; isLast: boolean },
    signal: AbortSignal,
  ): Promise<Attempt> {
    const { atMs, pixels, subject, changed } = shot;

    const read = await readText(shot, monitor, signal);
    const { reading, redrawn } = read;
    const text = reading && textInPicture(reading, monitor);
    const window = subject.window && placed(subject.window, monitor, text);
    // Only now the address is known that belongs to this very text.
    const excluded = window && exclusions.reasonWithText(window, text);
    if (excluded !== undefined) {
      suspect();
      return skipped(excluded);
    }

    const after = await snapshot();
    note(after);
    const isSettled = isSameScene(before, after, monitor, exclusions);
    const isTextShown = !text?.nodes.some((node) => isDrawnOn(node, redrawn));
    if (!isLast && !(isSettled && isTextShown)) return { kind: 'unsettled' };
    const late = isSettled ? [] : lateMasks(before, after, monitor, exclusions);
    if (late === undefined) return unsettled();
    paintOver(pixels, late);

    const masked = [...shot.masked, ...late];
    const { isFocused } = subject;
    const accessibility = text && withoutRedrawn(withoutMasked(text, masked), redrawn);
    const windows = seenWindows(before, monitor, exclusions).map((one) => placed(one, monitor));
    const picture = { atMs, trigger, monitor, pixels, masked, changed };
    const frame = { ...picture, window, isFocused, windows, accessibility };
    readTexts.set(frame, read);
    return { kind: 'frame', frame };
  }

  return develop;
}

/** Takes pixels, and the text that belongs to them. */
function shots(parts: {
  deps: TakerDeps;
  kept: Map<number, Kept>;
  unsettled: () => ReturnType<typeof skipped>;
  lagLeftMs: ReturnType<typeof hiddenWindows>['lagLeftMs'];
}) {
  const { deps, kept, unsettled, lagLeftMs } = parts;
  const { sources, exclusions, clock } = deps;
  /** Looks only at what was drawn on. Undefined when that is not enough to decide. */
  async function lookAtParts(
    order: TakeOrder,
    before: Kept,
    signal: AbortSignal,
  ): Promise<readonly Spot[] | undefined> {
    const drawn = order.areas.reduce((sum, area) => sum + areaOf(area), 0);
    if (drawn > areaOf(order.monitor) * WORTH_LOOKING_AT_PARTS) return undefined;
    // The kept picture is black where an excluded window was; whether it still is there only the windows tell.
    const isUnderMask = (area: Rect) => before.masked.some((mask) => intersection(mask, area));
    if (order.areas.some(isUnderMask)) return undefined;
    const spots: Spot[] = [];
    for (const area of order.areas) {
      const part = await sources.screen.grab(order.monitor, signal, area);
      const isStillKept = kept.get(order.monitor.id) === before;
      if (isStillKept) spots.push(...findChanges(before.pixels, part, area));
      returnPixels(part.data);
      if (!isStillKept) return undefined;
    }
    return spots;
  }

  /** The picture, painted over, and how it differs; or why it is not wanted. */
  async function shoot(order: TakeOrder, before: DescribedWindows, signal: AbortSignal) {
    const { monitor, trigger } = order;
    if (before.isPartial) return unsettled();
    const leftMs = lagLeftMs(before);
    const decision = exclusions.decide(monitor, before.windows, before.active);
    if (decision.kind === 'skip') return skipped(decision.because);
    if (leftMs > 0) return { kind: 'lagging', leftMs } as const;
    const atMs = clock.now();
    const pixels = await sources.screen.grab(monitor, signal);
    const masks = [...decision.masks, ...panelMasks(before, exclusions)];
    const masked = masks
      .map((mask) => intersection(mask, monitor))
      .filter((mask) => mask !== undefined)
      .map((mask) => relativeTo(mask, monitor));
    paintOver(pixels, masked);
    const subject = windowOn(monitor, before, exclusions);
    const last = comparable(kept.get(monitor.id), pixels);
    if (last === undefined) {
      return { kind: 'shot', atMs, pixels, masked, subject, changed: [wholeOf(pixels)] } as const;
    }
    const spots = findChanges(last.pixels, pixels);
    if (!isAnotherWindow(trigger, last, subject.window) && !isWorthKeeping(spots, trigger)) {
      returnPixels(pixels.data);
      return { kind: 'unchanged', isEqual: spots.length === 0 } as const;
    }
    const changed = coalesce(spots.map(rectOf), MAX_CHANGED_AREAS);
    return { kind: 'shot', atMs, pixels, masked, subject, changed } as const;
  }

  /** What was said about this window when the picture was kept that the new one is compared with. */
  function earlierReading(
    { subject, changed }: Shot,
    monitor: Monitor,
  ): EarlierReading | undefined {
    const last = kept.get(monitor.id);
    const { reading, redrawn = [] } = last?.text ?? {};
    if (reading === undefined || last?.windowId !== subject.window?.id) return undefined;
    const areas = [...changed, ...redrawn];
    return { reading, changed: areas.map((area) => onDesktop(area, monitor)) };
  }

  async function readText(shot: Shot, monitor: Monitor, signal: AbortSignal): Promise<ReadText> {
    const { pixels, masked } = shot;
    const { window } = shot.subject;
    const earlier = earlierReading(shot, monitor);
    const reading = window && (await sources.accessibility?.read(window, monitor, earlier));
    const area = window && intersection(relativeTo(window.bounds, monitor), wholeOf(pixels));
    if (reading === undefined || area === undefined) return { reading, redrawn: [] };
    const redrawn: Spot[] = [];
    for (const part of sources.screen.isCheapInParts ? partsOf(area) : [area]) {
      const again = await sources.screen.grab(monitor, signal, part);
      paintOver(
        again,
        masked.map((mask) => relativeTo(mask, part)),
      );
      redrawn.push(...findChanges(pixels, again, part).filter((spot) => !isBlockCaret(spot)));
      returnPixels(again.data);
    }
    return { reading, redrawn };
  }

  return { lookAtParts, shoot, readText };
}

export interface TakeOrder {
  readonly monitor: Monitor;
  readonly trigger: CaptureTrigger;
  readonly areas: readonly Rect[];
}
interface Shot {
  readonly atMs: number;
  readonly changed: readonly Rect[];
  readonly pixels: Pixels;
  readonly masked: readonly Rect[];
  readonly subject: ReturnType<typeof windowOn>;
}
type Attempt =
  | TakeResult
  | { readonly kind: 'unsettled' }
  | { readonly kind: 'lagging'; readonly leftMs: number };

/** After these the window is the same as before, so what was drawn on decides alone. */
const MAY_LOOK_AT_PARTS: ReadonlySet<CaptureTrigger> = new Set([
  'click',
  'typing_pause',
  'scroll_stop',
  'clipboard',
  'visual_change',
  'idle',
]);

function comparable(kept: Kept | undefined, pixels: Pixels): Kept | undefined {
  if (kept?.pixels.width !== pixels.width || kept.pixels.height !== pixels.height) return undefined;
  return kept;
}

/** A picture a person asked for is always new; after a switch it is when another window is in use now. */
function isAnotherWindow(
  trigger: CaptureTrigger,
  last: Kept,
  window: WindowInfo | undefined,
): boolean {
  if (trigger === 'manual') return true;
  const isSwitch = trigger === 'app_switch' || trigger === 'window_focus';
  return isSwitch && last.windowId !== window?.id;
}

function rectOf({ x, y, width, height }: Spot): Rect {
  return { x, y, width, height };
}

function onDesktop(rect: Rect, monitor: Monitor): Rect {
  return relativeTo(rect, { x: -monitor.x, y: -monitor.y });
}

/** Strips over its whole width, from the top down, of one height: memory is given out again for the same size only. The last two may overlap. */
function partsOf(area: Rect): Rect[] {
  const count = Math.ceil(areaOf(area) / PART_PIXELS);
  const height = Math.ceil(area.height / count);
  return Array.from({ length: Math.ceil(area.height / height) }, (_, index) => {
    const top = Math.min(index * height, area.height - height);
    return { ...area, y: area.y + top, height };
  });
}

function wholeOf({ width, height }: Pixels): Rect {
  return { x: 0, y: 0, width, height };
}

function skipped(because: Exclusion | 'unsettled') {
  return { kind: 'skipped', because } as const;
}
