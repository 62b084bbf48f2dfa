/**
 * Other languages for `npm run bench -- speech --language`: word or character errors, language detected right in pieces of five seconds, CPU
 * for a second of sound and memory, each per language. Texts are known of what synthesisers say, of which eSpeak NG is much harder to
 * understand than people, and of recordings in `--recordings/<code>` with a `refs.json`; of recorded prompts only the language is known.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AsrEngine } from '../../packages/daemon/src/extract/asr/engine.ts';
import { openAsrEngine } from '../../packages/daemon/src/extract/asr/engines.ts';
import { wordsOf } from '../../packages/daemon/src/extract/asr/guards.ts';
import { joined, readWav, silence } from '../../packages/daemon/src/extract/asr/sounds.fixture.ts';
import type { SpeechProcess } from '../../packages/daemon/src/extract/speech-process/speech-process.ts';
import { sileroDetector } from '../../packages/daemon/src/extract/vad/silero/silero-detector.ts';
import { print } from '../search/measuring.ts';
import { cpuMeter, peakMb, residentMb } from './cpu.ts';
import { SPOKEN } from './sentences.ts';
import { say } from './voices.ts';
import { wordErrors } from './word-errors.ts';

const PROMPTS = '/usr/share/asterisk/sounds';
const PIECE_SAMPLES = 5 * 16_000;
const PIECES = 12;
const { signal } = new AbortController();

interface Clip {
  readonly samples: Int16Array;
  readonly text: string;
}

interface Material {
  readonly name: string;
  readonly clips: readonly Clip[];
  readonly pieces: readonly Int16Array[];
}

function piecesOf(sound: Int16Array): Int16Array[] {
  const count = Math.min(PIECES, Math.floor(sound.length / PIECE_SAMPLES));
  return Array.from({ length: count }, (_, i) =>
    sound.subarray(i * PIECE_SAMPLES, (i + 1) * PIECE_SAMPLES),
  );
}

function promptPieces(folder: string): Int16Array[] {
  const files = readdirSync(folder).filter((name) => /^(?:vm|demo|conf|auth)-.*\.wav$/.test(name));
  const sounds = files.sort().map((name) => readWav(join(folder, name)));
  return piecesOf(joined(...sounds.filter(({ length }) => length > 2 * 16_000)));
}

function recordedClips(folder: string): Clip[] {
  const texts = JSON.parse(readFileSync(join(folder, 'refs.json'), 'utf8')) as Record<
    string,
    string
  >;
  return Object.entries(texts).map(([name, text]) => ({
    text,
    samples: readWav(join(folder, `${name}.wav`)),
  }));
}

function materialOf(code: string, recordings: string): Material[] {
  const language = SPOKEN[code];
  const found: Material[] = [];
  const folder = join(recordings, code);
  if (existsSync(join(folder, 'refs.json'))) {
    const clips = recordedClips(folder);
    const pieces = piecesOf(joined(...clips.map(({ samples }) => samples)));
    found.push({ name: 'recordings', clips, pieces });
  }
  const prompts = language?.prompts && join(PROMPTS, language.prompts);
  if (prompts && existsSync(prompts)) {
    found.push({ name: 'recorded prompts', clips: [], pieces: promptPieces(prompts) });
  }
  const said = language && say(code, language.sentences);
  if (said) {
    const pieces = piecesOf(joined(...said.clips.map(({ samples }) => samples)));
    found.push({ ...said, pieces });
  }
  return found;
}

function units(text: string, isUnspaced: boolean): string[] {
  const words = wordsOf(text);
  return isUnspaced ? [...words.join('')] : words;
}

async function measure(code: string, material: Material, engine: AsrEngine, speech: SpeechProcess) {
  const isUnspaced = SPOKEN[code]?.isUnspaced === true;
  let [said, wrong, seconds] = [0, 0, 0];
  const cpuMs = cpuMeter(() => speech.pid());
  for (const { text, samples } of material.clips) {
    const sound = joined(silence(300), samples, silence(500));
    const heard = await engine.transcribe(sound, { signal, language: code });
    const expected = units(text, isUnspaced);
    said += expected.length;
    wrong += wordErrors(expected, units(heard.text, isUnspaced));
    seconds += sound.length / 16_000;
  }
  const cpu = seconds > 0 ? (cpuMs() / 1000 / seconds).toFixed(2) : '–';
  let [right, refused] = [0, 0];
  for (const samples of material.pieces) {
    const heard = await engine.transcribe(samples, { signal });
    if (heard.text === '') refused += 1;
    else if (heard.language === code) right += 1;
  }
  const errors = said > 0 ? `${((100 * wrong) / said).toFixed(1)} %` : '–';
  const kind = isUnspaced ? 'characters' : 'words';
  const detected = `${right} of ${material.pieces.length - refused}`;
  print(
    `${code.padEnd(4)} ${material.name.padEnd(18)} ${errors.padStart(8)} of ${String(said).padStart(4)} ${kind.padEnd(10)}  ${detected.padStart(8)}  ${String(refused).padStart(4)}  ${cpu.padStart(6)}`,
  );
  return { right, asked: material.pieces.length - refused };
}

export async function runLanguages(options: {
  codes: readonly string[];
  recordings: string;
  engine: AsrEngine;
  speech: SpeechProcess;
}): Promise<void> {
  const { engine, speech, recordings } = options;
  print(`${engine.name}, its own language step over all languages`);
  print('language and material   errors                    language right  no text  CPU/s');
  let [right, asked] = [0, 0];
  for (const code of options.codes) {
    const materials = materialOf(code, recordings);
    if (materials.length === 0) print(`${code.padEnd(4)} left out: no voice (install espeak-ng)`);
    for (const material of materials) {
      const detected = await measure(code, material, engine, speech);
      right += detected.right;
      asked += detected.asked;
    }
  }
  const share = ((100 * right) / Math.max(1, asked)).toFixed(1);
  print(`\nlanguage right in ${right} of ${asked} pieces with text: ${share} %, goal 95 %`);
  const { pid } = speech;
  const [now, most] = [residentMb(pid()), peakMb(pid())];
  print(`memory of ${engine.name} alone ${now} MB, at most ${most} MB, goal 350`);
  await loadOthers(speech);
  await engine.transcribe(silence(5_000), { signal });
  print(`with detection of voices, speakers and moonshine-tiny ${residentMb(pid())} MB`);
}

/** What is in the same process when somebody listens. */
async function loadOthers(speech: SpeechProcess): Promise<void> {
  const settings = {
    engine: 'moonshine',
    model: 'moonshine-tiny',
    endpointUrl: '',
    endpointKey: '',
  } as const;
  const english = await openAsrEngine({ settings, dataDir: '/nonexistent', speech });
  await english?.transcribe(silence(5_000), { signal });
  await speech.run('speaker.xvector', silence(5_000), signal);
  const detector = sileroDetector((input, abort) => speech.run('vad.silero', input, abort));
  await detector.detect(silence(512), signal);
}

export const LANGUAGE_CODES = Object.keys(SPOKEN);
