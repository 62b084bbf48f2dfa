import type { OcrImage, OcrResult } from '@hindcast/screen-ocr';
import { expect, test } from 'vitest';
import { exclusionsFrom } from '#capture/exclusions/exclusions.ts';
import { screenLock } from '#capture/exclusions/screen-lock.ts';
import type { DesktopLiveness } from '#capture/source.ts';
import { serviceError } from '#core/errors.ts';
import { silentLog } from '#core/log/log.ts';
import type { CapturedFrame, WindowInfo } from '#core/observation.ts';
import { type ManualClock, manualClock } from '#core/testing/manual-clock.ts';
import type { Ocr } from '#extract/ocr/ocr.ts';
import { DiskFullError } from '#store/errors.ts';
import type { NewFrame } from '#store/new-records.ts';
import { visionIngest } from './vision.ts';
import { visionMeter } from './vision-metrics.ts';

const WHOLE = { x: 0, y: 0, width: 4, height: 2 };

function frame(title: string): CapturedFrame {
  const names = { app: 'Editor', className: 'editor', title };
  const window = { id: 1, ...names, pid: 1, bounds: WHOLE, isPopup: false, isOpaque: true };
  return {
    atMs: 1_770_000_000_000,
    trigger: 'app_switch',
    monitor: { id: 2, stableId: 'A', name: 'A', isDefault: true, ...WHOLE },
    // A pool slice, as a socket gives it: not aligned to four bytes.
    pixels: { width: 4, height: 2, format: 'bgrx', data: Buffer.alloc(64).subarray(3, 35) },
    window,
    isFocused: true,
    windows: [window],
    accessibility: undefined,
    masked: [],
    changed: [WHOLE],
  };
}

interface Options {
  add?: () => Promise<unknown>;
  monotonicMs?: () => number;
  ocr?: Ocr;
  keepsPictures?: () => boolean;
  /** A minute after the frames unless it is given. */
  clock?: ManualClock;
}

