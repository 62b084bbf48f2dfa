import { describe, expect, test } from 'vitest';
import { freeMemory } from '#core/memory/free-memory.ts';
import type { AccessibleWindow, Monitor, Pixels, Rect, WindowInfo } from '#core/observation.ts';
import { exclusionsFrom } from '../exclusions/exclusions.ts';
import type { WindowSnapshot } from '../source.ts';
import { frameTaker } from './frame-taker.ts';

const bounds: Rect = { x: 0, y: 0, width: 100, height: 60 };
const MONITOR: Monitor = { id: 1, stableId: 'A', name: 'A', isDefault: true, ...bounds };
const editor: WindowInfo = {
  id: 7,
  app: 'Editor',
  className: 'editor',
  title: 'notes',
  pid: 1,
  bounds,
  isPopup: false,
  isOpaque: true,
};
const vault: WindowInfo = {
  ...editor,
  id: 8,
  app: 'KeePassXC',
  className: 'keepassxc',
  bounds: { x: 60, y: 0, width: 20, height: 20 },
};
const nearby = (...others: WindowInfo[]): WindowSnapshot => ({
  active: editor,
  windows: [...others, editor],
});
const TEXT_PLACE: Rect = { x: 0, y: 0, width: 50, height: 30 };
const said = (text: string): AccessibleWindow => ({
  nodes: [
    { role: 'text', text, bounds: TEXT_PLACE, depth: 1, parent: undefined },
    {
      role: 'label',
      text: 'status',
      bounds: { ...TEXT_PLACE, y: 40, height: 10 },
      depth: 1,
      parent: undefined,
    },
  ],
  browserUrl: undefined,
});

/** A picture in which one place has another shade. */
function picture(shade: number, place: Rect = TEXT_PLACE): Pixels {
  const data = new Uint8Array(bounds.width * bounds.height * 4).fill(9);
  for (let y = place.y; y < place.y + place.height; y += 1) {
    const at = (y * bounds.width + place.x) * 4;
    data.fill(shade, at, at + place.width * 4);
  }
  return { width: bounds.width, height: bounds.height, format: 'bgrx', data };
}

/** A desktop that shows and says these things one after the other, and then the last of each for ever. */
function desktopOf(script: {
  pictures: readonly Pixels[];
  texts: readonly AccessibleWindow[];
  windows?: readonly WindowSnapshot[];
  /** For each list of windows, whether a program did not answer. */
  isPartial?: readonly boolean[];
  onSleep?: (ms: number) => void;
  onGrab?: (count: number) => void;
  /** Where each costs as much as its own pixels; what is drawn on in a part after the whole. */
  grabPart?: (area: Rect) => Pixels;
}) {
  const next = <T>(list: readonly T[]) => {
    let at = 0;
    return async (): Promise<T> => {
      const item = list[Math.min(at, list.length - 1)] as T;
      at += 1;
      return item;
    };
  };
  let passedMs = 0;
  const grab = next(script.pictures);
  let grabs = 0;
  const snapshot = next(script.windows ?? [nearby()]);
  const isPartial = next(script.isPartial ?? [false]);
  const taker = frameTaker({
    sources: {
      screen: {
        name: 'script',
        listMonitors: async () => [MONITOR],
        onMonitorsChanged: () => () => {},
        onDamage: () => () => {},
        isCheapInParts: script.grabPart !== undefined,
        grab: async (_monitor, _signal, area) => {
          if (area !== undefined && script.grabPart) return script.grabPart(area);
          const shown = await grab();
          grabs += 1;
          script.onGrab?.(grabs);
          // As some sources give them; copying one by `slice` would copy nothing.
          return { ...shown, data: Buffer.from(shown.data) };
        },
        ended: new Promise(() => {}),
        close() {},
      },
      windows: { snapshot, onFocusChange: () => () => {}, close() {} },
      accessibility: {
        wakeBrowsersWhile: () => {},
        read: next(script.texts),
        describe: async () => ({}),
        focus: async () => ({ kind: 'unknown' }),
        close() {},
      },
    },
    exclusions: exclusionsFrom({
      ignoredApps: [],
      ignoredWindows: [],
      ignoredUrls: [],
      isPrivateBrowsingIgnored: true,
      areSilentBrowsersIgnored: true,
    }),
    describer: {
      describe: async (window) => window,
      describeAll: async (list) => ({ ...list, isPartial: await isPartial() }),
      isHopeful: () => false,
      silentApps: () => [],
      unheardApps: () => [],
    },
    clock: {
      now: () => 5,
      monotonicMs: () => passedMs,
      sleep: async (ms) => {
        passedMs += ms;
        script.onSleep?.(ms);
      },
    },
  });
  const pass = (ms: number) => {
    passedMs += ms;
  };
  return Object.assign(taker, { pass });
}

