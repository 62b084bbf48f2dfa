/**
 * What the sample monitor shows after the sample day: readings of weather stations in a terminal, and notes about them in an editor.
 * Every scene follows from its instant alone, so none comes twice and a restart needs no memory. Called by `sample-desktop.ts`.
 */

/** Calm, and yet often enough that coverage counts the time as captured. */
export const SCENE_MS = 45_000;

// A person stays in one window for a few scenes.
const SCENES_PER_WINDOW = 3;

const STATIONS = ['Bremen', 'Hamburg', 'Osaka', 'Suzhou', 'Tromso', 'Lisbon', 'Quito', 'Oulu'];
const SKIES = ['clear', 'thin cloud', 'overcast', 'light rain', 'fog on the ground', 'sleet'];
const TASKS = [
  'check the gasket at the next visit',
  'compare with the glass barometer',
  'ask for a photo of the mast',
  'battery can wait for spring',
  'send the curve to Priya',
  'nothing to do',
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
  return { index, ...(isNotes ? notes(index) : readings(index)) };
}

/** When the next scene begins. */
export function nextSceneAtMs(atMs: number): number {
  return (Math.floor(atMs / SCENE_MS) + 1) * SCENE_MS;
}

function readings(index: number): Omit<LiveScene, 'index'> {
  const rows = STATIONS.map((station, i) => {
    const { celsius, hectopascal, wind, volt } = reading(index, i);
    return `${station.padEnd(12)}${celsius.padStart(8)}${hectopascal.padStart(12)}${wind.padStart(10)}${volt.padStart(10)}`;
  });
  return {
    app: 'Terminal',
    title: 'petrel watch',
    lines: [
      'mara@workbench:~$ petrel watch --all',
      `Readings of ${stampOf(index)} UTC`,
      '',
      'Station       Temp C         hPa      Wind      Volt',
      ...rows,
      '',
      `${STATIONS.length} stations, report ${index}`,
    ],
  };
}

function notes(index: number): Omit<LiveScene, 'index'> {
  const entries = [0, 1, 2].map((i) => {
    const { celsius, hectopascal } = reading(index, i);
    const sky = pick(SKIES, index, i);
    return [
      `## ${pick(STATIONS, index, i + 3)} at ${stampOf(index)}`,
      `${celsius} degrees, ${hectopascal} hPa, ${sky}`,
      `- ${pick(TASKS, index, i + 6)}`,
      '',
    ];
  });
  return {
    app: 'Inkstone',
    title: 'station-log.md',
    lines: ['# Station log', '', ...entries.flat()],
  };
}

function reading(index: number, station: number) {
  return {
    celsius: (noise(index, station) * 30 - 8).toFixed(1),
    hectopascal: (990 + noise(index, station + 50) * 40).toFixed(1),
    wind: (noise(index, station + 100) * 14).toFixed(1),
    volt: (3.5 + noise(index, station + 150) * 0.6).toFixed(2),
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
