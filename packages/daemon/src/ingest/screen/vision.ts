/**
 * Captured frames → text → picture on disk → row. Frames wait in a bounded queue; when reading lags, new
 * ones are refused and counted instead of growing memory. A frame is written as a whole: its picture
 * first (unless pictures are off), then its row with text, words, window and trigger of that same instant, and only once it is
 * certain that the screen was not locked then.
 */
import type { OcrResult } from '@hindcast/screen-ocr';
import type { Exclusions } from '#capture/exclusions/exclusions.ts';
import type { ScreenLock } from '#capture/exclusions/screen-lock.ts';
import { boundedQueue } from '#core/bounded-queue.ts';
import { faultOf } from '#core/fault.ts';
import type { Log } from '#core/log/log.ts';
import { returnPixels } from '#core/memory/pixel-memory.ts';
import type { CapturedFrame } from '#core/observation.ts';
import type { Service } from '#core/service.ts';
import type { Ocr } from '#extract/ocr/ocr.ts';
import { isBeyondRepair } from '#store/errors.ts';
import type { Media } from '#store/media/media.ts';
import type { NewFrame } from '#store/new-records.ts';
import type { Store } from '#store/store.ts';
import { addressOnPicture } from './address-bar.ts';
import { frameText, knownTexts } from './frame-text.ts';
import { encodeJpeg } from './jpeg/jpeg.ts';
import type { VisionMeter } from './vision-metrics.ts';

/** A 1080p frame holds 8 MB while it waits; reading one takes a second or two at worst. */
const QUEUE_LENGTH = 4;

interface Read extends OcrResult {
  engine: string;
}

export interface VisionIngest extends Service {
  /**
   * False when the queue is full: the frame is dropped, and counted. `lookAgain` is called when there is room again, or when a frame
   * that was accepted could not be stored.
   */
  offer(frame: CapturedFrame, lookAgain?: () => void): boolean;
  /** The id of a frame that was accepted, once it is stored; undefined when it could not be. */
  whenStored(frame: CapturedFrame): Promise<number | undefined>;
  depth(): number;
  /** How long the oldest frame that is not stored yet has been here; 0 when there is none. */
  oldestWaitMs(): number;
}

interface VisionDeps {
  store: { readonly content: Pick<Store['content'], 'add'> };
  media: Pick<Media, 'keepJpeg' | 'discard'>;
  /** Gives undefined when this machine can read no text: frames are then kept with what the tree says. */
  ocr: () => Promise<Ocr | undefined>;
  /** A frame is stored when it is certain that it does not show a locked screen. */
  lock: Pick<ScreenLock, 'settled' | 'isSuspect'>;
  /** Says for a window whose address was read from the picture whether it is left out after all. */
  exclusions: Pick<Exclusions, 'reasonFor'>;
  meter: VisionMeter;
  /** Whether a frame keeps its picture, or its text and window only; absent: it does. */
  keepsPictures?: () => boolean;
  /** Of the pictures, 1 to 100; absent: as usual. */
  pictureQuality?: () => number;
  nowMs: () => number;
  monotonicMs: () => number;
  log: Log;
}

export function visionIngest(deps: VisionDeps): VisionIngest {
  const { meter, nowMs } = deps;
  const log = deps.log.child({ part: 'ingest.vision' });
  const queue = boundedQueue<CapturedFrame>(QUEUE_LENGTH);
  const outcomes = new WeakMap<CapturedFrame, PromiseWithResolvers<number | undefined>>();
  /** When each frame that is not stored yet was accepted, the oldest first. */
  const accepted = new Map<CapturedFrame, number>();
  const lookAgainOf = new WeakMap<CapturedFrame, () => void>();
  /** Of the last frame that was refused. */
  let tellRoom: (() => void) | undefined;
  const readText = textReader(deps, log, meter);
  const { writeIfAllowed, writeAll } = frameWriter(deps, outcomes, lookAgainOf);

  return {
    name: 'ingest.vision',
    isFatal: isBeyondRepair,
    depth: queue.depth,
    oldestWaitMs() {
      const atMs = accepted.values().next().value;
      return atMs === undefined ? 0 : deps.monotonicMs() - atMs;
    },
    offer(frame, lookAgain = () => {}) {
      meter.captured(nowMs() - frame.atMs);
      const hasRoom = queue.offer(frame);
      if (hasRoom) {
        outcomes.set(frame, Promise.withResolvers());
        accepted.set(frame, deps.monotonicMs());
        lookAgainOf.set(frame, lookAgain);
      } else {
        meter.dropped();
        tellRoom = lookAgain;
      }
      return hasRoom;
    },
    whenStored: async (frame) => outcomes.get(frame)?.promise,
    async run(signal) {
      for (;;) {
        const frame = await queue.take(signal);
        if (!frame) break;
        tellRoom?.();
        tellRoom = undefined;
        try {
          await writeIfAllowed(frame, await readText(frame, signal), signal);
        } catch (error) {
          // At shutdown it is counted, and the frames that wait are still written.
          if (!signal.aborted) throw error;
        } finally {
          accepted.delete(frame);
        }
      }
      accepted.clear();
      await writeAll(queue.drain(), signal);
    },
  };
}

