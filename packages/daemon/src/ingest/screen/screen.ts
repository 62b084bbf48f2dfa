/**
 * The screen side as a whole: opens the desktop, records it, and opens it again when it went away. Frames
 * go to `vision.ts`, events to `input.ts`. It can be stopped and started while the service runs.
 */
import type { Exclusions } from '#capture/exclusions/exclusions.ts';
import type { ScreenLock } from '#capture/exclusions/screen-lock.ts';
import type { InputSettings } from '#capture/input/activity.ts';
import { type InputKind, recordedKinds } from '#capture/input/recorded-kinds.ts';
import {
  closeSources,
  type Look,
  makeRecorder,
  type Recorder,
} from '#capture/recorder/recorder.ts';
import type { Asks, OpenedDesktop } from '#capture/source.ts';
import type { Pace } from '#capture/triggers/triggers.ts';
import type { Clock } from '#core/clock.ts';
import { faultOf } from '#core/fault.ts';
import type { Log } from '#core/log/log.ts';
import type { Monitor } from '#core/observation.ts';
import type { Service, Supervised, Supervisor } from '#core/service.ts';
import type { InputIngest } from '../input.ts';
import { NotCapturingError } from './absent-vision.ts';
import { type DesktopWatch, desktopWatch } from './desktop-watch.ts';
import type { VisionIngest } from './vision.ts';
import type { DesktopActivity, VisionControl, VisionStatus } from './vision-control.ts';
import type { VisionMeter } from './vision-metrics.ts';

/** A display that is not there may come: a session that starts later, a permission that is given. */
const LOOK_AGAIN_MS = 5_000;

/** Connecting takes milliseconds, on a busy machine seconds. */
const OPEN_WITHIN_MS = 15_000;

const STOPPED = 'capture is stopped; POST /vision/start starts it';
const PAUSED = 'capture is paused; POST /capture/resume goes on';
const OPENING: VisionStatus = { kind: 'no_monitors', message: 'the desktop is being opened' };
const NOT_OPENED: VisionStatus = {
  kind: 'error',
  message: 'the desktop does not answer: it could not be opened',
};
const FROZEN: VisionStatus = {
  kind: 'error',
  message: 'the display does not answer any more: it is frozen',
};

export interface ScreenSide extends VisionControl {
  activity(): DesktopActivity;
  /** Ends recording, then stores what was captured. */
  close(): Promise<void>;
}

