/** The program `tesseract`, for comparison, where it is installed. It reads with its default settings on one core. */
import { spawn, spawnSync } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import type { OcrImage } from '@hindcast/screen-ocr';
import sharp from 'sharp';
import type { Script } from './fonts.ts';
import type { ReadText } from './score.ts';

const LANGUAGES: Readonly<Record<Script | 'english', string>> = {
  english: 'eng',
  chinese: 'chi_sim',
  japanese: 'jpn',
  korean: 'kor',
  arabic: 'ara',
  hebrew: 'heb',
  russian: 'rus',
  german: 'deu',
};
// Columns of its table: level, page, block, paragraph, line, word, …, text.
const LINE_COLUMNS = [1, 2, 3, 4];
const TEXT_COLUMN = 11;

export type Tesseract = (
  image: OcrImage,
  script: Script | 'english',
) => Promise<ReadText | undefined>;

/** Undefined when it is not installed. The reader itself gives undefined for a language without data. */
export function findTesseract(): Tesseract | undefined {
  const listed = spawnSync('tesseract', ['--list-langs'], { encoding: 'utf8' });
  if (listed.status !== 0) return undefined;
  const installed = new Set(listed.stdout.split('\n'));
  return async (image, script) => {
    const language = LANGUAGES[script];
    if (!installed.has(language)) return undefined;
    const languages = script === 'english' ? language : `${language}+eng`;
    return linesOf(await run(image, languages));
  };
}

async function run(image: OcrImage, languages: string): Promise<string> {
  const { width, height, pixels } = image;
  const png = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
  const child = spawn('tesseract', ['stdin', 'stdout', '-l', languages, 'tsv'], {
    env: { ...process.env, OMP_THREAD_LIMIT: '1' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.stdin.end(png);
  return (await buffer(child.stdout)).toString();
}

function linesOf(table: string): ReadText {
  const lines = new Map<string, string[]>();
  for (const row of table.split('\n').slice(1)) {
    const columns = row.split('\t');
    const text = columns[TEXT_COLUMN]?.trim() ?? '';
    if (text === '') continue;
    const line = LINE_COLUMNS.map((column) => columns[column]).join(' ');
    lines.set(line, [...(lines.get(line) ?? []), text]);
  }
  return {
    lines: [...lines.values()].map((words) => ({
      text: words.join(' '),
      words: words.map((text) => ({ text })),
    })),
  };
}
