/** Compares a catalogue with the messages of the sources: missing, unused, or with other placeholders. Called by `page-messages.ts`. */
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { messageOf } from './extract.ts';
import { isServiceKey } from './service-texts.ts';

export type Catalogue = Readonly<Record<string, string>>;

export function compareCatalogue(keys: readonly string[], translations: Catalogue): string[] {
  const known = new Set(keys);
  return [
    ...keys
      .filter((key) => !translations[key])
      .map((key) => `missing translation: ${JSON.stringify(key)}`),
    ...Object.keys(translations)
      .filter((key) => !known.has(key))
      .map((key) => `unused translation: ${JSON.stringify(key)}`),
    ...keys.flatMap((key) => {
      const translation = translations[key];
      const problem =
        translation && !isServiceKey(key) && differenceOf(messageOf(key), translation);
      return problem ? [`${problem}: ${JSON.stringify(key)}`] : [];
    }),
  ];
}

/** Undefined when a translation can be filled with the same values. */
function differenceOf(message: string, translation: string): string | undefined {
  try {
    const [ours, theirs] = [placeholdersOf(parse(message)), placeholdersOf(parse(translation))];
    const lost = [...ours].filter((one) => !theirs.has(one));
    const added = [...theirs].filter((one) => !ours.has(one));
    if (lost.length > 0) return `translation without ${lost.join(', ')}`;
    if (added.length > 0) return `translation with an unknown ${added.join(', ')}`;
    return undefined;
  } catch (error) {
    return `cannot be read (${(error as Error).message})`;
  }
}

/** `{name}`, `<tag>`, and for a choice its values; the forms of a plural differ from language to language. */
function placeholdersOf(elements: readonly MessageFormatElement[]): Set<string> {
  return new Set(elements.flatMap(placeholdersIn));
}

function placeholdersIn(element: MessageFormatElement): string[] {
  switch (element.type) {
    case TYPE.literal:
    case TYPE.pound:
      return [];
    case TYPE.tag:
      return [`<${element.value}>`, ...element.children.flatMap(placeholdersIn)];
    case TYPE.plural:
    case TYPE.select: {
      const options = Object.entries(element.options);
      const names = element.type === TYPE.select ? options.map(([name]) => `choice ${name}`) : [];
      const inside = options.flatMap(([, { value }]) => value.flatMap(placeholdersIn));
      return [`{${element.value}}`, ...names, ...inside];
    }
    default:
      return [`{${element.value}}`];
  }
}
