/** Reads a JSON schema (or a plain map of fields) into the fields of a form, and what was typed back into values. */
import { t } from '../language/message.ts';

export interface Field {
  key: string;
  label: string;
  kind: 'text' | 'number' | 'boolean' | 'choice' | 'list' | 'secret';
  hint: string | undefined;
  choices: string[];
  fallback: unknown;
  isRequired: boolean;
  min: number | undefined;
  max: number | undefined;
}

type Json = Record<string, unknown>;

export function fieldsOf(schema: Json): Field[] {
  const properties = (schema.properties ?? schema) as Json;
  const required = Array.isArray(schema.required) ? (schema.required as string[]) : [];
  return Object.entries(properties).flatMap(([key, about]) =>
    typeof about === 'object' && about !== null
      ? [fieldOf(key, about as Json, required.includes(key))]
      : [],
  );
}

function fieldOf(key: string, about: Json, isRequired: boolean): Field {
  const choices = Array.isArray(about.enum) ? about.enum.map(String) : [];
  const number = (value: unknown) => (typeof value === 'number' ? value : undefined);
  return {
    key,
    label: String(about.title ?? key),
    kind: kindOf(about, choices),
    hint: about.description === undefined ? undefined : String(about.description),
    choices,
    fallback: about.default,
    isRequired: isRequired || about.required === true,
    min: number(about.minimum),
    max: number(about.maximum),
  };
}

function kindOf(about: Json, choices: readonly string[]): Field['kind'] {
  if (choices.length > 0) return 'choice';
  if (about.secret === true || about.format === 'password' || about.type === 'secret')
    return 'secret';
  if (about.type === 'boolean') return 'boolean';
  if (about.type === 'number' || about.type === 'integer') return 'number';
  return about.type === 'array' || about.type === 'list' ? 'list' : 'text';
}

/** `value: undefined` leaves a key as it is. */
export function readValue(
  field: Field,
  typed: FormDataEntryValue | null,
): { value: unknown } | { problem: string } {
  const text = typeof typed === 'string' ? typed.trim() : '';
  if (field.kind === 'boolean') return { value: text === 'true' };
  if (field.kind === 'secret') return { value: text === '' ? undefined : text };
  if (text === '' && field.isRequired)
    return { problem: t('{field} is needed.', { field: field.label }) };
  if (field.kind === 'list')
    return {
      value: text
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean),
    };
  if (field.kind !== 'number') return { value: text };
  if (text === '') return { value: undefined };
  const value = Number(text);
  return Number.isNaN(value)
    ? { problem: t('{field} must be a number.', { field: field.label }) }
    : { value };
}