export function screenSide(deps: {
  openDesktop: (now: () => number, asks: Asks) => Promise<OpenedDesktop>;
  exclusions: Exclusions;
  lock: ScreenLock;
  inputSettings: InputSettings;
  vision: VisionIngest;
  input: InputIngest;
  meter: VisionMeter;
  /** As those of the recorder. */
  pace?: () => Pace;
  onHeld?: () => void;
  supervisor: Supervisor;
  clock: Clock;
  log: Log;
}): ScreenSide {
  const { vision, lock, meter, clock, supervisor } = deps;
  let status: VisionStatus = { kind: 'no_monitors', message: 'capture has not started yet' };
  let recorder: Recorder | undefined;
  let recording: Supervised | undefined;
  let isWanted = false;
  let isPaused = false;
  /** A person has asked for capture since the desktop was last opened. */
  let isAskedFor = false;
  let settling = Promise.resolve();
  let watch: DesktopWatch | undefined;
  /** Undefined when it is known whether the desktop can be opened. */
  let startingSinceMs: number | undefined;
  let kinds: readonly InputKind[] = [];
  const ingests = [vision, deps.input].map(supervisor.supervise);

  async function record(opened: Extract<OpenedDesktop, { kind: 'open' }>, signal: AbortSignal) {
    const { sources, note } = opened;
    lock.watch(sources.liveness);
    const watching = desktopWatch(sources, lock, clock);
    const tell = (monitors: readonly Monitor[]) => {
      watching.setMonitors(monitors);
      startingSinceMs = undefined;
      status =
        monitors.length > 0
          ? { kind: 'ok', monitors, source: sources.screen.name, ...(note ? { note } : {}) }
          : { kind: 'no_monitors', message: 'no monitor is switched on' };
    };
    recorder = makeRecorder({
      sources,
      exclusions: deps.exclusions,
      lock,
      input: deps.inputSettings,
      clock,
      pace: deps.pace,
      onHeld: deps.onHeld,
      offer: vision.offer,
      onEvent: deps.input.offer,
      onMonitors: tell,
      onLook(look, monitor) {
        count(look, meter);
        watching.looked(look, monitor);
      },
    });
    watch = watching;
    kinds = recordedKinds(sources, deps.inputSettings);
    const over = new AbortController();
    void watching.run(over.signal);
    try {
      await recorder.run(signal);
    } finally {
      over.abort();
      lock.watch(undefined);
      watch = undefined;
      recorder = undefined;
      kinds = [];
    }
  }

  async function openAndRecord(signal: AbortSignal): Promise<void> {
    const asks: Asks = isAskedFor ? 'person' : 'service';
    isAskedFor = false;
    const opening = deps.openDesktop(() => clock.now(), asks);
    const opened = await orAbort(opening, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      // A frozen display may take for ever to open; what opens when nobody wants it any more is let go.
      opening.then(letGo, () => undefined);
      return undefined;
    });
    if (!opened) return;
    if (opened.kind === 'open') {
      await record(opened, signal);
    } else {
      const kind = opened.kind === 'unavailable' ? 'no_monitors' : opened.kind;
      status = { kind, message: opened.message };
      startingSinceMs = undefined;
      await clock.sleep(LOOK_AGAIN_MS, signal);
    }
  }

  const service: Service = {
    name: 'capture.screen',
    async run(signal) {
      try {
        while (!signal.aborted) await openAndRecord(signal);
      } catch (error) {
        status = { kind: 'error', message: faultOf(error, clock.now()).message };
        startingSinceMs = undefined;
        throw error;
      }
    },
  };

  /** One change after the other: what is started again must find the desktop let go. */
  function settle(): Promise<void> {
    const isWantedNow = isWanted && !isPaused;
    if (!isWantedNow) startingSinceMs = undefined;
    else if (!recording) startingSinceMs ??= clock.monotonicMs();
    settling = settling.then(change, change);
    return settling;
  }

  async function change(): Promise<void> {
    if (isWanted && !isPaused) {
      if (recording) return;
      status = OPENING;
      startingSinceMs ??= clock.monotonicMs();
      recording = supervisor.supervise(service);
      return;
    }
    const ending = recording;
    recording = undefined;
    await ending?.stop();
    status = { kind: 'no_monitors', message: isWanted ? PAUSED : STOPPED };
  }

  function stop(): Promise<void> {
    isWanted = false;
    return settle();
  }

  function isStarting(): boolean {
    return startingSinceMs !== undefined && clock.monotonicMs() - startingSinceMs < OPEN_WITHIN_MS;
  }

  function currentStatus(): VisionStatus {
    if (startingSinceMs !== undefined) return isStarting() ? OPENING : NOT_OPENED;
    if (status.kind === 'ok' && watch?.isFrozen()) return FROZEN;
    if (status.kind !== 'ok' || recorder === undefined) return status;
    const notes = [...notesAbout(recorder), status.note].filter(Boolean);
    return notes.length > 0 ? { ...status, note: notes.join(' ') } : status;
  }

  return {
    status: currentStatus,
    activity: () => ({
      isStarting: isStarting(),
      aliveAtMs: watch?.aliveAtMs(),
      isLocked: lock.isLocked(),
      idleSinceMs: watch?.idleSinceMs(),
      isDark: watch?.isDark() ?? false,
      isExcluded: watch?.isExcluded() ?? false,
      input: {
        isHeard: kinds.length > 0,
        lastWriteAtMs: deps.input.lastWriteAtMs(),
        dropped: deps.input.dropped(),
        lastFault: deps.input.lastFault(),
      },
    }),
    inputKinds: () => kinds,
    idleSinceMs: () => watch?.idleSinceMs(),
    metrics: () => meter.snapshot(vision.depth(), vision.oldestWaitMs()),
    isRunning: () => isWanted && !isPaused,
    start() {
      isWanted = true;
      isAskedFor = true;
      void settle();
    },
    stop,
    setPaused(paused) {
      isPaused = paused;
      return settle();
    },
    async captureNow(signal) {
      if (!recorder)
        throw new NotCapturingError(status.kind === 'ok' ? 'it is starting' : status.message);
      const looks = await orAbort(recorder.captureNow(), signal);
      if (lock.isLocked()) throw new NotCapturingError('it is locked');
      if (looks.length > 0 && looks.every(({ kind }) => kind === 'failed')) {
        throw new NotCapturingError('no monitor gives a picture now');
      }
      const ids = looks.map((look) =>
        look.kind === 'frame' ? vision.whenStored(look.frame) : undefined,
      );
      const stored = await orAbort(Promise.all(ids), signal);
      return stored.filter((id) => id !== undefined);
    },
    async close() {
      await stop();
      for (const ingest of ingests) await ingest.stop();
    },
  };
}

function notesAbout(recorder: Recorder): string[] {
  const [silent, unheard] = [recorder.silentApps(), recorder.unheardApps()];
  const notes = [...recorder.refusals(), ...(silent.length > 0 ? [noteAbout(silent)] : [])];
  if (unheard.length > 0) {
    notes.push(
      `No answer comes from ${unheard.join(' and ')}, so a window of theirs that you exclude by its title cannot be kept out. Close them if they hang.`,
    );
  }
  return notes;
}

function noteAbout(silentApps: readonly string[]): string {
  const names = silentApps.join(' and ');
  return silentApps.length === 1
    ? `${names} is left out, because it does not say whether its windows are private or which pages they show. Close all of them and start it again; if that does not help, install at-spi2-core.`
    : `${names} are left out, because they do not say whether their windows are private or which pages they show. Close all of them and start them again; if that does not help, install at-spi2-core.`;
}

function count(look: Look, meter: VisionMeter): void {
  meter.attempted();
  if (look.kind !== 'frame') meter.skipped();
}

function letGo(opened: OpenedDesktop): void {
  if (opened.kind === 'open') closeSources(opened.sources);
}

async function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
