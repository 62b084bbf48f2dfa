/**
 * The screen side as a whole: opens the desktop, records it, and opens it again when it went away. Frames
 * go to `vision.ts`, events to `input.ts`. It can be stopped and started while the service runs.
 */

import type { Exclusions } from '#capture/exclusions/exclusions.ts';
import type { ScreenLock } from '#capture/exclusions/screen-lock.ts';
import type { InputSettings } from '#capture/input/activity.ts';
import { type InputKind, recordedKinds } from '#capture/input/recorded-kinds.ts';
import type { Look } from '#capture/recorder/monitor-looks.ts';
import { closeSources, makeRecorder, type Recorder } from '#capture/recorder/recorder.ts';
import type { Asks, OpenedDesktop } from '#capture/source.ts';
import type { Pace } from '#capture/triggers/triggers.ts';
import { orAborted } from '#core/abort.ts';
import type { Clock } from '#core/clock.ts';
import { serviceError } from '#core/errors.ts';
import { faultOf } from '#core/fault.ts';
import type { Log } from '#core/log/log.ts';
import type { Monitor } from '#core/observation.ts';
import type { Service, Supervised, Supervisor } from '#core/service.ts';
import type { InputIngest } from '../input.ts';
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

interface ScreenSideDeps {
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
}

interface ScreenState {
  status: VisionStatus;
  recorder: Recorder | undefined;
  recording: Supervised | undefined;
  isWanted: boolean;
  isPaused: boolean;
  /** A person has asked for capture since the desktop was last opened. */
  isAskedFor: boolean;
  watch: DesktopWatch | undefined;
  /** Undefined when it is known whether the desktop can be opened. */
  startingSinceMs: number | undefined;
  kinds: readonly InputKind[];
}

export function screenSide(deps: ScreenSideDeps): ScreenSide {
  const { vision, lock, meter, clock, supervisor } = deps;
  let settling = Promise.resolve();
  const state: ScreenState = {
    status: { kind: 'no_monitors', message: 'capture has not started yet' },
    recorder: undefined,
    recording: undefined,
    isWanted: false,
    isPaused: false,
    isAskedFor: false,
    watch: undefined,
    startingSinceMs: undefined,
    kinds: [],
  };
  const ingests = [vision, deps.input].map(supervisor.supervise);
  const service = desktopRecording(state, deps);

  /** One change after the other: what is started again must find the desktop let go. */
  function settle(): Promise<void> {
    const isWantedNow = state.isWanted && !state.isPaused;
    if (!isWantedNow) state.startingSinceMs = undefined;
    else if (!state.recording) state.startingSinceMs ??= clock.monotonicMs();
    settling = settling.then(change, change);
    return settling;
  }

  async function change(): Promise<void> {
    if (state.isWanted && !state.isPaused) {
      if (state.recording) return;
      state.status = OPENING;
      state.startingSinceMs ??= clock.monotonicMs();
      state.recording = supervisor.supervise(service);
      return;
    }
    const ending = state.recording;
    state.recording = undefined;
    await ending?.stop();
    state.status = { kind: 'no_monitors', message: state.isWanted ? PAUSED : STOPPED };
  }

  function stop(): Promise<void> {
    state.isWanted = false;
    return settle();
  }

  function isStarting(): boolean {
    return (
      state.startingSinceMs !== undefined &&
      clock.monotonicMs() - state.startingSinceMs < OPEN_WITHIN_MS
    );
  }

  function currentStatus(): VisionStatus {
    if (state.startingSinceMs !== undefined) return isStarting() ? OPENING : NOT_OPENED;
    if (state.status.kind === 'ok' && state.watch?.isFrozen()) return FROZEN;
    if (state.status.kind !== 'ok' || state.recorder === undefined) return state.status;
    const notes = [...notesAbout(state.recorder), state.status.note].filter(Boolean);
    return notes.length > 0 ? { ...state.status, note: notes.join(' ') } : state.status;
  }

  return {
    status: currentStatus,
    activity: () => ({
      isStarting: isStarting(),
      aliveAtMs: state.watch?.aliveAtMs(),
      isLocked: lock.isLocked(),
      idleSinceMs: state.watch?.idleSinceMs(),
      isDark: state.watch?.isDark() ?? false,
      isExcluded: state.watch?.isExcluded() ?? false,
      input: {
        isHeard: state.kinds.length > 0,
        lastWriteAtMs: deps.input.lastWriteAtMs(),
        dropped: deps.input.dropped(),
        lastFault: deps.input.lastFault(),
      },
    }),
    inputKinds: () => state.kinds,
    idleSinceMs: () => state.watch?.idleSinceMs(),
    metrics: () => meter.snapshot(vision.depth(), vision.oldestWaitMs()),
    isRunning: () => state.isWanted && !state.isPaused,
    start() {
      state.isWanted = true;
      state.isAskedFor = true;
      void settle();
    },
    stop,
    setPaused(paused) {
      state.isPaused = paused;
      return settle();
    },
    async captureNow(signal) {
      if (!state.recorder)
        throw serviceError('NOT_CAPTURING', {
          reason: state.status.kind === 'ok' ? 'it is starting' : state.status.message,
        });
      const looks = await orAborted(state.recorder.captureNow(), signal);
      if (lock.isLocked()) throw serviceError('NOT_CAPTURING', { reason: 'it is locked' });
      if (looks.length > 0 && looks.every(({ kind }) => kind === 'failed')) {
        throw serviceError('NOT_CAPTURING', { reason: 'no monitor gives a picture now' });
      }
      const ids = looks.map((look) =>
        look.kind === 'frame' ? vision.whenStored(look.frame) : undefined,
      );
      const stored = await orAborted(Promise.all(ids), signal);
      return stored.filter((id) => id !== undefined);
    },
    async close() {
      await stop();
      for (const ingest of ingests) await ingest.stop();
    },
  };
}