async function take(taker: ReturnType<typeof desktopOf>) {
  const order = { monitor: MONITOR, trigger: 'manual', areas: [] } as const;
  const result = await taker.take(order, new AbortController().signal);
  if (result.kind !== 'frame') return { kind: result.kind };
  const { pixels, accessibility } = result.frame;
  return { shade: pixels.data[0], texts: accessibility?.nodes.map(({ text }) => text) };
}

test('text and picture that did not change meanwhile belong together', async () => {
  const taker = desktopOf({ pictures: [picture(1)], texts: [said('one')] });
  expect(await take(taker)).toEqual({ shade: 1, texts: ['one', 'status'] });
});

test('pictures are compared with the last one, whatever its receiver made of it', async () => {
  const taker = desktopOf({
    pictures: [picture(1), picture(1), picture(1), picture(2)],
    texts: [said('one')],
  });
  const look = () =>
    taker.take({ monitor: MONITOR, trigger: 'click', areas: [bounds] }, AbortSignal.timeout(5_000));
  const first = await look();
  if (first.kind !== 'frame') throw new Error(first.kind);
  taker.keep(first.frame);
  first.frame.pixels.data.fill(77);
  freeMemory(first.frame.pixels.data);
  expect(await look()).toEqual({ kind: 'unchanged', isEqual: true });
  expect(await look()).toMatchObject({ kind: 'frame', frame: { changed: [TEXT_PLACE] } });
});

test('a picture that is forgotten while a part of it is looked at is not compared with', async () => {
  const taker = desktopOf({
    pictures: [picture(1)],
    texts: [said('one')],
    onGrab: (count) => {
      if (count === 3) taker.forget(MONITOR.id);
    },
  });
  const look = (...areas: Rect[]) =>
    taker.take({ monitor: MONITOR, trigger: 'click', areas }, AbortSignal.timeout(5_000));
  const first = await look(bounds);
  if (first.kind !== 'frame') throw new Error(first.kind);
  taker.keep(first.frame);
  expect(await look({ x: 0, y: 0, width: 10, height: 10 })).toMatchObject({ kind: 'frame' });
});

test('a window that was drawn on while its text was read is taken again', async () => {
  const taker = desktopOf({
    pictures: [picture(1), picture(2)],
    texts: [said('one'), said('two')],
  });
  expect(await take(taker)).toEqual({ shade: 2, texts: ['two', 'status'] });
});

test('text in a place that never holds still is left to who reads the picture', async () => {
  const taker = desktopOf({
    pictures: [1, 2, 3, 4, 5, 6, 7, 8].map((shade) => picture(shade)),
    texts: [said('one'), said('two'), said('three')],
  });
  expect(await take(taker)).toEqual({ shade: 5, texts: ['status'] });
});

