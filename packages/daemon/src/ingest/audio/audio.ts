/**
 * The audio side as a whole: devices → ears → scribe → store. It can be stopped and started while the service runs, as a whole and by
 * device. What was said when it stops is on the disk; its text comes when it runs again.
 */
import { type AudioDevices, findAudioDevice } from '#capture/audio/audio-devices.ts';
import {
  type AudioRecorder,
  audioRecorder,
  type DeviceState,
} from '#capture/audio/audio-recorder.ts';
import type { AudioDevice, OpenedAudio } from '#capture/audio/audio-source.ts';
import type { Clock } from '#core/clock.ts';
import { faultOf } from '#core/fault.ts';
import type { Log } from '#core/log/log.ts';
import type { Supervised, Supervisor } from '#core/service.ts';
import type { VoiceDetector } from '#extract/vad/engine.ts';
import type { AudioMedia } from '#store/media/audio/audio-media.ts';
import type { Store } from '#store/store.ts';
import type { AudioControl, AudioDeviceState } from '../audio-control.ts';
import type { AudioMeter } from '../audio-metrics.ts';
import { type Ear, type Heard, openEar } from './ear.ts';
import type { Echoes } from './echoes.ts';
import type { Scribe } from './scribe.ts';
import type { Backlog } from './waiting/backlog.ts';

const STATES: Readonly<
  Record<DeviceState, Pick<AudioDeviceState, 'state' | 'detail' | 'isThere'>>
> = {
  running: { state: 'recording', detail: undefined, isThere: true },
  starting: { state: 'recording', detail: undefined, isThere: true },
  stopped: { state: 'stopped', detail: undefined, isThere: true },
  timed_out: { state: 'waiting', detail: 'it delivers no sound', isThere: true },
  broken: { state: 'waiting', detail: 'its stream broke', isThere: true },
  vanished: { state: 'waiting', detail: 'it is not there', isThere: false },
};

const PAUSED = { state: 'stopped', detail: 'capture is paused', isThere: true } as const;

/** What is not on the disk by then is in the spool, and found at the next start. */
const KEEP_WITHIN_MS = 2_000;

/** One stream of a device, with a new device object, by which the echoes distinguish streams. */
interface Stream {
  readonly device: AudioDevice;
  readonly ear: Ear;
  readonly keeping: Set<Promise<void>>;
}

export interface AudioSide extends AudioControl {
  /** Begins to listen, if that was not turned off before. Does not wait for devices or models. */
  open(): void;
  /** Ends listening and keeps what was heard. */
  close(): Promise<void>;
}

interface AudioSideDeps {
  openSource: (nowMs: () => number) => OpenedAudio;
  requested: AudioDevices;
  makeDetector: () => VoiceDetector;
  store: Pick<Store, 'audio'>;
  media: AudioMedia;
  echoes: Echoes;
  scribe: Scribe;
  backlog: Backlog;
  meter: AudioMeter;
  supervisor: Supervisor;
  clock: Clock;
  log: Log;
}

interface AudioSideState {
  isPaused: boolean;
  listening: Supervised | undefined;
  writing: Supervised | undefined;
  recovering: Promise<void> | undefined;
}

