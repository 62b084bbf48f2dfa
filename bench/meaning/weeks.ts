/**
 * Two invented weeks with questions about them, written before any of them was searched for. Half of the moments are for tuning; the other
 * half only measures.
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
  const lines = ['work.txt', 'life.txt'].flatMap((name) =>
    readFileSync(join(import.meta.dirname, 'weeks', name), 'utf8').split('\n'),
  );
  return lines
    .filter((line) => line.includes('|') && !line.startsWith('#'))
    .map((line, i) => {
      const [when = '', app = '', window = '', text = '', ...questions] = line
        .split('|')
        .map((part) => part.trim());
      const [day = '', time = ''] = when.split(' ');
      const [hours = 0, minutes = 0] = time.split(':').map(Number);
      const atMs = FIRST_DAY_MS + (Number(day) - 1) * DAY_MS + (hours * 60 + minutes) * 60_000;
      return { atMs, app, window, text, questions, isForTuning: i % 2 === 0 };
    });
}
