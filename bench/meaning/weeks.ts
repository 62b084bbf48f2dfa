/**
 * Two invented weeks and the sample day with questions about them, written before any of them was searched for. Questions about every second
 * moment are for tuning; the others only measure. Those about the weeks avoid the words of the page, those about the day mix.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Moment {
  atMs: number;
  /** `speech` is what somebody said; the window is the speaker. */
  app: string;
  window: string;
  text: string;
  questions: readonly string[];
  isForTuning: boolean;
}

const FIRST_DAY_MS = Date.UTC(2026, 1, 2);
const DAY_MS = 24 * 3_600_000;

export function readMoments(): Moment[] {
  return ['work.txt', 'life.txt']
    .flatMap(readLines)
    .map(([when = '', app = '', window = '', text = '', ...questions], i) => {
      const [day = '', time = ''] = when.split(' ');
      const [hours = 0, minutes = 0] = time.split(':').map(Number);
      const atMs = FIRST_DAY_MS + (Number(day) - 1) * DAY_MS + (hours * 60 + minutes) * 60_000;
      return { atMs, app, window, text, questions, isForTuning: i % 2 === 0 };
    });
}

export interface Question {
  text: string;
  isForTuning: boolean;
  /** Whether a moment answers it. */
  isAnsweredAt(atMs: number): boolean;
}

/** Each page of the weeks is seen three times within this. */
const SEEN_FOR_MS = 40_000;

export function questionsOf(moments: readonly Moment[]): Question[] {
  return moments.flatMap(({ atMs, questions, isForTuning }) =>
    questions.map((text) => ({
      ...{ text, isForTuning },
      isAnsweredAt: (foundMs: number) => Math.abs(foundMs - atMs) <= SEEN_FOR_MS,
    })),
  );
}

/** After the two weeks. */
export const SAMPLE_DAY_MS = FIRST_DAY_MS + 15 * DAY_MS + 9 * 3_600_000;

/** Questions about the sample day; `frameOffsetsMs` are the times of its frames. Every second line is for tuning. */
export function readDayQuestions(frameOffsetsMs: readonly number[]): Question[] {
  const offsetOf = (name: string) => {
    const [hours = 0, minutes = 0, seconds = 0] = name.split(':').map(Number);
    return name.includes(':')
      ? ((hours * 60 + minutes) * 60 + seconds) * 1000
      : (frameOffsetsMs[Number(name) - 1] ?? Number.NaN);
  };
  return readLines('sample-day.txt').flatMap(([answers = '', ...questions], i) => {
    const times = new Set(answers.split(' ').map((name) => SAMPLE_DAY_MS + offsetOf(name)));
    return questions.map((text) => ({
      ...{ text, isForTuning: i % 2 === 0 },
      isAnsweredAt: (foundMs: number) => times.has(foundMs),
    }));
  });
}

function readLines(name: string): string[][] {
  return readFileSync(join(import.meta.dirname, 'weeks', name), 'utf8')
    .split('\n')
    .filter((line) => line.includes('|') && !line.startsWith('#'))
    .map((line) => line.split('|').map((part) => part.trim()));
}