export function audioSide(deps: AudioSideDeps): AudioSide {
  const { requested, media, echoes, meter, clock } = deps;
  const log = deps.log.child({ part: 'ingest.audio' });
  const underWay = new Set<Promise<unknown>>();
  const stopping = new AbortController();
  const { provisionally, endProvisionals, makeWay } = provisionalTexts(deps, stopping, log);
  const { streams, streamOf, end } = deviceStreams({
    makeWay,
    fault,
    follow,
    deps,
    provisionally,
    log,
  });

  function fault(err: unknown): void {
    meter.notKept(faultOf(err, clock.now()));
    log.warn({ err }, 'a piece of sound could not be kept');
  }
  function follow(work: Promise<unknown>): void {
    const watched = work.catch(fault).finally(() => underWay.delete(watched));
    underWay.add(watched);
  }

  const recorder: AudioRecorder = audioRecorder({
    open: deps.openSource,
    requested,
    clock,
    log: deps.log,
    listeners: {
      onBlock(device, block) {
        const stream = streamOf(device);
        echoes.hear(stream.device, block);
        stream.ear.hear(block);
      },
      onStreamEnd(device) {
        const stream = streams.get(device.id);
        streams.delete(device.id);
        if (stream) follow(end(stream));
      },
    },
  });
  const recover = recovery(media, deps, log);

  async function allKept(): Promise<void> {
    // Ears that end bring further pieces.
    while (underWay.size > 0) await Promise.all([...underWay]);
  }
  const state: AudioSideState = {
    isPaused: false,
    listening: undefined,
    writing: undefined,
    recovering: undefined,
  };

  return {
    ...lifeCalls({ state, recover, fault, stopping, deps, recorder, endProvisionals, allKept }),
    ...reportCalls(deps, recorder, state),
    // What is off only because nobody knows what was wished should run, and health says why it does not.
    isRunning: () => !state.isPaused && (requested.isOn() || requested.trouble() !== undefined),
    async start() {
      requested.setOn(true);
    },
    async stop() {
      endProvisionals();
      try {
        requested.setOn(false);
      } finally {
        await allKept();
      }
    },
    async setPaused(paused) {
      state.isPaused = paused;
      if (paused) endProvisionals();
      requested.hold(paused);
      if (paused) await allKept();
    },
    async startDevice(name) {
      requested.start(findAudioDevice(recorder.devices(), name));
    },
    async stopDevice(name) {
      const device = findAudioDevice([...recorder.known(), ...requested.named()], name);
      endProvisionals();
      try {
        requested.stop(device);
      } finally {
        await allKept();
      }
    },
  };
}

/** Stores what a killed process had recorded. */
function recovery(media: AudioSideDeps['media'], deps: AudioSideDeps, log: Log) {
  /** What a killed process had recorded and not yet stored. */
  async function recover(): Promise<void> {
    const { kept, broken, failed } = await media.recover();
    for (const recording of kept) {
      await deps.store.audio.addSegment({ ...recording, atMs: Math.round(recording.atMs) });
      await media.release(recording);
    }
    if (failed > 0) log.warn({ count: failed }, 'recordings are left for the next start');
    if (broken > 0) log.warn({ count: broken }, 'recordings that were broken off had no sound');
  }

  return recover;
}

function reportCalls(
  deps: AudioSideDeps,
  recorder: AudioRecorder,
  state: AudioSideState,
): Pick<AudioSide, 'status' | 'listDevices' | 'metrics'> {
  const { requested, backlog, meter } = deps;
  return {
    status() {
      const unavailable = requested.trouble() ?? recorder.status().unavailable;
      if (unavailable !== undefined) return { kind: 'unavailable', message: unavailable };
      const trouble = backlog.trouble();
      return trouble === undefined ? { kind: 'ok' } : { kind: 'untranscribed', message: trouble };
    },
    listDevices: () =>
      recorder.status().devices.map((device) => ({
        name: device.name,
        kind: device.kind ?? (device.name.endsWith('(output)') ? 'output' : 'input'),
        isDefault: device.isDefault,
        // What was heard before it was opened again says nothing about now.
        lastHeardAtMs: device.state === 'starting' ? undefined : device.lastBlockAtMs,
        ...(state.isPaused ? PAUSED : STATES[device.state]),
      })),
    metrics: () => ({
      ...meter.snapshot(backlog.waiting()),
      streamTimeouts: recorder.status().streamTimeouts,
      stuckSinceMs: backlog.stuckSinceMs(),
    }),
  };
}