/** The service that opens the desktop and records it until it ends. */
function desktopRecording(state: ScreenState, deps: ScreenSideDeps) {
  const { lock, clock, vision, meter } = deps;
  async function record(opened: Extract<OpenedDesktop, { kind: 'open' }>, signal: AbortSignal) {
    const { sources, note } = opened;
    lock.watch(sources.liveness);
    const watching = desktopWatch(sources, lock, clock);
    const tell = (monitors: readonly Monitor[]) => {
      watching.setMonitors(monitors);
      state.startingSinceMs = undefined;
      state.status =
        monitors.length > 0
          ? { kind: 'ok', monitors, source: sources.screen.name, ...(note ? { note } : {}) }
          : { kind: 'no_monitors', message: 'no monitor is switched on' };
    };
    state.recorder = makeRecorder({
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
    state.watch = watching;
    state.kinds = recordedKinds(sources, deps.inputSettings);
    const over = new AbortController();
    void watching.run(over.signal);
    try {
      await state.recorder.run(signal);
    } finally {
      over.abort();
      lock.watch(undefined);
      state.watch = undefined;
      state.recorder = undefined;
      state.kinds = [];
    }
  }

  async function openAndRecord(signal: AbortSignal): Promise<void> {
    const asks: Asks = state.isAskedFor ? 'person' : 'service';
    state.isAskedFor = false;
    const opening = deps.openDesktop(() => clock.now(), asks);
    const opened = await orAborted(opening, signal).catch((error: unknown) => {
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
      state.status = { kind, message: opened.message };
      state.startingSinceMs = undefined;
      await clock.sleep(LOOK_AGAIN_MS, signal);
    }
  }

  const service: Service = {
    name: 'capture.screen',
    async run(signal) {
      try {
        while (!signal.aborted) await openAndRecord(signal);
      } catch (error) {
        state.status = { kind: 'error', message: faultOf(error, clock.now()).message };
        state.startingSinceMs = undefined;
        throw error;
      }
    },
  };

  return service;
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
