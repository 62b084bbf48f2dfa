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
  secs: number;
  speaker: string;
  text: string;
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

type SampleRecord =
  | { kind: 'day'; width: number; height: number }
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
  /** Bounds are fractions of the image. */
  boxes: {
    text: string;
    left: number;
    top: number;
    width: number;
    height: number;
    confidence: number;
  }[];
}

export interface SampleDay {
  frames: SampleFrame[];
  transcripts: { offsetMs: number; durationSecs: number; speaker: string; text: string }[];
  uiTexts: { offsetMs: number; app: string; window: string; text: string }[];
  inputEvents: (Omit<InputRecord, 'kind' | 'atSecs'> & { offsetMs: number })[];
  /** From the first record to the last frame. */
  lengthMs: number;
}

const FOLDER = new URL('../../../assets/sample/', import.meta.url);

export async function loadSampleDay(): Promise<SampleDay> {
  const text = await readFile(new URL('day.ndjson', FOLDER), 'utf8');
  const records = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as SampleRecord);
  const ofKind = <K extends SampleRecord['kind']>(kind: K) =>
    records.filter((record): record is Extract<SampleRecord, { kind: K }> => record.kind === kind);
  const [{ width, height } = { width: 1, height: 1 }] = ofKind('day');
  const frames = ofKind('frame').map((record) => toFrame(record, { width, height }));
  return {
    frames,
    transcripts: ofKind('transcript').map(({ atSecs, secs, speaker, text }) => ({
      offsetMs: atSecs * 1000,
      durationSecs: secs,
      speaker,
      text,
    })),
    uiTexts: ofKind('uiText').map(({ kind, atSecs, ...rest }) => ({
      offsetMs: atSecs * 1000,
      ...rest,
    })),
    inputEvents: ofKind('inputEvent').map(({ kind, atSecs, ...rest }) => ({
      offsetMs: atSecs * 1000,
      ...rest,
    })),
    lengthMs: Math.max(...frames.map(({ offsetMs }) => offsetMs)),
  };
}

function toFrame(record: FrameRecord, size: { width: number; height: number }): SampleFrame {
  const words = record.lines.flatMap((line) => line.words);
  return {
    name: record.image.replace(/\.jpg$/, ''),
    imagePath: fileURLToPath(new URL(record.image, FOLDER)),
    ...size,
    offsetMs: record.atSecs * 1000,
    app: record.app,
    window: record.window,
    url: record.url,
    trigger: record.trigger,
    text: record.lines.map(textOf).join('\n'),
    boxes: words.map(([text, x, y, width, height]) => ({
      text,
      left: x / size.width,
      top: y / size.height,
      width: width / size.width,
      height: height / size.height,
      confidence: 1,
    })),
  };
}

function textOf(line: Line): string {
  return line.text ?? line.words.map(([word]) => word).join(' ');
}
