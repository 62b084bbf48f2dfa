/** Looks for words in every byte of a folder: what an encrypted store must not hold anywhere. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** First bytes of pictures, videos and recordings, and of a database that anybody can read. */
const CLEAR_FORMATS = [
  '\xff\xd8\xff',
  '\x00\x00\x00\x1cftyp',
  '\x00\x00\x00\x20ftyp',
  'OggS',
  'SQLite format 3',
];

/** `path: what` for each file that holds one of the words, as UTF-8 or UTF-16, or is of a clear format. Lock files hold nothing. */
export function findClear(folder: string, words: readonly string[]): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name !== 'owner.lock',
  );
  return files.flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    const bytes = readFileSync(path);
    const found = words.filter(
      (word) => bytes.includes(word) || bytes.includes(Buffer.from(word, 'utf16le')),
    );
    const head = bytes.toString('latin1', 0, 16);
    const formats = CLEAR_FORMATS.filter((format) => head.startsWith(format));
    return [...found, ...formats].map((what) => `${path}: ${JSON.stringify(what)}`);
  });
}
