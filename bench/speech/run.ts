/**
 * npm run bench -- speech [--model moonshine-tiny] [--minutes 10] [--texts] [--recordings <folder>]
 * npm run bench -- speech --language de,fr|all [--model whisper-base] [--data-dir <folder>]
 *
 * Word errors on recordings with known texts, CPU per second of sound, how long text takes to come, memory, and what becomes of sound
 * that is no speech. Sound goes through the product's own detection, segments, recognition and guards, in stream order. The
 * recordings lie next to the repository; without them that part is left out. A ratio of 1 or less meets a goal.
 */
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '../../packages/daemon/src/core/clock.ts';
import { silentLog } from '../../packages/daemon/src/core/log/log.ts';
import type { AsrEngine } from '../../packages/daemon/src/extract/asr/engine.ts';
import { openAsrEngine } from '../../packages/daemon/src/extract/asr/engines.ts';
import {
  joined,
  music,
  noise,
  readWav,
  silence,
} from '../../packages/daemon/src/extract/asr/sounds.fixture.ts';
import { whisperEngine } from '../../packages/daemon/src/extract/asr/whisper/whisper-engine.ts';
import {
  findInstalled,
  modelFolders,
} from '../../packages/daemon/src/extract/models/model-folders.ts';
import { WHISPER_MODELS } from '../../packages/daemon/src/extract/models/whisper-models.ts';
import { speechProcess } from '../../packages/daemon/src/extract/speech-process/speech-process.ts';
import { loudnessOf } from '../../packages/daemon/src/extract/vad/frame.ts';
import { percentile, print } from '../search/measuring.ts';
import { cpuMeter, residentMb } from './cpu.ts';
import { type Hearing, hear } from './hear.ts';
import { LANGUAGE_CODES, runLanguages } from './languages.ts';
import { wordErrors, wordsIn } from './word-errors.ts';

const { values: flags } = parseArgs({
  options: {
    model: { type: 'string' },
    language: { type: 'string' },
    'data-dir': { type: 'string', default: '/nonexistent' },
    minutes: { type: 'string', default: '10' },
    texts: { type: 'boolean', default: false },
    recordings: {
      type: 'string',
      default: join(import.meta.dirname, '../../../shared/data/speech/audio'),
    },
  },
});
const GOALS = {
  wordErrors: 8,
  cpu: 0.15,
  silentCpu: 0.002,
  provisionalMs: 2_000,
  finalMs: 4_000,
  memoryMb: 700,
  rows: 0,
};
const RECORDINGS = flags.recordings;
const CLIPS = ['jfk', 'two_cities_16k'];
const QUIET_MINUTES = 5;
// Around each clip; it costs nearly nothing and must not make speech look cheaper.
const SILENT_SECONDS = 4;

const speech = speechProcess({ clock: systemClock, log: silentLog });

function goal(name: string, value: number, limit: number, unit: string): void {
  const ratio = limit === 0 ? (value === 0 ? '0.00' : 'missed') : (value / limit).toFixed(2);
  const shown = value < 0.1 ? value.toFixed(4) : value.toFixed(2);
  print(`  ${name.padEnd(44)} ${shown.padStart(8)} ${unit}, goal ${limit}: ratio ${ratio}`);
}

async function metered(work: () => Promise<Hearing>): Promise<Hearing & { cpu: number }> {
  const cpuMs = cpuMeter(() => speech.pid());
  const hearing = await work();
  return { ...hearing, cpu: cpuMs() / 1000 / hearing.seconds };
}

async function clips(engine: AsrEngine): Promise<void> {
  if (!existsSync(RECORDINGS)) {
    print(`\nrecordings with known texts: left out, there is no folder ${RECORDINGS}`);
    return;
  }
  const texts = JSON.parse(readFileSync(join(RECORDINGS, 'refs.json'), 'utf8')) as Record<
    string,
    string
  >;
  print('\nrecordings with known texts, a second of silence before and three after');
  print(`${'clip'.padEnd(18)} words errors   WER  CPU/s  without provisional texts`);
  const all: Hearing[] = [];
  let [words, errors, cpuSeconds, seconds] = [0, 0, 0, 0];
  for (const name of CLIPS) {
    const sound = joined(silence(1_000), readWav(join(RECORDINGS, `${name}.wav`)), silence(3_000));
    const hearing = await metered(() => hear(sound, { speech, engine }));
    const bare = await metered(() => hear(sound, { speech, engine, onlyFinal: true }));
    const heard = hearing.segments.flatMap(({ kind, text }) => (kind === 'final' ? [text] : []));
    if (flags.texts) print(heard.join('\n'));
    const said = wordsIn(texts[name] ?? '');
    const wrong = wordErrors(said, wordsIn(heard.join(' ')));
    const share = (100 * wrong) / said.length;
    print(
      `${name.padEnd(18)} ${String(said.length).padStart(5)} ${String(wrong).padStart(6)} ${share.toFixed(1).padStart(5)} ${hearing.cpu.toFixed(3).padStart(6)}  ${bare.cpu.toFixed(3).padStart(6)}`,
    );
    words += said.length;
    errors += wrong;
    cpuSeconds += hearing.cpu * hearing.seconds;
    seconds += hearing.seconds - SILENT_SECONDS;
    all.push(hearing);
  }
  goal('word errors', (100 * errors) / words, GOALS.wordErrors, '%');
  goal('CPU per second of speech', cpuSeconds / seconds, GOALS.cpu, 's');
  latency(all.flatMap(({ segments }) => segments));
}

