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
import type { Log } from '#core/log.ts';
import { supervise } from '#core/service.ts';
import type { VoiceDetector } from '#extract/vad/engine.ts';
import type { AudioMedia } from '#store/media/audio/audio-media.ts';
import type { Store } from '#store/store.ts';
import type { AudioControl, AudioDeviceState } from '../audio-control.ts';
import type { AudioMeter } from '../audio-metrics.ts';
import type { Backlog } from './backlog.ts';
import { type Ear, type Heard, openEar } from './ear.ts';
import type { Echoes } from './echoes.ts';
import type { Scribe } from './scribe.ts';

const STATES: Readonly<Record<DeviceState, Pick<AudioDeviceState, 'state' | 'detail'>>> = {
  running: { state: 'recording', detail: undefined },
  starting: { state: 'recording', detail: undefined },
  stopped: { state: 'stopped', detail: undefined },
  timed_out: { state: 'waiting', detail: 'it delivers no sound' },
  broken: { state: 'waiting', detail: 'its stream broke' },
  vanished: { state: 'waiting', detail: 'it is not there' },
};

export interface AudioSide extends AudioControl {
  /** Begins to listen, if that was not turned off before. Does not wait for devices or models. */
  open(): void;
  /** Ends listening and keeps what was heard. */
  close(): Promise<void>;
}

export function audioSide(deps: {
  openSource: (nowMs: () => number) => OpenedAudio;
  wishes: AudioDevices;
  makeDetector: () => VoiceDetector;
  store: Pick<Store, 'addSegment'>;
  media: AudioMedia;
  echoes: Echoes;
  scribe: Scribe;
  backlog: Backlog;
  meter: AudioMeter;
  clock: Clock;
  log: Log;
}): AudioSide {
  const { wishes, media, echoes, scribe, backlog, meter, clock } = deps;
  const log = deps.log.child({ part: 'ingest.audio' });
  const ears = new Map<string, Ear>();
  const underWay = new Set<Promise<unknown>>();
  const stopping = new AbortController();
  let isWritingProvisionally = false;

  function fault(err: unknown): void {
    meter.count('processErrors');
    log.warn({ err }, 'a piece of sound could not be kept');
  }
  function follow(work: Promise<unknown>): void {
    const watched = work.catch(fault).finally(() => underWay.delete(watched));
    underWay.add(watched);
  }

  /** Only when nothing else is to be done: the final text must not wait for it. */
  async function provisionally(heard: Heard): Promise<void> {
    if (isWritingProvisionally || !backlog.isIdle()) return;
    isWritingProvisionally = true;
    try {
      await scribe.writeProvisionally(heard, stopping.signal);
    } catch (err) {
      // The final text is made from the same sound, and its failure is told.
      log.debug({ err }, 'no provisional text');
    } finally {
      isWritingProvisionally = false;
    }
  }

  async function finish(heard: Heard): Promise<void> {
    const job = await scribe.keep(heard);
    if (job) await backlog.offer(job);
  }

  function earOf(device: AudioDevice): Ear {
    const known = ears.get(device.id);
    if (known) return known;
    const ear = openEar({
      device,
      detector: deps.makeDetector(),
      media,
      meter,
      onFrame: (frame) => echoes.judged(device, frame),
      onProvisional: (heard) => follow(provisionally(heard)),
      onFinal: (heard) => follow(finish(heard)),
      onFault: fault,
    });
    ears.set(device.id, ear);
    return ear;
  }

  const recorder: AudioRecorder = audioRecorder({
    open: deps.openSource,
    wishes,
    clock,
    log: deps.log,
    listeners: {
      onBlock(device, block) {
        echoes.hear(device, block);
        earOf(device).hear(block);
      },
      onStreamEnd(device) {
        const ear = ears.get(device.id);
        ears.delete(device.id);
        if (ear) follow(ear.end());
        echoes.gone(device);
      },
    },
  });

  /** What a killed process had recorded and not yet stored. */
  async function recover(): Promise<void> {
    const { kept, broken } = await media.recover();
    for (const recording of kept) {
      await deps.store.addSegment({ ...recording, atMs: Math.round(recording.atMs) });
      await media.release(recording);
    }
    if (broken > 0) log.warn({ count: broken }, 'recordings that were broken off had no sound');
  }

  async function allKept(): Promise<void> {
    // Ears that end bring further pieces.
    while (underWay.size > 0) await Promise.all([...underWay]);
  }

  let listening: ReturnType<typeof supervise> | undefined;
  let writing: ReturnType<typeof supervise> | undefined;

  return {
    open() {
      follow(
        recover().then(() => {
          if (!stopping.signal.aborted) writing = supervise(backlog, { clock, log: deps.log });
        }),
      );
      listening = supervise(recorder, { clock, log: deps.log });
    },
    async close() {
      await listening?.stop();
      await allKept();
      stopping.abort();
      await writing?.stop();
    },
    status() {
      const { unavailable } = recorder.status();
      return unavailable === undefined
        ? { kind: 'ok' }
        : { kind: 'unavailable', message: unavailable };
    },
    listDevices: () =>
      recorder.status().devices.map((device) => ({
        name: device.name,
        kind: device.kind ?? (device.name.endsWith('(output)') ? 'output' : 'input'),
        isDefault: device.isDefault,
        lastHeardAtMs: device.lastBlockAtMs,
        ...STATES[device.state],
      })),
    metrics: () => ({
      ...meter.snapshot(backlog.waiting()),
      streamTimeouts: recorder.status().streamTimeouts,
    }),
    isRunning: () => wishes.isOn(),
    async start() {
      wishes.setOn(true);
    },
    async stop() {
      wishes.setOn(false);
      await allKept();
    },
    async startDevice(name) {
      const device = findAudioDevice(recorder.devices(), name);
      if (!wishes.isOn()) wishes.setOn(true);
      wishes.start(device);
    },
    async stopDevice(name) {
      wishes.stop(findAudioDevice(recorder.devices(), name));
      await allKept();
    },
  };
}
