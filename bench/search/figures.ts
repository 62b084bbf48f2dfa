/** The figures of each size, kept next to its store, and the plot of cost against size that is made of them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Figures {
  readonly frames: number;
  /** CPU milliseconds at p95, by the name of the row. */
  readonly p95: Readonly<Record<string, number>>;
  /** Of whole tasks, in seconds of CPU, or of wall time where the name says so. */
  readonly tasks: Readonly<Record<string, number>>;
}

const FILE = 'figures.json';
const SIZES = [10_000, 100_000, 1_000_000, 3_000_000, 10_000_000];
const WIDTH = 860;
const HEIGHT = 460;
const FRAME = { left: 64, right: 250, top: 24, bottom: 44 };
const LEAST_MS = 0.05;
const MOST_MS = 1_000;
const COLOURS = [
  '#1b6ca8',
  '#c0392b',
  '#2e8b57',
  '#8e5ea2',
  '#d08700',
  '#5d6d7e',
  '#0b7a75',
  '#a23b72',
];
/** The rows that stand for the others. */
const SHOWN = [
  'rare word',
  'common word',
  '3 common words',
  'prefix of 2 letters',
  'phrase of 2 top-30 words',
  'window part, common',
  'timeline, deep offset',
  'facets, common word',
];

export function keepFigures(dataDir: string, figures: Figures): void {
  writeFileSync(join(dataDir, FILE), `${JSON.stringify(figures, undefined, 2)}\n`);
}

/** `folder` has a folder for each size. Undefined when there are fewer than two. */
export function plotFigures(folder: string): string | undefined {
  const found = SIZES.flatMap((frames) => {
    const file = join(folder, `search-${frames}`, FILE);
    return existsSync(file) ? [JSON.parse(readFileSync(file, 'utf8')) as Figures] : [];
  });
  return found.length < 2 ? undefined : svgOf(found);
}

function svgOf(figures: readonly Figures[]): string {
  const right = WIDTH - FRAME.right;
  const bottom = HEIGHT - FRAME.bottom;
  const xOf = (frames: number) =>
    FRAME.left + ((Math.log10(frames) - 4) / 3) * (right - FRAME.left);
  const yOf = (ms: number) => {
    const share = Math.log10(Math.max(ms, LEAST_MS) / LEAST_MS) / Math.log10(MOST_MS / LEAST_MS);
    return bottom - share * (bottom - FRAME.top);
  };
  const text = (x: number, y: number, anchor: string, label: string) =>
    `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${label}</text>`;
  const grid = [0.1, 1, 10, 100, 1_000].flatMap((ms) => [
    `<line x1="${FRAME.left}" y1="${yOf(ms).toFixed(1)}" x2="${right}" y2="${yOf(ms).toFixed(1)}" stroke="#ddd"/>`,
    text(FRAME.left - 8, yOf(ms) + 4, 'end', `${ms} ms`),
  ]);
  const sizes = SIZES.map((frames) =>
    text(xOf(frames), bottom + 20, 'middle', frames.toLocaleString('en')),
  );
  const goal = `<line x1="${FRAME.left}" y1="${yOf(50).toFixed(1)}" x2="${right}" y2="${yOf(50).toFixed(1)}" stroke="#c0392b" stroke-dasharray="5 4"/>`;
  const lines = SHOWN.flatMap((name, at) => {
    const points = figures.flatMap(({ frames, p95 }) => {
      const ms = p95[name];
      return ms === undefined ? [] : [`${xOf(frames).toFixed(1)},${yOf(ms).toFixed(1)}`];
    });
    const colour = COLOURS[at % COLOURS.length];
    const y = FRAME.top + 14 + at * 22;
    return [
      `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      `<line x1="${right + 16}" y1="${y - 4}" x2="${right + 40}" y2="${y - 4}" stroke="${colour}" stroke-width="2"/>`,
      text(right + 46, y, 'start', name),
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="#333">`,
    '<title>CPU of a query at p95 against the number of frames in the store</title>',
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    ...grid,
    ...sizes,
    goal,
    ...lines,
    text(
      (FRAME.left + right) / 2,
      HEIGHT - 6,
      'middle',
      'frames in the store; CPU of a query, p95; dashed: 50 ms',
    ),
    '</svg>\n',
  ].join('\n');
}
