/**
 * Texts in the language of the page. The English message (ICU MessageFormat) stands where it is used, is the key of its translations, and
 * types its placeholders. `scripts/page-messages.ts` finds all of them, so a message is always written out as a literal.
 */
import type { GetICUArgs } from '@schummar/icu-type-parser';
import { IntlMessageFormat } from 'intl-messageformat';
import { Children, type ReactNode } from 'react';
import { catalogue, language } from './language.ts';

type Values<Message extends string, Text> = GetICUArgs<
  Message,
  { ICUArgument: Text; ICUNumberArgument: number; ICUDateArgument: number | Date }
>;
type Given<Wanted> = keyof Wanted extends never ? [] : [values: Wanted];

/** `<b>…</b>` in a message becomes what `b` makes of its content. */
type Tags<Message> = Message extends `${string}<${infer Tag}>${infer Rest}`
  ? (Tag extends `/${string}` ? never : Tag) | Tags<Rest>
  : never;
type Rich<Message extends string> = Values<Message, ReactNode> &
  Record<Tags<Message>, (content: ReactNode) => ReactNode>;

const made = new Map<string, IntlMessageFormat>();

function formatOf(key: string, message: string): IntlMessageFormat {
  const known = made.get(key);
  if (known) return known;
  const translation = catalogue[key];
  const format =
    translation === undefined
      ? new IntlMessageFormat(message, 'en-GB')
      : new IntlMessageFormat(translation, language.locale);
  made.set(key, format);
  return format;
}

export function t<const Message extends string>(
  message: Message,
  ...[values]: Given<Values<Message, string | number>>
): string {
  return String(formatOf(message, message).format(values as Record<string, string>));
}

/** For a word that is translated in more than one way: the context says which. */
export function inContext<const Message extends string>(
  context: string,
  message: Message,
  ...[values]: Given<Values<Message, string | number>>
): string {
  const key = `${context}|${message}`;
  return String(formatOf(key, message).format(values as Record<string, string>));
}

/**
 * A text that the service sends: the description of a setting, or one of its choices. It is plain text, never parsed as a message. One
 * that the catalogue does not have, as of a newer service, stands for itself.
 */
export function serviceText(context: 'setting' | 'choice', text: string): string {
  return catalogue[`${context}|${text}`] ?? text;
}

/** A message with elements in it. */
export function rich<const Message extends string>(
  message: Message,
  values: Rich<Message>,
): ReactNode {
  const parts = formatOf(message, message).format<ReactNode>(values as Record<string, ReactNode>);
  return Children.toArray(parts as ReactNode);
}

const lists = {
  and: new Intl.ListFormat(language.locale, { type: 'conjunction' }),
  or: new Intl.ListFormat(language.locale, { type: 'disjunction' }),
  comma: new Intl.ListFormat(language.locale, { type: 'unit', style: 'short' }),
};

/** `Mail, Chat and Code` */
export const listed = (values: Iterable<string>, joint: keyof typeof lists = 'and') =>
  lists[joint].format(values);
