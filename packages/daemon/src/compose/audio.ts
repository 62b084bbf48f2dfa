/** Joins the parts of the audio side: the devices of this machine, the speech networks, the store. Called by `compose/index.ts`. */
import { freemem } from 'node:os';
import { join } from 'node:path';
import { audioDevices } from '#capture/audio/audio-devices.ts';
import { chooseAudio } from '#capture/audio/audio-sources.ts';
import { loadLiveSpeech } from '#capture/replay/live-speech.ts';
import type { Machine } from '#capture/sources.ts';
import type { Config } from '#config/schema.ts';
import type { Clock } from '#core/clock.ts';
import { serviceError } from '#core/errors.ts';
import type { StageTimes } from '#core/figures/stage-times.ts';
import type { Log } from '#core/log/log.ts';
import type { Supervised, Supervisor } from '#core/service.ts';
import type { AsrEngine } from '#extract/asr/engine.ts';
import {
  findLargerModels,
  openAsrEngine,
  openForeignEngine,
  openLargestEngine,
} from '#extract/asr/engines.ts';
import { openEcho } from '#extract/echo/echo.ts';
import { speechProcess } from '#extract/speech-process/speech-process.ts';
import { sileroDetector } from '#extract/vad/silero/silero-detector.ts';
import { type AudioSide, audioSide } from '#ingest/audio/audio.ts';
import { openEchoes } from '#ingest/audio/echoes.ts';
import { makeIdentify } from '#ingest/audio/identify.ts';
import { openRecognition } from '#ingest/audio/recognition.ts';
import { makeScribe } from '#ingest/audio/scribe.ts';
import { openBacklog } from '#ingest/audio/waiting/backlog.ts';
import { makeRetranscribe } from '#ingest/audio/waiting/retranscribe.ts';
import { type SecondReadings, secondReadings } from '#ingest/audio/waiting/second-readings.ts';
import { audioMeter } from '#ingest/audio-metrics.ts';
import type { AudioMedia } from '#store/media/audio/audio-media.ts';
import type { Store } from '#store/store.ts';
import type { Governor } from '#upkeep/governor/governor.ts';

export function composeAudio(deps: {
  config: Config;
  machine: Machine;
  /** Resolves when the sample day is stored, whose devices are heard in place of this machine's. */
  sampleDay: Promise<void> | undefined;
  /** Gives the samples of a bundled sound file. */
  decode: (file: string) => Promise<Float32Array>;
  stageTimes: StageTimes;
  supervisor: Supervisor;
  store: Store;
  audioMedia: AudioMedia;
  governor: Pick<Governor, 'levers' | 'machineLoad' | 'whySpeechWaits'>;
  /** When the newest frame was stored. */
  lastFrameAtMs: () => number | undefined;
  clock: Clock;
  log: Log;
}): AudioSide & {
  retranscribe: ReturnType<typeof makeRetranscribe>;
  secondReadings: SecondReadings;
  useSettings: (changed: Config) => void;
} {
  const { config, store, audioMedia: media, governor, sampleDay, clock, log } = deps;
  const nowMs = () => clock.now();
  const mode = config['audio.engine'] === 'disabled' ? 'disabled' : config['audio.mode'];
  const meter = audioMeter({ nowMs, mode, stageTimes: deps.stageTimes });
  const speech = speechProcess({ clock, log });
  const echo = openEcho({ log });
  for (const { part } of [speech, echo]) deps.supervisor.show(part);
  const makeDetector = () =>
    sileroDetector((input, signal) => speech.run('vad.silero', input, signal));
  const echoes = openEchoes({ echo, makeDetector, nowMs });
  const { dataDir } = config;
  let current = config;
  let foreign: AsrEngine | undefined;
  // Looked for as long as there is none: a model can be installed while the service runs.
  const openForeign = async () => {
    const languages = languagesSpoken(current['audio.languages']);
    foreign ??= await openForeignEngine({ dataDir, languages, speech });
    return foreign;
  };
  const recognition = openRecognition({
    async open() {
      const engine = await openAsrEngine({
        settings: {
          engine: config['audio.engine'],
          model: config['audio.model'],
          endpointUrl: config['audio.endpoint.url'],
          endpointKey: config['audio.endpoint.key'],
          isThrifty: governor.levers().isSmallModel,
        },
        dataDir: config.dataDir,
        speech,
      });
      // Nobody asks for text when it is turned off.
      if (!engine) throw serviceError('ASR_CLOSED');
      return engine;
    },
    choice: () => String(governor.levers().isSmallModel),
    openForeign,
    openLargest: (language) => openLargestEngine(language, { dataDir, speech }),
    meter,
  });
  const identify = makeIdentify({ store, speech });
  const scribe = makeScribe({
    store,
    media,
    echoes,
    recognition,
    identify,
    meter,
    log,
    embed: (samples, signal) => speech.run('speaker.xvector', samples, signal),
  });
  const backlog = openBacklog({
    mode,
    store,
    media,
    scribe,
    makeDetector,
    meter,
    clock,
    log,
    machineLoad: governor.machineLoad,
    whyWait: governor.whySpeechWaits,
  });
  const side = audioSide({
    openSource: chooseAudio(
      deps.machine,
      sampleDay && { clock, loadSpeech: () => sampleDay.then(() => loadLiveSpeech(deps.decode)) },
    ).open,
    requested: audioDevices({
      chosen: [],
      file: join(config.dataDir, 'audio-devices.json'),
      log,
    }),
    makeDetector,
    store,
    media,
    echoes,
    scribe,
    backlog,
    meter,
    supervisor: deps.supervisor,
    clock,
    log,
  });
  const retranscribe = makeRetranscribe({ store, media, recognition, makeDetector, clock });
  const again = secondReadings({
    store,
    retranscribe,
    recognition,
    findLarger: async () =>
      current['audio.engine'] === 'moonshine'
        ? findLargerModels(dataDir)
        : { smaller: [], models: '', readsForeign: false },
    isOn: () => current['audio.readAgain'],
    machineLoad: governor.machineLoad,
    whyWait: governor.whySpeechWaits,
    freeBytes: freemem,
    waiting: backlog.waiting,
    lastFrameAtMs: deps.lastFrameAtMs,
    clock,
    log,
  });
  let reading: Supervised | undefined;
  return {
    ...side,
    metrics: () => ({ ...side.metrics(), secondReadings: again.figures() }),
    retranscribe,
    secondReadings: again,
    useSettings(changed) {
      current = changed;
      // Opened again, for the languages that are spoken now.
      foreign = undefined;
    },
    open() {
      side.open();
      if (mode !== 'disabled') reading = deps.supervisor.supervise(again);
    },
    async close() {
      await reading?.stop();
      await side.close();
      await recognition.close();
      await echo.close();
      await speech.close();
    },
  };
}

/** Those of the settings, else those of the system. A system that is only in English says nothing about what is spoken: then any. */
function languagesSpoken(set: readonly string[]): readonly string[] {
  if (set.length > 0) return set;
  const system = new Intl.Locale(Intl.DateTimeFormat().resolvedOptions().locale).language;
  return system === 'en' ? [] : ['en', system];
}
