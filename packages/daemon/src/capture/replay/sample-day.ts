/**
 * The bundled sample day: a day at the screen of an invented person, drawn by `scripts/make-sample.ts`, with every word and its
 * place. This file reads it; `replay.ts` brings it into the store.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** x, y, width and height are pixels. */
type Word = [text: string, x: number, y: number, width: number, height: number];

/** `text` is absent when it is the words joined by spaces. */
interface Line {
  text?: string;
  words: Word[];
}

interface FrameRecord {
  kind: 'frame';
  image: string;
  atSecs: number;
  app: string;
  window: string;
  url?: string;
  trigger: string;
  lines: Line[];
}

interface TranscriptRecord {
  kind: 'transcript';
  atSecs: number;
  speaker: string;
  text: string;
  /** Of what is not English. */
  language?: string;
}

/** The recording of the transcript at the same place in the list; `voice` is its vector in steps of 1/32768. */
interface VoiceRecord {
  file: string;
  secs: number;
  voice: string;
}

interface UiTextRecord {
  kind: 'uiText';
  atSecs: number;
  app: string;
  window: string;
  text: string;
}

interface InputRecord {
  kind: 'inputEvent';
  atSecs: number;
  type: 'click' | 'text' | 'clipboard' | 'scroll';
  app: string;
  text?: string;
  x?: number;
  y?: number;
  deltaY?: number;
  element?: string;
}

interface TagsRecord {
  kind: 'tags';
  image: string;
  tags: string[];
}

interface MemoryRecord {
  kind: 'memory';
  atSecs: number;
  text: string;
  tags: string[];
  importance: number;
  /** The frame it is about. */
  image: string;
}

type SampleRecord =
  | { kind: 'day'; width: number; height: number }
  | TagsRecord
  | MemoryRecord
  | FrameRecord
  | TranscriptRecord
  | UiTextRecord
  | InputRecord;

export interface SampleFrame {
  /** Unique within the day. */
  name: string;
  imagePath: string;
  width: number;
  height: number;
  /** Milliseconds since the day began; the same in the other records. */
  offsetMs: number;
  app: string;
  window: string;
  url: string | undefined;
  trigger: string;
  text: string;
  tags: string[];
  /** Bounds are fractions of the image. */
  boxes: Box[];
  /** The same, line by line. */
  lines: Box[];
}

interface Box {
  text: string;
  left: number;
  top: number;
  width: number;
  height: number;
  confidence: number;
}

export interface SampleTranscript {
  offsetMs: number;
  durationSecs: number;
  /** Empty when nobody has said who it is; all such are the same person. */
  speaker: string;
  text: string;
  language: string;
  soundPath: string;
  /** By which voices are distinguished. */
  voice: Float32Array;
}

export interface SampleDay {
  frames: SampleFrame[];
  transcripts: SampleTranscript[];
  uiTexts: { offsetMs: number; app: string; window: string; text: string }[];
  inputEvents: (Omit<InputRecord, 'kind' | 'atSecs'> & { offsetMs: number })[];
  /** `frame` is the name of the frame it is about. */
  memories: { offsetMs: number; text: string; tags: string[]; importance: number; frame: string }[];
  /** From the first record to the last frame. */
  lengthMs: number;
}

const FOLDER = new URL('../../../assets/sample/', import.meta.url);
const VOICES = new URL('../../../assets/sample-voices/', import.meta.url);

export async function loadSampleDay(): Promise<SampleDay> {
  const records = await readRecords<SampleRecord>(new URL('day.ndjson', FOLDER));
  const voices = await readRecords<VoiceRecord>(new URL('voices.ndjson', VOICES));
  const ofKind = <K extends SampleRecord['kind']>(kind: K) =>
    records.filter((record): record is Extract<SampleRecord, { kind: K }> => record.kind === kind);
  const [{ width, height } = { width: 1, height: 1 }] = ofKind('day');
  const tagsOf = new Map(ofKind('tags').map(({ image, tags }) => [image, tags]));
  const frames = ofKind('frame').map((record) => ({
    ...toFrame(record, { width, height }),
    tags: tagsOf.get(record.image) ?? [],
  }));
  return {
    frames,
    transcripts: voices.map((voice, index) => toTranscript(voice, ofKind('transcript')[index])),
    uiTexts: ofKind('uiText').map(({ kind, atSecs, ...rest }) => ({
      offsetMs: atSecs * 1000,
      ...rest,
    })),
    inputEvents: ofKind('inputEvent').map(({ kind, atSecs, ...rest }) => ({
      offsetMs: Math.round(atSecs * 1000),
      ...rest,
    })),
    memories: ofKind('memory').map(({ atSecs, image, text, tags, importance }) => ({
      offsetMs: atSecs * 1000,
      frame: nameOf(image),
      text,
      tags,
      importance,
    })),
    lengthMs: Math.max(...frames.map(({ offsetMs }) => offsetMs)),
  };
}

async function readRecords<T>(file: URL): Promise<T[]> {
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as T);
}

function toTranscript(
  { file, secs, voice }: VoiceRecord,
  said: TranscriptRecord | undefined,
): SampleTranscript {
  if (!said) throw new RangeError('the sample day has more recordings than transcripts');
  const steps = new Int16Array(Uint8Array.from(Buffer.from(voice, 'base64')).buffer);
  return {
    offsetMs: said.atSecs * 1000,
    durationSecs: secs,
    speaker: said.speaker,
    text: said.text,
    language: said.language ?? 'en',
    soundPath: fileURLToPath(new URL(file, VOICES)),
    voice: Float32Array.from(steps, (step) => step / 32_768),
  };
}

interface Size {
  width: number;
  height: number;
}

function toFrame(record: FrameRecord, size: Size): Omit<SampleFrame, 'tags'> {
  const words = record.lines.flatMap((line) => line.words);
  return {
    name: nameOf(record.image),
    imagePath: fileURLToPath(new URL(record.image, FOLDER)),
    ...size,
    offsetMs: record.atSecs * 1000,
    app: record.app,
    window: record.window,
    url: record.url,
    trigger: record.trigger,
    text: record.lines.map(textOf).join('\n'),
    boxes: words.map((word) => toBox(word, size)),
    lines: record.lines.map((line) => toBox(around(line), size)),
  };
}

function nameOf(image: string): string {
  return image.replace(/\.jpg$/, '');
}

function toBox([text, x, y, width, height]: Word, size: Size): Box {
  return {
    text,
    left: x / size.width,
    top: y / size.height,
    width: width / size.width,
    height: height / size.height,
    confidence: 1,
  };
}

/** The rectangle of a whole line. */
function around(line: Line): Word {
  const left = Math.min(...line.words.map(([, x]) => x));
  const top = Math.min(...line.words.map(([, , y]) => y));
  const right = Math.max(...line.words.map(([, x, , width]) => x + width));
  const bottom = Math.max(...line.words.map(([, , y, , height]) => y + height));
  return [textOf(line), left, top, right - left, bottom - top];
}

function textOf(line: Line): string {
  return line.text ?? line.words.map(([word]) => word).join(' ');
}
