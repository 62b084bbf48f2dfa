/** The goals of the bench, and how figures are printed next to them. A ratio of 1 or less meets a goal. */
import { loadavg } from 'node:os';
import { print } from '../search/measuring.ts';

export const GOALS = {
  share: 99.3,
  worstPage: 95,
  /** Words that a search finds, by script. */
  unspacedWords: 98,
  rightToLeftWords: 95,
  /** Kept of a line in a script that no network knows. */
  unknownWords: 0.1,
  freshMs: 350,
  worstFreshMs: 700,
  typingMs: 25,
  blinkMs: 6,
  meanMs: 80,
  movingMs: 120,
  memoryMb: 90,
};

export const load = () => loadavg()[0]?.toFixed(1);
export const share = (value: number) => value.toFixed(1).padStart(6);
export const ms = (value: number) => value.toFixed(0).padStart(6);
export const mean = (values: readonly number[]) =>
  values.reduce((a, b) => a + b, 0) / values.length;

export function goal(name: string, value: number, limit: number, unit: string): void {
  const ratio = (value / limit).toFixed(2);
  print(
    `  ${name.padEnd(34)} ${value.toFixed(limit < 1 ? 2 : 1)} ${unit}, goal ${limit}: ratio ${ratio}`,
  );
}

export function goalShare(name: string, value: number, least: number): void {
  const ratio = ((100 - value) / (100 - least)).toFixed(2);
  print(`  ${name.padEnd(34)} ${value.toFixed(1)} %, goal ${least}: ratio of errors ${ratio}`);
}