/** Writes frames that may be kept. */
function frameWriter(
  deps: VisionDeps,
  outcomes: WeakMap<CapturedFrame, PromiseWithResolvers<number | undefined>>,
  lookAgainOf: WeakMap<CapturedFrame, () => void>,
) {
  const { media, store, meter, nowMs, lock } = deps;
  async function write(frame: CapturedFrame, read: Read | undefined): Promise<number> {
    const text = frameText(frame, read);
    const isPictureKept = deps.keepsPictures?.() ?? true;
    const jpeg = isPictureKept && (await encodeJpeg(frame.pixels, deps.pictureQuality?.()));
    // Encoding has given them back otherwise.
    if (!jpeg) returnPixels(frame.pixels.data);
    const fromMs = performance.now();
    const deviceName = `monitor_${frame.monitor.id}`;
    const snapshotPath = jpeg ? await media.keepJpeg(jpeg, frame.atMs, deviceName) : undefined;
    try {
      const row = toRow(frame, text, { deviceName, snapshotPath, read });
      const { frames } = await store.content.add({ frames: [row] });
      meter.written(performance.now() - fromMs, nowMs() - frame.atMs);
      return frames[0] as number;
    } catch (error) {
      if (snapshotPath !== undefined) await media.discard(snapshotPath);
      throw error;
    }
  }

  function isLeftOut(frame: CapturedFrame, read: Read | undefined): boolean {
    const browserUrl = addressOf(frame, read);
    const { window } = frame;
    if (window === undefined || browserUrl === undefined) return false;
    const reason = deps.exclusions.reasonFor({ ...window, browserUrl });
    return reason === 'own_page' || reason === 'url';
  }

  /** A frame of a locked screen or of a page that is left out is forgotten; it counts as one that was never kept. */
  async function writeIfAllowed(
    frame: CapturedFrame,
    read: Read | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    await lock.settled(frame.atMs, signal);
    const isLocked = lock.isSuspect(frame.atMs);
    if (!isLocked && !isLeftOut(frame, read)) return writeOrCount(frame, read);
    meter.skipped();
    returnPixels(frame.pixels.data);
    outcomes.get(frame)?.resolve(undefined);
    // A page that is left out stays the last picture: what shows the same is not looked at again.
    if (isLocked) lookAgainOf.get(frame)?.();
  }

  /** A frame that cannot be stored is lost, so it counts as dropped; the supervisor reports the reason. */
  async function writeOrCount(frame: CapturedFrame, read: Read | undefined): Promise<void> {
    const outcome = outcomes.get(frame);
    try {
      outcome?.resolve(await write(frame, read));
    } catch (error) {
      meter.dropped();
      meter.failed(faultOf(error, nowMs()));
      outcome?.resolve(undefined);
      lookAgainOf.get(frame)?.();
      throw error;
    }
  }

  /** At shutdown. A frame that fails is counted, and the frames behind it are still written. */
  async function writeAll(frames: readonly CapturedFrame[], signal: AbortSignal): Promise<void> {
    const failures: unknown[] = [];
    for (const frame of frames)
      await writeIfAllowed(frame, undefined, signal).catch((error: unknown) =>
        failures.push(error),
      );
    if (failures.length > 0) throw failures[0];
  }

  return { writeIfAllowed, writeAll };
}

/** Reads the text of a frame. */
function textReader(deps: VisionDeps, log: Log, meter: VisionDeps['meter']) {
  return async (frame: CapturedFrame, signal: AbortSignal): Promise<Read | undefined> => {
    const ocr = await deps.ocr();
    if (!ocr) return undefined;
    const { width, height, format, data } = frame.pixels;
    const fromMs = performance.now();
    const image = {
      width,
      height,
      format,
      pixels: data,
      monitor: frame.monitor.name,
      known: knownTexts(frame),
    } as const;
    try {
      const result = await ocr.read(image, signal);
      return { ...result, engine: ocr.stats().engine };
    } catch (err) {
      // The picture is worth keeping without its words, also when the service stops: they can be read again later.
      if (!signal.aborted) log.warn({ err }, 'the text of a frame could not be read');
      return undefined;
    } finally {
      meter.read(performance.now() - fromMs);
      const { reads, lineHits, lineMisses, failures, crashes } = ocr.stats();
      const lines = { hits: lineHits, misses: lineMisses };
      meter.ocrFigures({ completed: reads, failures, restarts: crashes, ...lines });
    }
  };
}

function addressOf(frame: CapturedFrame, read: Read | undefined): string | undefined {
  const { window, accessibility } = frame;
  const toldUrl = accessibility?.browserUrl ?? window?.browserUrl;
  return toldUrl ?? addressOnPicture(window, read?.lines ?? []);
}

function toRow(
  frame: CapturedFrame,
  text: ReturnType<typeof frameText>,
  kept: { deviceName: string; snapshotPath: string | undefined; read: Read | undefined },
): NewFrame {
  const { window } = frame;
  return {
    atMs: frame.atMs,
    deviceName: kept.deviceName,
    appName: window?.app,
    windowName: window?.title,
    browserUrl: addressOf(frame, kept.read),
    focused: frame.isFocused,
    captureTrigger: frame.trigger,
    textSource: text.source,
    snapshotPath: kept.snapshotPath,
    pictureGone: kept.snapshotPath === undefined ? 'off' : undefined,
    width: frame.pixels.width,
    height: frame.pixels.height,
    text: text.text,
    ocrEngine: text.boxes.length > 0 ? kept.read?.engine : undefined,
    boxes: text.boxes,
    elements: text.elements,
  };
}
