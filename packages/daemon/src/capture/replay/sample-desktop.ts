/**
 * The desktop of the sample day: one monitor on which a new scene appears now and then, as a person would bring it there. It offers
 * what a real desktop offers (pictures, windows, accessibility, input, liveness), so the rest of the service treats it like one.
 * Opened through `sources.ts`.
 */
import type { Clock } from '#core/clock.ts';
import type { Monitor, Rect, UiElement, WindowInfo } from '#core/observation.ts';
import { MonitorGoneError } from '../errors.ts';
import { emitter } from '../listeners.ts';
import type {
  AccessibilitySource,
  FocusChange,
  OpenedDesktop,
  RawInput,
  ScreenSource,
} from '../source.ts';
import { crop, drawScene, loadGlyphs, placeOfLine, SCREEN } from './draw-scene.ts';
import { type LiveScene, liveScene, nextSceneAtMs } from './live-scene.ts';

const MONITOR: Monitor = {
  id: 1,
  name: 'Sample monitor',
  stableId: `Sample monitor_${SCREEN.width}x${SCREEN.height}`,
  isDefault: true,
  ...SCREEN,
};

const WINDOW_IDS: Readonly<Record<LiveScene['app'], number>> = { Terminal: 1, Inkstone: 2 };

export async function openSampleDesktop(clock: Clock): Promise<OpenedDesktop> {
  const glyphs = await loadGlyphs();
  const damage = emitter<readonly Rect[]>();
  const focus = emitter<FocusChange>();
  const input = emitter<RawInput>();
  const stop = new AbortController();
  const ended = Promise.withResolvers<undefined>();
  let scene = liveScene(clock.now());
  let picture = drawScene(scene, glyphs);

  function show(next: LiveScene): void {
    const atMs = clock.now();
    const isSwitch = next.app !== scene.app;
    scene = next;
    picture = drawScene(scene, glyphs);
    if (isSwitch) {
      focus.emit({ atMs, kind: 'app_switch', window: windowOf(scene) });
      input.emit({ atMs, kind: 'button', button: 1, modifiers: 0, ...middleOf(scene) });
    } else {
      for (const done of doneIn(scene, atMs)) input.emit(done);
    }
    damage.emit([SCREEN]);
  }

  async function play(): Promise<void> {
    for (;;) {
      const nowMs = clock.now();
      await clock.sleep(nextSceneAtMs(nowMs) - nowMs, stop.signal);
      if (stop.signal.aborted) return;
      const next = liveScene(clock.now());
      // The clock may have been set back.
      if (next.index > scene.index) show(next);
    }
  }
  void play();

  const screen: ScreenSource = {
    name: 'sample',
    listMonitors: async () => [MONITOR],
    onMonitorsChanged: () => () => {},
    onDamage: damage.on,
    async grab(monitor, signal, area = SCREEN) {
      signal.throwIfAborted();
      if (monitor.stableId !== MONITOR.stableId) throw new MonitorGoneError(monitor.name);
      return crop(picture, area);
    },
    ended: ended.promise,
    close() {
      stop.abort();
      ended.resolve(undefined);
    },
  };
  const close = () => {};
  return {
    kind: 'open',
    sources: {
      screen,
      windows: {
        async snapshot() {
          const window = windowOf(scene);
          return { active: window, windows: [window] };
        },
        onFocusChange: focus.on,
        close,
      },
      accessibility: accessibilityOf(() => scene),
      input: { kinds: ['button', 'wheel', 'key', 'clipboard'], onInput: input.on, close },
      liveness: {
        beat: async () => ({}),
        isLocked: async () => false,
        onLockNews: () => () => {},
        close,
      },
    },
  };
}

function windowOf({ app, title }: LiveScene): WindowInfo {
  return {
    id: WINDOW_IDS[app],
    app,
    className: app.toLowerCase(),
    title,
    pid: undefined,
    bounds: SCREEN,
    isPopup: false,
    isOpaque: true,
  };
}

function accessibilityOf(scene: () => LiveScene): AccessibilitySource {
  return {
    wakeBrowsersWhile: () => {},
    async read() {
      const nodes = scene().lines.map((text, line) => ({
        role: text.startsWith('#') ? 'heading' : 'text',
        text,
        bounds: placeOfLine(text, line),
        depth: 1,
        parent: undefined,
      }));
      return { nodes: nodes.filter(({ text }) => text !== ''), browserUrl: undefined };
    },
    describe: async () => ({}),
    focus: async () => ({ kind: 'element', element: lastLineOf(scene()) }),
    close: () => {},
  };
}

function lastLineOf({ lines }: LiveScene): UiElement {
  const line = lines.findLastIndex((text) => text !== '');
  return { role: 'text', name: lines[line] ?? '', bounds: placeOfLine(lines[line] ?? '', line) };
}

/** What a person did to bring this scene: asked for new readings, or looked through the notes and copied a line. */
function doneIn(scene: LiveScene, atMs: number): RawInput[] {
  const windowId = WINDOW_IDS[scene.app];
  if (scene.app === 'Terminal') {
    return ['r', '\n'].map((text) => ({ atMs, kind: 'key', text, windowId }));
  }
  return [
    { atMs, kind: 'wheel', deltaX: 0, deltaY: 1, ...middleOf(scene) },
    { atMs, kind: 'clipboard', text: scene.lines[3] ?? '', windowId },
  ];
}

/** Of the line that a person would click. */
function middleOf(scene: LiveScene): { x: number; y: number } {
  const { x, y, width, height } = lastLineOf(scene).bounds;
  return { x: x + Math.floor(width / 2), y: y + Math.floor(height / 2) };
}
