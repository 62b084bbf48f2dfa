/**
 * A year of screen and audio text that nobody lived (ten years from ten million frames on): Zipf-distributed words, working days with
 * bursts, one app and window at a time, topics that repeat within a session, 10 % audio and
 * 20 % UI text. The same seed gives the same corpus, so figures can be compared between runs.
 */

export interface BenchDocument {
  kind: 'ocr' | 'audio' | 'ui';
  atMs: number;
  app: string;
  window: string;
  url: string | undefined;
  device: string;
  speaker: number | undefined;
  text: string;
}

export type Random = () => number;

/** mulberry32: small, fast and the same on every machine. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

// As many three-letter beginnings as English has (some 2,500), so that prefixes cost what they would.
const ONSETS =
  'b c d f g h j k l m n p qu r s t v w x y z bl br ch cl cr dr fl fr gl gr kn pl pr sc sh sk sl sp st str sw th tr tw wh wr'.split(
    ' ',
  );
const VOWELS = 'a e i o u'.split(' ');
const CODAS = 'b ck d f g l ll m n nd ng nt p r rd rk rt s sh st t th x y'.split(' ');
const VOCABULARY_SIZE = 60_000;

/** Invented words, most frequent first; frequent words are shorter, as in real languages. */
export function vocabulary(): string[] {
  const random = seededRandom(7);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const words = new Set<string>();
  while (words.size < VOCABULARY_SIZE) {
    const syllables = words.size < 400 ? 1 : words.size < 8_000 ? 2 : 3;
    let word = '';
    if (random() < 0.2) word += pick(VOWELS);
    for (let i = 0; i < syllables; i++) word += pick(ONSETS) + pick(VOWELS) + pick(CODAS);
    words.add(word);
  }
  return [...words];
}

export const APPS = [
  'Firefox', 'Code', 'Terminal', 'Slack', 'Thunderbird', 'Writer', 'Calc', 'Zoom', 'Files', 'Figma',
  'Notes', 'Spotify', 'Signal', 'GIMP', 'Blender', 'Calendar', 'Obsidian', 'Steam', 'Settings', 'Maps',
]; // biome-ignore format: a list reads better in rows

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Everything of it is older. */
export const CORPUS_END_MS = Date.UTC(2026, 9, 31, 22);
const WINDOWS_PER_APP = 600;
/** More than these take more years, as they would for a person. */
const FRAMES_A_YEAR = 1_000_000;
export const SPEAKERS = 17;

/** Documents in order of time; `frames` OCR documents, and audio and UI text in proportion. */
export function* corpus(options: { frames: number; seed: number }): Generator<BenchDocument> {
  const random = seededRandom(options.seed);
  const burst = burstMaker(random);
  const total = Math.round(options.frames * 1.3);
  const days = Math.max(365, Math.round((options.frames / FRAMES_A_YEAR) * 365));
  const startMs = CORPUS_END_MS - days * DAY_MS;
  let left = total;
  for (let day = 0; day < days && left > 0; day++) {
    const busy =
      day === days - 1 ? left : Math.min(left, Math.round((total / days) * (0.4 + 1.2 * random())));
    left -= busy;
    const stepMs = (11 * HOUR_MS) / busy;
    let atMs = startMs + day * DAY_MS + 8 * HOUR_MS + random() * HOUR_MS;
    for (let done = 0; done < busy; ) {
      const length = Math.min(busy - done, 5 + Math.floor(random() * 60));
      const next = burst();
      for (let i = 0; i < length; i++, done++) {
        atMs += stepMs * (0.2 + 1.6 * random());
        yield next(Math.round(atMs));
      }
    }
  }
}

/** A burst stays in one window and on one topic. */
function burstMaker(random: Random): () => (atMs: number) => BenchDocument {
  const words = vocabulary();
  const zipf = zipfSampler(words.length, random);
  const wordAt = (rank: number) => words[rank] as string;
  return () => {
    const app = APPS[Math.floor(random() ** 2.2 * APPS.length)] as string;
    const windowNo = Math.floor(random() ** 1.5 * WINDOWS_PER_APP);
    const topic = Math.floor(random() * 3_000);
    const title = `${wordAt(60 + ((windowNo * 31 + app.length * 7) % 9_000))} ${wordAt(60 + ((windowNo * 17) % 3_000))} ${windowNo}`;
    const url =
      app === 'Firefox' ? `https://${wordAt(windowNo % 400)}.example/${windowNo}` : undefined;
    const topicWord = () => wordAt(60 + ((topic * 97 + Math.floor(random() * 40)) % 20_000));
    const textOf = (length: number) => {
      let text = '';
      for (let i = 0; i < length; i++) text += `${random() < 0.15 ? topicWord() : wordAt(zipf())} `;
      return text;
    };
    return (atMs) => {
      const roll = random() * 1.3;
      if (roll >= 1 && roll < 1.1) {
        const speaker = 1 + Math.floor(random() * SPEAKERS);
        const spoken = textOf(8 + random() * 25);
        const place = { app: '', window: '', url: undefined, device: 'Desk Mic' };
        return { kind: 'audio', atMs, ...place, speaker, text: spoken };
      }
      const place = { app, window: `${title} - ${app}`, url, device: 'monitor_1' };
      const text = textOf(25 + random() * 65);
      return { kind: roll < 1 ? 'ocr' : 'ui', atMs, ...place, speaker: undefined, text };
    };
  };
}

/** How many parts of the cumulative table have their first rank noted, so that a search in it takes few steps. */
const GUIDES = 65_536;

/** Ranks with probability ~ 1/(rank+2.7)^1.05, by inverted cumulative table. */
function zipfSampler(size: number, random: Random): () => number {
  const cumulative = new Float64Array(size);
  let sum = 0;
  for (let i = 0; i < size; i++) {
    sum += 1 / (i + 2.7) ** 1.05;
    cumulative[i] = sum;
  }
  const firstRanks = new Uint16Array(GUIDES + 2);
  for (let guide = 0, rank = 0; guide < firstRanks.length; guide++) {
    while (rank < size - 1 && (cumulative[rank] as number) < (guide / GUIDES) * sum) rank += 1;
    firstRanks[guide] = rank;
  }
  return () => {
    const share = random();
    const target = share * sum;
    const guide = Math.floor(share * GUIDES);
    // One rank of room on both sides: the bounds of a part are rounded.
    let low = Math.max(0, (firstRanks[guide] as number) - 1);
    let high = Math.min(size - 1, (firstRanks[guide + 1] as number) + 1);
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((cumulative[middle] as number) < target) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
