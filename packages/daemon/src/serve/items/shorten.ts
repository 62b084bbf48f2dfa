/** `max_content_length`: shortens long texts in the middle, counted in Unicode characters. */
import type { WireItem } from './schema.ts';

/** Shortens the text of each item in place; a page is built for one answer and used once. */
export function shortenItems(items: readonly WireItem[], maxCharacters: number): void {
  for (const item of items) {
    switch (item.type) {
      case 'OCR':
      case 'UI':
        item.content.text = shorten(item.content.text, maxCharacters);
        break;
      case 'Audio':
        item.content.transcription = shorten(item.content.transcription, maxCharacters);
        break;
      case 'Input':
        if (item.content.text_content !== null) {
          item.content.text_content = shorten(item.content.text_content, maxCharacters);
        }
        break;
      case 'Memory':
        item.content.content = shorten(item.content.content, maxCharacters);
        break;
    }
  }
}

/** The first half, a marker with the number of removed characters, the last half. */
export function shorten(text: string, maxCharacters: number): string {
  // A character is one or two units, so short texts need no counting.
  if (text.length <= maxCharacters) return text;
  const characters = [...text];
  const removed = characters.length - maxCharacters;
  if (removed <= 0) return text;
  const head = Math.ceil(maxCharacters / 2);
  const first = characters.slice(0, head).join('');
  const last = characters.slice(head + removed).join('');
  return `${first}… [${removed} characters removed] …${last}`;
}
