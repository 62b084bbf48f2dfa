/** A recorder on a test desktop, with everything it hands out in lists that a test looks at. */
import { systemClock } from '#core/clock.ts';
import type { CapturedFrame, InputEvent, Rect } from '#core/observation.ts';
import { activateWindow, type Desktop, until } from '../../../../../test/support/desktop.ts';
import { type ExclusionSettings, exclusionsFrom } from '../exclusions/exclusions.ts';
import { screenLock } from '../exclusions/screen-lock.ts';
import { chooseDesktop } from '../sources.ts';
import type { Look } from './monitor-looks.ts';
import { makeRecorder, type Recorder } from './recorder.ts';

/** On a busy machine the desktop takes its time. */
export const patience = { timeout: 30_000, interval: 50 };
// Longer than typing, scrolling and drawing are waited for before a picture is taken of them.
const QUIET_MS = 550;

export interface Recording {
  readonly frames: CapturedFrame[];
  readonly events: InputEvent[];
  readonly looks: Look[];
  readonly recorder: Recorder;
  /** Rejects when the display goes away. */
  readonly running: Promise<void>;
  last(): CapturedFrame | undefined;
  /** How often the display said that something was drawn. */
  draws(): number;
  /** Gives a window the keyboard. */
  activate(title: string): Promise<void>;
  /** Waits until nobody has looked at the screen for a while. */
  quiet(): Promise<void>;
  /**
   * Waits for a picture with this text. On a busy machine a program may be asked in vain, and its next picture comes only with
   * the next change, so pictures are asked for.
   */
  sees(text: string): Promise<CapturedFrame>;
  /** Waits for quiet and forgets everything but a fresh picture of each monitor. */
  beginAnew(): Promise<void>;
  stop(): Promise<void>;
}

export async function startRecording(
  desktop: Pick<Desktop, 'env' | 'run'>,
  exclusions: Partial<ExclusionSettings> = {},
): Promise<Recording> {
  const choice = chooseDesktop({ platform: 'linux', env: desktop.env });
  const opened = await choice.open(() => Date.now());
  if (opened.kind !== 'open') throw new Error(opened.message);
  const frames: CapturedFrame[] = [];
  const events: InputEvent[] = [];
  const looks: Look[] = [];
  let draws = 0;
  let busyAtMs = 0;
  const lock = screenLock(systemClock);
  lock.watch(opened.sources.liveness);
  const recorder = makeRecorder({
    sources: opened.sources,
    exclusions: exclusionsFrom({
      ignoredApps: [],
      ignoredWindows: [],
      ignoredUrls: [],
      isPrivateBrowsingIgnored: true,
      areSilentBrowsersIgnored: true,
      ...exclusions,
    }),
    lock,
    input: { clicks: true, scroll: true, typing: 'text', clipboard: true, focus: true },
    clock: systemClock,
    offer: (frame) => {
      frames.push(frame);
      return true;
    },
    onEvent: (event) => events.push(event),
    onLook: (look) => {
      busyAtMs = Date.now();
      looks.push(look);
    },
  });
  opened.sources.screen.onDamage(() => {
    draws += 1;
  });
  const stop = new AbortController();
  const running = recorder.run(stop.signal);
  // A test that breaks the screen looks at the rejection itself.
  running.catch(() => {});
  const quiet = async () => {
    await until('no more looks', () => Date.now() - busyAtMs > QUIET_MS, patience.timeout);
  };
  return {
    frames,
    events,
    looks,
    recorder,
    running,
    last: () => frames.at(-1),
    draws: () => draws,
    async activate(title) {
      await activateWindow(desktop, title);
      busyAtMs = Date.now();
    },
    quiet,
    sees: (text) =>
      until(
        `a picture with ${text}`,
        async () => {
          const seen = frames.findLast((frame) => textOf(frame).includes(text));
          if (seen === undefined) await recorder.captureNow();
          return seen;
        },
        patience.timeout,
      ),
    async beginAnew() {
      await quiet();
      for (const list of [frames, events, looks]) list.length = 0;
      await recorder.captureNow();
    },
    async stop() {
      stop.abort();
      await running;
    },
  };
}

export function textOf(frame: CapturedFrame | undefined): string {
  return frame?.accessibility?.nodes.map(({ text }) => text).join('\n') ?? '';
}

/** How many pixels have exactly this colour, in the picture or in a part of it. */
export function countColour(
  { pixels }: CapturedFrame,
  [red, green, blue]: readonly [number, number, number],
  area: Rect = { x: 0, y: 0, width: pixels.width, height: pixels.height },
): number {
  const { data, width } = pixels;
  let count = 0;
  for (let y = Math.max(0, area.y); y < Math.min(pixels.height, area.y + area.height); y += 1) {
    for (let x = Math.max(0, area.x); x < Math.min(width, area.x + area.width); x += 1) {
      const at = (y * width + x) * 4;
      if (data[at] === blue && data[at + 1] === green && data[at + 2] === red) count += 1;
    }
  }
  return count;
}