test('a large window is looked at again in parts of one size, down to its last row', async () => {
  const large = { ...bounds, width: 2000, height: 2101 };
  const blank = ({ width, height }: Rect): Pixels => ({
    ...{ width, height, format: 'bgrx' },
    data: new Uint8Array(width * height * 4),
  });
  const looked: Rect[] = [];
  const clock: Rect = { x: 0, y: 2095, width: 50, height: 6 };
  const [title] = said('title').nodes;
  const nodes = [title, { ...title, text: 'clock', bounds: clock }] as AccessibleWindow['nodes'];
  const taker = desktopOf({
    pictures: [blank(large)],
    texts: [{ nodes, browserUrl: undefined }],
    windows: [{ active: { ...editor, bounds: large }, windows: [{ ...editor, bounds: large }] }],
    grabPart(area) {
      looked.push(area);
      const part = blank(area);
      // Another time each second, in the last rows of the window.
      const row = clock.y - area.y;
      if (row < area.height) part.data.fill(200, Math.max(0, row) * area.width * 4);
      return part;
    },
  });
  const order = { monitor: { ...MONITOR, ...large }, trigger: 'manual', areas: [] } as const;
  const result = await taker.take(order, new AbortController().signal);
  if (result.kind !== 'frame') throw new Error(result.kind);
  expect(result.frame.accessibility?.nodes.map(({ text }) => text)).toEqual(['title']);
  expect(looked.slice(0, 3).map(({ y }) => y)).toEqual([0, 701, 1400]);
  expect(new Set(looked.map(({ width, height }) => `${width}x${height}`))).toEqual(
    new Set(['2000x701']),
  );
});

test('what moves next to the text does not matter, nor does a caret in it', async () => {
  const film = { x: 60, y: 0, width: 30, height: 60 };
  const caret = { x: 10, y: 4, width: 2, height: 14 };
  for (const place of [film, caret]) {
    const taker = desktopOf({
      pictures: [picture(1, place), picture(2, place)],
      texts: [said('one')],
    });
    expect(await take(taker)).toMatchObject({ texts: ['one', 'status'] });
  }
});

test.each([
  ['before', [true]],
  ['after', [false, true]],
])(
  'a picture is not taken when a program kept its windows to itself %s it',
  async (_, isPartial) => {
    const taker = desktopOf({ pictures: [picture(1)], texts: [said('one')], isPartial });
    expect(await take(taker)).toEqual({ kind: 'skipped' });
  },
);

test('a desktop on which an excluded window keeps moving is not taken', async () => {
  const at = (x: number) => nearby({ ...vault, bounds: { ...vault.bounds, x } });
  const taker = desktopOf({
    pictures: [picture(1)],
    texts: [said('one')],
    windows: [at(20), at(25), at(30), at(35), at(40), at(45)],
  });
  expect(await take(taker)).toEqual({ kind: 'skipped' });
});

test('what lies over an excluded window may have moved, so all of that window is painted over', async () => {
  const over = (x: number) =>
    nearby({ ...editor, id: 9, bounds: { x, y: 0, width: 20, height: 20 } }, vault);
  const taker = desktopOf({
    pictures: [picture(1, bounds)],
    texts: [said('one')],
    windows: [over(60), over(62), over(60), over(62), over(60), over(62)],
  });
  const order = { monitor: MONITOR, trigger: 'manual', areas: [] } as const;
  const result = await taker.take(order, new AbortController().signal);
  if (result.kind !== 'frame') throw new Error(result.kind);
  const { data } = result.frame.pixels;
  const shades = [59, 60, 70, 79, 80].map((x) => data[(10 * bounds.width + x) * 4]);
  expect(shades).toEqual([1, 0, 0, 0, 1]);
});

