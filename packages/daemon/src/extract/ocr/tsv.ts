/** The tab-separated result of Tesseract: one row per page, block, paragraph, line and word; only words matter here. */
import type { StripWord } from '@hindcast/screen-ocr';

const WORD_LEVEL = '5';
const LEVEL = 0;
const LEFT = 6;
const WIDTH = 8;
const CONFIDENCE = 10;
const TEXT = 11;

export function parseTsv(tsv: string): StripWord[] {
  const words: StripWord[] = [];
  for (const row of tsv.split('\n')) {
    const cells = row.split('\t');
    const text = cells[TEXT]?.trim() ?? '';
    if (cells[LEVEL] !== WORD_LEVEL || text === '') continue;
    words.push({
      text,
      confidence: Math.min(1, Math.max(0, Number(cells[CONFIDENCE]) / 100)),
      x: Number(cells[LEFT]),
      width: Number(cells[WIDTH]),
    });
  }
  return words;
}
