/** Which part of a frame's text is the accessibility tree's, when OCR added the rest. */
import { characterCount } from '../content/documents.ts';
import type { FrameContent } from './format.ts';

/** In Unicode characters; null when the text is all of one kind, or does not begin with that of the tree. */
export function treeTextLength(
  textSource: string | null | undefined,
  { text, elements }: Pick<FrameContent, 'text' | 'elements'>,
): number | null {
  if (textSource !== 'hybrid') return null;
  const tree = elements
    .flatMap((element) => (element.source === 'accessibility' ? (element.text ?? []) : []))
    .join('\n');
  const isFirst = tree !== '' && (text === tree || text.startsWith(`${tree}\n`));
  return isFirst ? characterCount(tree) : null;
}