describe('on a screen that lags behind what is reported about windows', () => {
  const lagging = (...windows: WindowInfo[]) => ({ ...nearby(...windows), lagMs: 300 });
  const vaultAt = (x: number) => ({ ...vault, bounds: { ...vault.bounds, x } });
  const order = { monitor: MONITOR, trigger: 'manual', areas: [] } as const;
  function watching(windows: readonly WindowSnapshot[], isPartial?: readonly boolean[]) {
    const slept: number[] = [];
    const taker = desktopOf({
      pictures: [picture(1, bounds)],
      texts: [said('one')],
      windows,
      ...(isPartial && { isPartial }),
      onSleep: (ms) => slept.push(ms),
    });
    const masked = async () => {
      const result = await taker.take(order, new AbortController().signal);
      return result.kind === 'frame' ? result.frame.masked.map(({ x }) => x) : result.kind;
    };
    return { slept, masked, distrust: taker.distrust, pass: taker.pass };
  }

  test('a picture is taken again when something excluded had the keyboard meanwhile', async () => {
    const slept: number[] = [];
    const taker = desktopOf({
      pictures: [picture(1), picture(1), picture(2)],
      texts: [said('one')],
      windows: [lagging()],
      onSleep: (ms) => slept.push(ms),
      // Between the picture and its text.
      onGrab: (count) => {
        if (count === 2) taker.distrust();
      },
    });
    expect(await take(taker)).toMatchObject({ shade: 2 });
    expect(slept).toEqual([300]);
  });

  test('one that had the keyboard between two looks is waited for: no list has contained it', async () => {
    const { slept, masked, distrust } = watching([lagging()]);
    expect(await masked()).toEqual([]);
    expect(slept).toEqual([]);
    distrust();
    expect(await masked()).toEqual([]);
    expect(slept).toEqual([300]);
    expect(await masked()).toEqual([]);
    expect(slept).toEqual([300]);
  });

  test('after a program that did not answer the lag counts from the next look: until when it showed something is not known', async () => {
    const { slept, masked, pass } = watching([lagging()], [true, false]);
    expect(await masked()).toBe('skipped');
    pass(1_000);
    expect(await masked()).toEqual([]);
    expect(slept).toEqual([300]);
  });

  test('one that was only listed after a picture is waited for when it is missing from the next list', async () => {
    const { slept, masked } = watching([lagging(), lagging(vaultAt(60)), lagging()]);
    expect(await masked()).toEqual([]);
    expect(slept).toEqual([300]);
  });

  test('an excluded window that moved is waited for', async () => {
    const still = lagging(vaultAt(60));
    const moved = lagging(vaultAt(20));
    const { slept, masked } = watching([still, still, still, moved, moved, moved]);
    expect(await masked()).toEqual([60]);
    expect(slept).toEqual([300]);
    expect(await masked()).toEqual([20]);
    expect(slept).toEqual([300, 300]);
    // It stays where it is.
    expect(await masked()).toEqual([20]);
    expect(slept).toEqual([300, 300]);
  });

  test('one that is missing from the list is waited for: it may still be seen', async () => {
    const shown = lagging(vaultAt(60));
    const { slept, masked } = watching([shown, shown, shown, lagging()]);
    expect(await masked()).toEqual([60]);
    expect(await masked()).toEqual([]);
    expect(slept).toEqual([300, 300]);
  });

  test('one that was covered is waited for when it goes together with what covered it', async () => {
    const cover = { ...editor, id: 9, bounds: vault.bounds };
    const covered = lagging(cover, vault);
    const { slept, masked } = watching([covered, covered, covered, lagging()]);
    expect(await masked()).toEqual([]);
    expect(await masked()).toEqual([]);
    expect(slept).toEqual([300, 300]);
  });

  test('it is waited for on every monitor', async () => {
    const elsewhere = { ...vault, bounds: { ...vault.bounds, x: 1_000 } };
    const shown = lagging(elsewhere);
    const { slept, masked } = watching([shown, shown, shown, lagging()]);
    expect(await masked()).toEqual([]);
    expect(await masked()).toEqual([]);
    expect(slept).toEqual([300, 300]);
  });

  test('one that keeps moving is not taken, and others do not wait for it', async () => {
    const windows = [10, 20, 30, 40, 50].map((x) => lagging(vaultAt(x)));
    const { slept, masked } = watching(windows);
    expect(await masked()).toBe('skipped');
    expect(slept).toEqual([300]);
  });
});