function parts(options: Options = {}) {
  const rows: NewFrame[] = [];
  const files = new Set<string>();
  const meter = visionMeter(() => 1_770_000_000_500);
  const lock = screenLock(options.clock ?? manualClock(1_770_000_060_000));
  const ingest = visionIngest({
    store: {
      content: {
        add: async (content) => {
          await options.add?.();
          rows.push(...(content.frames ?? []));
          return { frames: [rows.length], transcriptions: [], uiTexts: [], inputEvents: [] };
        },
      },
    },
    media: {
      keepJpeg: async (jpeg, atMs, device) => {
        expect(jpeg.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
        const path = `${atMs}_${device}.jpg`;
        files.add(path);
        return path;
      },
      discard: async (path) => {
        files.delete(path);
      },
    },
    ocr: async () => options.ocr,
    ...(options.keepsPictures && { keepsPictures: options.keepsPictures }),
    lock,
    exclusions: exclusionsFrom({
      ignoredApps: [],
      ignoredWindows: [],
      ignoredUrls: [],
      isPrivateBrowsingIgnored: true,
      areSilentBrowsersIgnored: true,
      ownPage: { port: 3030 },
    }),
    meter,
    nowMs: () => 1_770_000_000_500,
    monotonicMs: options.monotonicMs ?? (() => 0),
    log: silentLog,
  });
  return { ingest, rows, files, lock, figures: () => meter.snapshot(ingest.depth()) };
}

test('a frame becomes one row with its picture, window, trigger and monitor', async () => {
  const { ingest, rows, figures } = parts();
  const stop = new AbortController();
  const running = ingest.run(stop.signal);
  const one = frame('plan.md');
  expect(ingest.offer(one)).toBe(true);
  expect(await ingest.whenStored(one)).toBe(1);
  stop.abort();
  await running;
  expect(rows[0]).toMatchObject({
    appName: 'Editor',
    windowName: 'plan.md',
    captureTrigger: 'app_switch',
    deviceName: 'monitor_2',
    width: 4,
    height: 2,
    snapshotPath: '1770000000000_monitor_2.jpg',
  });
  expect(figures()).toMatchObject({ framesCaptured: 1, framesDbWritten: 1, framesDropped: 0 });
});

test('without pictures a frame keeps its window, and no file is ever made', async () => {
  let isKept = false;
  const { ingest, rows, files } = parts({ keepsPictures: () => isKept });
  const stop = new AbortController();
  const running = ingest.run(stop.signal);
  const [first, second] = [frame('plan.md'), frame('later.md')];
  ingest.offer(first);
  await ingest.whenStored(first);
  expect(rows[0]).toMatchObject({ windowName: 'plan.md', width: 4, pictureGone: 'off' });
  expect([rows[0]?.snapshotPath, files.size]).toEqual([undefined, 0]);
  isKept = true;
  ingest.offer(second);
  await ingest.whenStored(second);
  expect([rows[1]?.pictureGone, files.size]).toEqual([undefined, 1]);
  stop.abort();
  await running;
});

test('a full queue refuses and counts, and what waits at the end is still stored', async () => {
  const { ingest, rows, figures } = parts();
  const accepted = ['a', 'b', 'c', 'd', 'e', 'f'].map((title) => ingest.offer(frame(title)));
  expect(accepted).toEqual([true, true, true, true, false, false]);
  await ingest.run(AbortSignal.abort());
  expect(rows.map(({ windowName }) => windowName)).toEqual(['a', 'b', 'c', 'd']);
  expect(figures()).toMatchObject({ framesCaptured: 6, framesDropped: 2, framesDbWritten: 4 });
});

test('a refused caller is notified once there is room, not before', async () => {
  const { ingest } = parts();
  for (const title of ['a', 'b', 'c', 'd']) ingest.offer(frame(title));
  let calls = 0;
  for (const title of ['e', 'f']) ingest.offer(frame(title), () => (calls += 1));
  expect(calls).toBe(0);
  const stop = new AbortController();
  const running = ingest.run(stop.signal);
  await expect.poll(() => ingest.depth(), { timeout: 20_000 }).toBe(0);
  stop.abort();
  await running;
  expect(calls).toBe(1);
});

test('a frame that was accepted and cannot be stored is asked for again', async () => {
  const { ingest } = parts({ add: () => Promise.reject(new DiskFullError()) });
  let calls = 0;
  ingest.offer(frame('a'), () => (calls += 1));
  await expect(ingest.run(new AbortController().signal)).rejects.toThrow();
  expect(calls).toBe(1);
});

test('a frame that cannot be stored leaves no picture behind and is counted', async () => {
  const { ingest, files, figures } = parts({ add: () => Promise.reject(new DiskFullError()) });
  const one = frame('a');
  ingest.offer(one);
  await expect(ingest.run(new AbortController().signal)).rejects.toMatchObject({
    code: 'DISK_FULL',
  });
  expect(await ingest.whenStored(one)).toBeUndefined();
  expect(files.size).toBe(0);
  expect(figures()).toMatchObject({ framesDropped: 1, lastFault: { code: 'DISK_FULL' } });
  // Room may come; a damaged file stays damaged.
  expect(ingest.isFatal?.(new DiskFullError())).toBe(false);
  expect(ingest.isFatal?.(serviceError('STORE_CORRUPT', { file: 'db.sqlite' }))).toBe(true);
});

test('at shutdown a frame that cannot be stored does not take the others with it', async () => {
  let calls = 0;
  const { ingest, rows, figures } = parts({
    add: async () => {
      calls += 1;
      if (calls === 1 || calls === 3) throw new DiskFullError();
    },
  });
  const frames = ['a', 'b', 'c', 'd'].map(frame);
  for (const one of frames) ingest.offer(one);
  await expect(ingest.run(AbortSignal.abort())).rejects.toMatchObject({ code: 'DISK_FULL' });
  expect(rows.map(({ windowName }) => windowName)).toEqual(['b', 'd']);
  expect(await ingest.whenStored(frames[2] as CapturedFrame)).toBeUndefined();
  expect(figures()).toMatchObject({ framesDropped: 2, framesDbWritten: 2 });
});

test('frames that wait are stored when the one in hand fails at shutdown', async () => {
  const stop = new AbortController();
  let calls = 0;
  const { ingest, rows, figures } = parts({
    add: async () => {
      calls += 1;
      stop.abort();
      if (calls === 1) throw new DiskFullError();
    },
  });
  for (const title of ['a', 'b']) ingest.offer(frame(title));
  await ingest.run(stop.signal);
  expect(rows.map(({ windowName }) => windowName)).toEqual(['b']);
  expect(figures()).toMatchObject({ framesDropped: 1, framesDbWritten: 1 });
});

test('the wait is that of the oldest frame that is not stored yet, also while it is read', async () => {
  let atMs = 1_000;
  const written = Promise.withResolvers<void>();
  const { ingest } = parts({ add: () => written.promise, monotonicMs: () => atMs });
  expect(ingest.oldestWaitMs()).toBe(0);
  const stop = new AbortController();
  const running = ingest.run(stop.signal);
  const [first, second] = [frame('a'), frame('b')];
  ingest.offer(first);
  atMs = 4_000;
  ingest.offer(second);
  await expect.poll(() => ingest.depth()).toBe(1);
  expect(ingest.oldestWaitMs()).toBe(3_000);
  written.resolve();
  await ingest.whenStored(second);
  await expect.poll(() => ingest.oldestWaitMs()).toBe(0);
  stop.abort();
  await running;
});

test('a frame that is stored holds no memory', async () => {
  const { ingest } = parts();
  const data = new Uint8Array(32);
  const one: CapturedFrame = {
    ...frame('plan.md'),
    pixels: { width: 4, height: 2, format: 'bgrx', data },
  };
  const stop = new AbortController();
  const running = ingest.run(stop.signal);
  ingest.offer(one);
  expect(await ingest.whenStored(one)).toBe(1);
  expect(data.buffer.detached).toBe(true);
  stop.abort();
  await running;
});

function reader(read: (image: OcrImage) => OcrResult): Ocr {
  return {
    read: async (image) => read(image),
    stats: () => ({
      lineHits: 0,
      lineMisses: 0,
      engine: 'none',
      reads: 0,
      waiting: 0,
      failures: 0,
      crashes: 0,
    }),
    part: () => ({ name: 'none', state: { kind: 'ended' }, restarts: 0, lastFault: undefined }),
    pid: () => undefined,
    close: async () => {},
  };
}

test('a browser that shows the page of this service only in its address bar is left out', async () => {
  const place = { x: 0, y: 60, width: 40, height: 16 };
  const word = { text: '127.0.0.1:3030/app', confidence: 0.9, ...place };
  const ocr = reader(() => ({ lines: [{ ...word, words: [word] }] }));
  const { ingest, rows, files } = parts({ ocr });
  const loading = frame('Untitled - Chromium');
  const editor = { ...loading.window, bounds: { ...WHOLE, width: 100, height: 300 } };
  const browser = { ...editor, app: 'Chromium', className: 'chromium' } as WindowInfo;
  const one: CapturedFrame = { ...loading, window: browser, windows: [browser] };
  const stop = new AbortController();
  const running = ingest.run(stop.signal);
  let looks = 0;
  ingest.offer(one, () => (looks += 1));
  expect(await ingest.whenStored(one)).toBeUndefined();
  stop.abort();
  await running;
  // Looked at again, the same picture would be left out again, for as long as it is shown.
  expect(looks).toBe(0);
  expect(rows).toEqual([]);
  expect(files.size).toBe(0);
});

test('what the tree says goes to the reader, and only what the picture confirms is stored', async () => {
  const images: OcrImage[] = [];
  const ocr = reader((image) => {
    images.push(image);
    return { lines: [], confirmed: [true, false] };
  });
  const { ingest, rows } = parts({ ocr });
  const bounds = { x: 1, y: 0, width: 2, height: 1 };
  const said = { role: 'text', parent: undefined, depth: 0, bounds };
  const nodes = [
    { ...said, text: 'shown' },
    { ...said, text: 'covered' },
  ];
  const one: CapturedFrame = {
    ...frame('plan.md'),
    accessibility: { browserUrl: undefined, nodes },
  };
  const stop = new AbortController();
  const running = ingest.run(stop.signal);
  ingest.offer(one);
  await ingest.whenStored(one);
  stop.abort();
  await running;
  expect(images[0]?.known?.texts.map(({ text }) => text)).toEqual(['shown', 'covered']);
  expect(rows.map(({ text }) => text)).toEqual(['shown']);
});

/** A desktop that is locked or not, and says so when the test wants. */
function lockable() {
  const state = { isLocked: false };
  const liveness: Pick<DesktopLiveness, 'isLocked' | 'onLockNews'> = {
    isLocked: async () => state.isLocked,
    onLockNews: () => () => {},
  };
  return { state, liveness };
}

test('a frame is stored when a second has shown that the screen was not locked', async () => {
  const clock = manualClock(1_770_000_000_000);
  const { ingest, rows } = parts({ clock });
  const stop = new AbortController();
  const running = ingest.run(stop.signal);
  ingest.offer(frame('plan.md'));
  await expect.poll(() => clock.sleepers()).toBe(1);
  await clock.advance(999);
  expect(rows).toEqual([]);
  await clock.advance(1);
  await expect.poll(() => rows).toHaveLength(1);
  stop.abort();
  await running;
});

test('a frame that waits when the screen is found locked is forgotten, and looked for again', async () => {
  const clock = manualClock(1_770_000_000_000);
  const { ingest, rows, files, lock, figures } = parts({ clock });
  const { state, liveness } = lockable();
  lock.watch(liveness);
  const stop = new AbortController();
  const running = ingest.run(stop.signal);
  const late = frame('lock screen');
  let looks = 0;
  ingest.offer(late, () => {
    looks += 1;
  });
  await expect.poll(() => clock.sleepers()).toBe(1);
  state.isLocked = true;
  await clock.advance(1_000);
  expect(await ingest.whenStored(late)).toBeUndefined();
  expect([rows, files.size, looks]).toEqual([[], 0, 1]);
  expect(figures()).toMatchObject({ framesSkipped: 1, framesDropped: 0 });
  stop.abort();
  await running;
});
