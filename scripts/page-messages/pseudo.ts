/** A catalogue to look at the layout with: English from right to left and a third longer. Called by `page-messages.ts`. */
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js';
import type { Catalogue } from './compare.ts';
import { isServiceKey } from './service-texts.ts';

/** The code that CLDR gives to such a locale. */
export const PSEUDO = 'ar-XB';

const MIRROR = ['\u202e', '\u202c'] as const;
const LONGER = 0.35;

export function pseudoOf(english: Catalogue): Catalogue {
  return Object.fromEntries(
    Object.entries(english).map(([key, message]) => [
      key,
      isServiceKey(key) ? mirrored(message) : printAST(parse(message).map(changed)),
    ]),
  );
}

function changed(element: MessageFormatElement): MessageFormatElement {
  if (element.type === TYPE.literal) return { ...element, value: mirrored(element.value) };
  if (element.type === TYPE.tag) return { ...element, children: element.children.map(changed) };
  if (element.type !== TYPE.plural && element.type !== TYPE.select) return element;
  const options = Object.entries(element.options).map(([name, option]) => [
    name,
    { ...option, value: option.value.map(changed) },
  ]);
  return { ...element, options: Object.fromEntries(options) };
}

/** Spaces at the ends stay outside, where they part the text from a placeholder. */
function mirrored(text: string): string {
  const words = text.trim();
  if (!/\p{L}{2}/u.test(words)) return text;
  const more = '·'.repeat(Math.ceil(words.length * LONGER));
  return text.replace(words, () => `${MIRROR[0]}${words}${more}${MIRROR[1]}`);
}
