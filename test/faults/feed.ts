/**
 * Writers that feed a service through `POST /add` and note what it acknowledged: frames with pictures, words that were said, texts of
 * windows, each with a word that nothing else has.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import type { Random } from './plan.ts';

export interface Written {
  kind: 'ocr' | 'audio' | 'ui';
  id: number;
  word: string;
  appName: string;
  /** `either`: its deletion was asked for, and the answer did not arrive. */
  fate: 'kept' | 'deleted' | 'either';
}

export interface Fed {
  acknowledged: number;
  /** Answers that refused, by code; connections that broke are none. */
  refused: Map<string, number>;
}

const PICTURES = 6;
const WRITERS = 3;
/** Old enough to become video. */
const OLD_MS = 3 * 3_600_000;
const SOUND_SECONDS = 1;

/** Pictures next to the data folder, to be copied by the service. */
export async function makePictures(folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  return await Promise.all(
    Array.from({ length: PICTURES }, async (_, number) => {
      const path = join(folder, `picture-${number}.jpg`);
      const background = { r: 40 * number, g: 90, b: 200 - 30 * number };
      await sharp({ create: { width: 320, height: 200, channels: 3, background } })
        .jpeg()
        .toFile(path);
      return path;
    }),
  );
}

/** A recording where the service keeps its own: `POST /add` names sound files and does not copy them. */
export function makeSound(dataDir: string): string {
  const folder = join(dataDir, 'data', 'added');
  mkdirSync(folder, { recursive: true });
  const samples = Buffer.alloc(16_000 * 2 * SOUND_SECONDS);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(16_000, 24);
  header.writeUInt32LE(32_000, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  const path = join(folder, 'sound.wav');
  writeFileSync(path, Buffer.concat([header, samples]));
  return path;
}

export interface Feed {
  baseUrl: string;
  written: Written[];
  random: Random;
  pictures: readonly string[];
  soundPath: string;
  appName: string;
  writers?: number;
  /** Between two writes of one writer; none unless said. */
  pauseMs?: () => number;
}

let lastWord = 0;

/** Writes until the signal aborts or the service has exited. */
export async function feedUntil(feed: Feed, signal: AbortSignal): Promise<Fed> {
  const fed: Fed = { acknowledged: 0, refused: new Map() };
  async function work(): Promise<void> {
    while (!signal.aborted) {
      const isAnswered = await writeOnce(feed, fed);
      if (!isAnswered) return;
      if (feed.pauseMs) await wait(feed.pauseMs());
    }
  }
  await Promise.all(Array.from({ length: feed.writers ?? WRITERS }, work));
  return fed;
}

/** False when no answer came. */
async function writeOnce(feed: Feed, fed: Fed): Promise<boolean> {
  const { kind, items, content } = newContent(feed);
  try {
    const reply = await fetch(`${feed.baseUrl}/add`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ device_name: 'monitor_1', content }),
    });
    const answer = (await reply.json()) as { ids?: number[]; code?: string };
    if (reply.status !== 200) {
      const code = `${reply.status} ${answer.code}`;
      fed.refused.set(code, (fed.refused.get(code) ?? 0) + 1);
      return true;
    }
    for (const [index, id] of (answer.ids ?? []).entries()) {
      feed.written.push({
        kind,
        id,
        word: items[index] ?? '',
        appName: feed.appName,
        fate: 'kept',
      });
    }
    fed.acknowledged += items.length;
    return true;
  } catch {
    return false;
  }
}

function newContent({ random, pictures, soundPath, appName }: Feed) {
  const items = Array.from({ length: 1 + random.upTo(3) }, () => {
    lastWord += 1;
    return `faultword${lastWord}x`;
  });
  const dice = random.upTo(10);
  if (dice < 6) {
    const isOld = random.upTo(2) === 0;
    const frame = (word: string) => ({
      file_path: pictures[random.upTo(pictures.length)],
      app_name: appName,
      window_name: `window ${random.upTo(5)}`,
      ocr_results: [{ text: `${word} on the screen` }],
      ...(isOld && { timestamp: new Date(Date.now() - OLD_MS).toISOString() }),
    });
    const content = { content_type: 'frames', data: items.map(frame) };
    return { kind: 'ocr', items, content } as const;
  }
  if (dice < 8) {
    const said = (word: string) => ({ transcription: `${word} was said`, file_path: soundPath });
    const content = { content_type: 'transcription', data: items.map(said) };
    return { kind: 'audio', items, content } as const;
  }
  const shown = (word: string) => ({ text: `${word} in a window`, app_name: appName });
  return { kind: 'ui', items, content: { content_type: 'ui', data: items.map(shown) } } as const;
}
