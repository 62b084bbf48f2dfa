/**
 * What is said after the sample day: short reports about the sea, put together from recorded phrases
 * (`assets/sample-live/<voice>.ogg`, made by `scripts/make-sample-phrases.ts`). Every report follows from the number of its scene alone,
 * so none comes twice within two weeks and a restart needs no memory. Called by `sample-source.ts`.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { samplesOf } from '#core/sound/pcm.ts';
import { liveScene } from './live-scene.ts';

const FOLDER = new URL('../../../assets/sample-live/', import.meta.url);

const PLACES = [
  'Lisbon',
  'Halifax',
  'Rotterdam',
  'Plymouth',
  'Boston',
  'Sydney',
  'Dublin',
  'Toronto',
];
const WATERS = ['is blue', 'is high', 'is rising', 'is deep', 'is warm'];
const REMARKS = [
  'the captain is fishing',
  'the ferry is in the harbour',
  'two dolphins are near the island',
  'seals are on the beach',
  'the ocean is sunny',
];
/** A report is two sentences, each a phrase of every list. */
const LISTS = [PLACES, WATERS, REMARKS, PLACES, WATERS, REMARKS];
const REPORTS = LISTS.reduce((count, list) => count * list.length, 1);
/** Has no factor in common with the number of reports, so all of them come before one comes again. */
const STEP = 12_713;

/** As they are recorded, in this order. */
export const PHRASES = [
  ...PLACES.map((place) => `In ${place}`),
  ...WATERS.map((water) => `the water ${water}`),
  ...REMARKS.map((remark) => `and ${remark}.`),
];

/** Of Flite. */
export const LIVE_VOICES = { input: 'slt', output: 'rms' } as const;

/** Where a phrase lies in the recording of a voice, in samples. */
export type PhrasePlaces = Record<string, [from: number, to: number][]>;

/** The phrases of the report that belongs to a scene, by their places in `PHRASES`. */
export function reportOf(sceneIndex: number): number[] {
  let number = (sceneIndex * STEP) % REPORTS;
  return LISTS.map((list) => {
    const choice = number % list.length;
    number = Math.floor(number / list.length);
    return firstOf(list) + choice;
  });
}

function firstOf(list: readonly string[]): number {
  if (list === PLACES) return 0;
  return list === WATERS ? PLACES.length : PLACES.length + WATERS.length;
}

/** Says reports; the two devices take turns. */
export interface LiveSpeech {
  sceneAt(atMs: number): number;
  /** 16 kHz mono; undefined when it is the turn of the other device. */
  reportOf(sceneIndex: number, device: keyof typeof LIVE_VOICES): Int16Array | undefined;
}

/** `decode` gives the samples of a sound file, -1..1. */
export async function loadLiveSpeech(
  decode: (file: string) => Promise<Float32Array>,
): Promise<LiveSpeech> {
  const places = JSON.parse(
    await readFile(new URL('phrases.json', FOLDER), 'utf8'),
  ) as PhrasePlaces;
  const sounds = {
    input: samplesOf(await decode(fileOf(LIVE_VOICES.input))),
    output: samplesOf(await decode(fileOf(LIVE_VOICES.output))),
  };
  return {
    sceneAt: (atMs) => liveScene(atMs).index,
    reportOf(sceneIndex, device) {
      if ((sceneIndex % 2 === 0) !== (device === 'input')) return undefined;
      const pieces = reportOf(sceneIndex).map((phrase) => {
        const [from, to] = places[LIVE_VOICES[device]]?.[phrase] ?? [0, 0];
        return sounds[device].subarray(from, to);
      });
      return joined(pieces);
    },
  };
}

function fileOf(voice: string): string {
  return fileURLToPath(new URL(`${voice}.ogg`, FOLDER));
}

function joined(pieces: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