function latency(segments: Hearing['segments']): void {
  // Where a long speech was cut, nobody had ended.
  const ends = segments.filter((_, i) => !segments[i + 1]?.isContinued);
  for (const kind of ['provisional', 'final'] as const) {
    const times = ends.filter((s) => s.kind === kind).map((s) => s.waitedMs + s.decodeMs);
    const limit = kind === 'final' ? GOALS.finalMs : GOALS.provisionalMs;
    goal(
      `end of speech to ${kind} text, p95 of ${times.length}`,
      percentile(times, 0.95),
      limit,
      'ms',
    );
  }
  const reused = segments.filter(({ isReused }) => isReused).length;
  print(`  final texts that were the provisional one   ${reused}`);
}

async function quiet(engine: AsrEngine): Promise<void> {
  print(`\nquiet, ${QUIET_MINUTES} minutes each`);
  const ms = QUIET_MINUTES * 60_000;
  for (const [name, sound] of [
    ['digital silence', silence(ms)],
    ['hiss at -60 dBFS', noise(ms, 0.0017)],
  ] as const) {
    const { cpu } = await metered(() => hear(sound, { speech, engine }));
    goal(`CPU per second of ${name}`, cpu, GOALS.silentCpu, 's');
  }
}

/** The same clip as if from farther and farther away, over the noise of a good microphone. */
async function distances(engine: AsrEngine): Promise<void> {
  if (!existsSync(RECORDINGS)) return;
  const clip = readWav(join(RECORDINGS, 'jfk.wav'));
  const texts = JSON.parse(readFileSync(join(RECORDINGS, 'refs.json'), 'utf8'));
  const said = wordsIn(texts.jfk);
  print('\njfk from far away, noise at -66 dBFS');
  for (const decibels of [-42, -48, -54, -60]) {
    const gain = 10 ** (decibels / 20) / loudnessOf(clip);
    const around = noise(clip.length / 16 + 4_000, 10 ** (-66 / 20) * Math.sqrt(3));
    const sound = around.map((sample, i) => sample + Math.round((clip[i - 16_000] ?? 0) * gain));
    const { segments } = await hear(sound, { speech, engine, onlyFinal: true });
    const heard = segments.map(({ text }) => text ?? '').join(' ');
    const wrong = wordErrors(said, wordsIn(heard));
    print(`  speech at ${decibels} dBFS   words ${said.length}  errors ${wrong}`);
  }
}

async function notSpeech(engine: AsrEngine): Promise<void> {
  const ms = (Number(flags.minutes) * 60_000) / 5;
  print(`\nno speech, ${flags.minutes} minutes`);
  let rows = 0;
  for (const [name, sound] of [
    [
      'hiss that comes and goes',
      joined(...Array.from({ length: 20 }, (_, i) => noise(ms / 20, 0.005 * 1.25 ** i))),
    ],
    ['a fan', noise(ms, 0.9, 0.98)],
    [
      'a loud rumble that swells',
      noise(ms, 0.9, 0.998).map((v, i) => v * (1 + Math.sin(i / 50_000))),
    ],
    ['music', music(ms, 3)],
    [
      'music with pauses',
      joined(...Array.from({ length: 10 }, (_, i) => [music(ms / 20, i), silence(ms / 20)]).flat()),
    ],
  ] as const) {
    const { segments, cpu } = await metered(() => hear(sound, { speech, engine }));
    const finals = segments.filter(({ kind }) => kind === 'final');
    const texts = finals.filter(({ text }) => text !== undefined).length;
    rows += texts;
    print(
      `  ${name.padEnd(30)} segments ${String(finals.length).padStart(3)}  rows ${texts}  CPU/s ${cpu.toFixed(4)}`,
    );
  }
  goal('rows', rows, GOALS.rows, '');
}

/** Models of Whisper are no engine of the settings. */
async function languages(wanted: string): Promise<void> {
  const id = flags.model ?? 'whisper-base';
  const model = WHISPER_MODELS.find((one) => one.id === id);
  const folder = model && (await findInstalled(model, modelFolders(flags['data-dir'])));
  if (folder === undefined) throw new Error(`${id} is not installed: hindcast models pull ${id}`);
  const engine = whisperEngine({
    name: id,
    folder,
    languages: [],
    run: (input, signal) => speech.run('asr.whisper', input, signal),
  });
  const codes = wanted === 'all' ? LANGUAGE_CODES : wanted.split(',');
  await runLanguages({ codes, recordings: flags.recordings, engine, speech });
}

async function english(): Promise<void> {
  const settings = {
    engine: 'moonshine',
    model: flags.model ?? 'moonshine-tiny',
    endpointUrl: '',
    endpointKey: '',
  } as const;
  const engine = await openAsrEngine({ settings, dataDir: flags['data-dir'], speech });
  if (engine === undefined) throw new Error('recognition is turned off');
  const warm = performance.now();
  await engine.transcribe(noise(1_000, 0.1), { signal: new AbortController().signal });
  print(`${engine.name}, loaded in ${((performance.now() - warm) / 1000).toFixed(1)} s`);
  const [load = 0] = loadavg();
  print(
    `load average ${load.toFixed(1)} on ${availableParallelism()} cores: times on the wall grow with it, CPU hardly does`,
  );
  await clips(engine);
  await distances(engine);
  await quiet(engine);
  await notSpeech(engine);
  print('');
  goal('memory of the speech process', residentMb(speech.pid()), GOALS.memoryMb, 'MB');
}

try {
  await (flags.language === undefined ? english() : languages(flags.language));
} finally {
  await speech.close();
}