function lifeCalls(parts: {
  state: AudioSideState;
  recover: () => Promise<void>;
  fault: (err: unknown) => void;
  stopping: AbortController;
  deps: AudioSideDeps;
  recorder: AudioRecorder;
  endProvisionals: ReturnType<typeof provisionalTexts>['endProvisionals'];
  allKept: () => Promise<void>;
}): Pick<AudioSide, 'open' | 'close'> {
  const { state, recover, fault, stopping, deps, recorder, endProvisionals, allKept } = parts;
  const { backlog, clock } = deps;
  return {
    open() {
      state.recovering = recover()
        .catch(fault)
        .then(() => {
          if (!stopping.signal.aborted) state.writing = deps.supervisor.supervise(backlog);
        });
      state.listening = deps.supervisor.supervise(recorder);
    },
    async close() {
      endProvisionals();
      await state.listening?.stop();
      const kept = new AbortController();
      const all = Promise.all([state.recovering, allKept()]);
      await Promise.race([all, clock.sleep(KEEP_WITHIN_MS, kept.signal)]);
      kept.abort();
      stopping.abort();
      await state.writing?.stop();
    },
  };
}

/** One audio stream per device. */
function deviceStreams(parts: {
  makeWay: ReturnType<typeof provisionalTexts>['makeWay'];
  fault: (err: unknown) => void;
  follow: (work: Promise<unknown>) => void;
  deps: AudioSideDeps;
  provisionally: ReturnType<typeof provisionalTexts>['provisionally'];
  log: Log;
}) {
  const { makeWay, fault, follow, deps, provisionally, log } = parts;
  const { scribe, backlog, meter, media, echoes } = deps;
  const streams = new Map<string, Stream>();

  function finish(heard: Heard, keeping: Set<Promise<void>>): void {
    makeWay(heard);
    const work = scribe.keep(heard, backlog.offer).then((job) => {
      // Of an echo nothing is kept.
      if (job) meter.kept();
    }, fault);
    keeping.add(work);
    follow(work.finally(() => keeping.delete(work)));
  }

  function streamOf(opened: AudioDevice): Stream {
    const known = streams.get(opened.id);
    if (known) return known;
    const device = { ...opened };
    const keeping = new Set<Promise<void>>();
    const ear = openEar({
      device,
      detector: deps.makeDetector(),
      media,
      meter,
      onFrame: (frame) => echoes.judged(device, frame),
      onProvisional: (heard) => void provisionally(heard),
      onFinal: (heard) => finish(heard, keeping),
      onFault: fault,
      onDetectorFault: (err) =>
        log.warn({ err, device: device.name }, 'voice detection failed, loudness decides'),
    });
    const stream = { device, ear, keeping };
    streams.set(device.id, stream);
    return stream;
  }

  /** The echoes of its last words are judged before its pairs go. */
  async function end({ device, ear, keeping }: Stream): Promise<void> {
    echoes.detach(device);
    try {
      await ear.end();
      await Promise.all(keeping);
    } finally {
      echoes.ended(device);
    }
  }

  return { streams, streamOf, end };
}

/** Transcribes a recording that still grows, as long as nothing else is to be done. */
function provisionalTexts(deps: AudioSideDeps, stopping: AbortController, log: Log) {
  const { backlog, scribe } = deps;
  /** What a provisional text is being made of. */
  let guessed: Heard | undefined;
  let provisional = new AbortController();

  /** Only when nothing else is to be done: the final text must not wait for it. */
  async function provisionally(heard: Heard): Promise<void> {
    if (guessed || !backlog.isIdle()) return;
    guessed = heard;
    try {
      const signal = AbortSignal.any([provisional.signal, stopping.signal]);
      await scribe.writeProvisionally(heard, signal);
    } catch (err) {
      // The final text is made from the same sound, and its failure is reported.
      log.debug({ err }, 'no provisional text');
    } finally {
      guessed = undefined;
    }
  }

  /** Recognition may take minutes; the final text is made anyway. */
  function endProvisionals(): void {
    provisional.abort();
    provisional = new AbortController();
  }

  /** A final text waits for no provisional one, unless that is of the same sound: then it serves both. */
  function makeWay({ draft, segment }: Heard): void {
    const isSame = guessed?.draft === draft && guessed.segment.endAtMs === segment.endAtMs;
    if (guessed && !isSame) endProvisionals();
  }

  return { provisionally, endProvisionals, makeWay };
}
