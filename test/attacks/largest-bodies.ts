/** The longest bodies that an endpoint takes, and such that it does not take: for `requests.test.ts`. */

const MB = 1024 * 1024;
/** Just below what a body may have. */
const MOST_BYTES = 4 * MB - 1024;

export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  /** Of a record, the schema of every field. */
  additionalProperties?: Schema;
  maxProperties?: number;
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  maxItems?: number;
  maxLength?: number;
  minimum?: number;
}

/** The longest value that a schema takes, with lists and records cut so that all of it fits. */
export function longest(schema: Schema, depth = 0): unknown {
  const fixed = schema.const ?? schema.enum?.[0];
  if (fixed !== undefined) return fixed;
  if (schema.anyOf !== undefined) return longest(longestForm(schema.anyOf), depth);
  if (schema.type === 'array') {
    const item = longest(schema.items ?? {}, depth + 1);
    return Array(fitting(item, schema.maxItems ?? 0, depth)).fill(item);
  }
  if (schema.type === 'object') {
    return { ...longestRecord(schema, depth), ...ofFields(schema, (of) => longest(of, depth + 1)) };
  }
  if (schema.type === 'string') return longestText(schema, depth);
  return schema.type === 'boolean' ? false : (schema.minimum ?? 1);
}

function longestRecord({ additionalProperties, maxProperties = 0 }: Schema, depth: number) {
  if (additionalProperties === undefined) return {};
  const value = longest(additionalProperties, depth + 1);
  const count = fitting(value, maxProperties, depth);
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, value]));
}

function fitting(item: unknown, most: number, depth: number): number {
  const room = depth > 1 ? 100_000 : 3 * MB;
  return Math.max(1, Math.min(most, Math.floor(room / (JSON.stringify(item).length + 10))));
}

function longestText({ maxLength = 100 }: Schema, depth: number): string {
  return 'x'.repeat(Math.min(maxLength, depth > 2 ? 100 : MB));
}

function longestForm(forms: Schema[]): Schema {
  const all = forms.flatMap(function flat(form): Schema[] {
    return form.anyOf?.flatMap(flat) ?? [form];
  });
  return all.find(({ type }) => type === 'array') ?? all[0] ?? {};
}

function ofFields(schema: Schema, toValue: (of: Schema) => unknown): Record<string, unknown> {
  const fields = Object.entries(schema.properties ?? {});
  return Object.fromEntries(fields.map(([name, of]) => [name, toValue(of)]));
}

/** Every list and every text of a value, made wrong and far too long. */
export function overlong(schema: Schema, item: unknown): unknown {
  if (schema.anyOf !== undefined) return overlong(longestForm(schema.anyOf), item);
  if (schema.type === 'object') {
    const { additionalProperties } = schema;
    const any = additionalProperties && { words: overlong(additionalProperties, item) };
    return { ...any, ...ofFields(schema, (of) => overlong(of, item)) };
  }
  if (schema.type === 'array' || schema.type === undefined) return Array(200_000).fill(item);
  return schema.type === 'string' ? 'x'.repeat(MB) : { wrong: true };
}

/** Of the first form that has fields. */
function namesOf({ properties, anyOf = [] }: Schema): string[] {
  if (properties !== undefined) return Object.keys(properties);
  return anyOf.map(namesOf).find((names) => names.length > 0) ?? [];
}

const text = '1'.repeat(MOST_BYTES - 100);
const items = (item: string) => `[${Array(900_000).fill(item).join()}]`;
const texts = items('"a"');
const numbers = items('1');
export const manyKeys = Array.from({ length: 330_000 }, (_, at) => `"k${at}":1`).join();

/** As large as a body may be, whatever the schema says. `first` is a field that stands before all others. */
export function largeBodies(schema: Schema = {}, first = ''): string[] {
  const known = namesOf(schema);
  const names = [...(known.length === 0 ? ['words'] : known), 'unknown'];
  return [
    `{${first}${manyKeys}}`,
    numbers,
    `{${first}${JSON.stringify(text)}:{}}`,
    ...names.flatMap((name) => [
      `{${first}"${name}":${texts}}`,
      `{${first}"${name}":${JSON.stringify(text)}}`,
    ]),
    `{${first}"${names[0]}":{${manyKeys}}}`,
  ];
}
