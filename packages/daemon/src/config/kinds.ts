/**
 * The kinds of value a setting can have. A kind reads text (environment, command line) and JSON (the file), and says in words
 * what it expects; it never decides where a value comes from.
 */
export interface Kind<T> {
  /** Completes the sentence "port must be …". */
  readonly expects: string;
  /** For a form. */
  readonly type: 'integer' | 'boolean' | 'choice' | 'text' | 'list';
  readonly choices?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  /** The value, or undefined when the text is not one. */
  fromText(text: string): T | undefined;
  /** The value, or undefined when the JSON value is not one. */
  fromJson(value: unknown): T | undefined;
}

export function wholeNumber(min: number, max: number): Kind<number> {
  const accept = (value: number) =>
    Number.isInteger(value) && value >= min && value <= max ? value : undefined;
  return {
    expects: `a whole number from ${min} to ${max}`,
    type: 'integer',
    min,
    max,
    fromText: (text) => (/^\d+$/.test(text) ? accept(Number(text)) : undefined),
    fromJson: (value) => (typeof value === 'number' ? accept(value) : undefined),
  };
}

const TRUE_WORDS: readonly string[] = ['true', '1', 'yes', 'on'];
const FALSE_WORDS: readonly string[] = ['false', '0', 'no', 'off'];

export const yesNo: Kind<boolean> = {
  expects: 'true or false',
  type: 'boolean',
  fromText(text) {
    const word = text.toLowerCase();
    if (TRUE_WORDS.includes(word)) return true;
    return FALSE_WORDS.includes(word) ? false : undefined;
  },
  fromJson: (value) => (typeof value === 'boolean' ? value : undefined),
};

export function oneOf<const T extends string>(words: readonly T[]): Kind<T> {
  const find = (value: unknown) => words.find((word) => word === value);
  return {
    expects: `one of ${words.join(', ')}`,
    type: 'choice',
    choices: words,
    fromText: find,
    fromJson: find,
  };
}

/** A text that must have some form; `pattern` judges it whole. */
export function text(expects: string, pattern: RegExp): Kind<string> {
  const accept = (value: string) => (pattern.test(value) ? value : undefined);
  return {
    expects,
    type: 'text',
    fromText: accept,
    fromJson: (value) => (typeof value === 'string' ? accept(value) : undefined),
  };
}

/** A number of days, or "forever"; as text, because that is what both have in common. */
export const daysOrForever: Kind<string> = {
  ...text('"forever" or a number of days from 1 to 99999', /^(forever|[1-9]\d{0,4})$/),
  fromJson(value) {
    const asText = typeof value === 'number' ? String(value) : value;
    return typeof asText === 'string' ? daysOrForever.fromText(asText) : undefined;
  },
};

/** Several values: separated by commas as text, an array as JSON. */
export function listOf<T>(item: Kind<T>): Kind<readonly T[]> {
  const all = (values: (T | undefined)[]): readonly T[] | undefined =>
    values.every((value) => value !== undefined) ? Object.freeze(values) : undefined;
  return {
    expects: `a list of ${item.expects}`,
    type: 'list',
    fromText: (line) =>
      all(
        line
          .split(',')
          .map((part) => part.trim())
          .filter((part) => part !== '')
          .map((part) => item.fromText(part)),
      ),
    fromJson: (value) =>
      Array.isArray(value) ? all(value.map((part) => item.fromJson(part))) : undefined,
  };
}
