/**
 * What the sample monitor shows after the sample day: a tide table in a terminal, and notes about it in an editor. Every scene follows
 * from its instant alone, so none comes twice and a restart needs no memory. It speaks of other things than the day, so that searches
 * for the day find the day. Called by `sample-desktop.ts`.
 */

/** Calm, and yet often enough that coverage counts the time as captured. */
export const SCENE_MS = 45_000;

// A person stays in one window for a few scenes.
const SCENES_PER_WINDOW = 3;

const PORTS = ['Tromso', 'Lisbon', 'Galway', 'Split', 'Cadiz', 'Nuuk', 'Oulu', 'Valparaiso'];
const FLOWS = ['ebbing', 'flooding', 'slack water', 'neap', 'spring tide'];
const NOTES = [
  'seaweed in the tide gauge',
  'swell masks the tide',
  'ebb outruns the gauge',
  'gauge agrees',
  'quay is flooded',
];

export interface LiveScene {
  /** Consecutive scenes have consecutive numbers. */
  readonly index: number;
  readonly app: 'Terminal' | 'Inkstone';
  readonly title: string;
  /** Printable ASCII. */
  readonly lines: readonly string[];
}

export function liveScene(atMs: number): LiveScene {
  const index = Math.floor(atMs / SCENE_MS);
  const isNotes = Math.floor(index / SCENES_PER_WINDOW) % 2 === 1;
  return { index, ...(isNotes ? notes(index) : table(index)) };
}

/** When the next scene begins. */
export function nextSceneAtMs(atMs: number): number {
  return (Math.floor(atMs / SCENE_MS) + 1) * SCENE_MS;
}

function table(index: number): Omit<LiveScene, 'index'> {
  const rows = PORTS.map((port, i) => {
    const { metres, knots } = tide(index, i);
    const flow = pick(FLOWS, index, i);
    return `${port.padEnd(14)}${metres.padStart(8)}${knots.padStart(8)}   ${flow}`;
  });
  return {
    app: 'Terminal',
    title: 'tides',
    lines: ['$ tides', `${stampOf(index)} UTC`, '', 'Harbour       Metres   Knots   Flow', ...rows],
  };
}

function notes(index: number): Omit<LiveScene, 'index'> {
  const entries = [0, 1, 2].map((i) => [
    `## ${pick(PORTS, index, i + 10)} at ${stampOf(index)}`,
    `${tide(index, i).metres} metres, ${pick(FLOWS, index, i + 20)}`,
    `- ${pick(NOTES, index, i + 30)}`,
    '',
  ]);
  return { app: 'Inkstone', title: 'tides.md', lines: ['# Tides', '', ...entries.flat()] };
}

function tide(index: number, salt: number) {
  return {
    metres: (noise(index, salt) * 9).toFixed(2),
    knots: (noise(index, salt + 50) * 4).toFixed(1),
  };
}

function stampOf(index: number): string {
  return new Date(index * SCENE_MS).toISOString().slice(0, 19).replace('T', ' ');
}

function pick(words: readonly string[], index: number, salt: number): string {
  return words[Math.floor(noise(index, salt + 200) * words.length)] ?? '';
}

/** 0..1, the same for the same numbers: an integer hash (Murmur3's last step). */
function noise(index: number, salt: number): number {
  let hash = Math.imul(index, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
