/**
 * Query and path parameters: each is declared once and gives both its documentation (a JSON schema
 * for OpenAPI) and its parser. An empty value counts as absent, unknown parameters are ignored,
 * and what cannot be read is a 400 that names the parameter and what it accepts.
 */
import { type TObject, type TSchema, Type } from 'typebox';
import { InvalidParameterError } from './request-errors.ts';
import { ACCEPTED_TIMES, parseEndTime, parseTime } from './time.ts';

export interface Parameter<T> {
  readonly schema: TSchema;
  readonly required: boolean;
  /** Whether it may be given several times; the values then count as one list. */
  readonly repeatable?: boolean;
  /** What several values mean, where they are not one list. */
  readonly several?: (values: readonly string[]) => T;
  /** The value when the caller gave none; throws when there must be one. */
  absent(field: string): T;
  parse(raw: string, field: string, nowMs: number): T;
}

type Values<P> = { [K in keyof P]: P[K] extends Parameter<infer T> ? T : never };

export interface Parameters<P> {
  readonly schema: TObject;
  /** `source` is what fastify made of the query string or the path: strings, or lists of strings. */
  parse(source: unknown, nowMs: number): Values<P>;
}

export function parameters<P extends Record<string, Parameter<unknown>>>(
  declared: P,
): Parameters<P> {
  const entries = Object.entries(declared);
  const schema = Type.Object(
    Object.fromEntries(
      entries.map(([field, parameter]) => [
        field,
        parameter.required ? parameter.schema : Type.Optional(parameter.schema),
      ]),
    ),
  );
  return {
    schema,
    parse(source, nowMs) {
      const given = source as Record<string, string | string[] | undefined>;
      const values = entries.map(([field, parameter]) => {
        const raw = given[field];
        if (Array.isArray(raw) && parameter.several) return [field, parameter.several(raw)];
        const text = Array.isArray(raw) ? joined(raw, field, parameter) : raw;
        const value =
          text === undefined || text.trim() === ''
            ? parameter.absent(field)
            : parameter.parse(text, field, nowMs);
        return [field, value];
      });
      return Object.fromEntries(values) as Values<P>;
    },
  };
}

function joined(raw: readonly string[], field: string, parameter: Parameter<unknown>): string {
  if (parameter.repeatable) return raw.join(',');
  // For anything but a list we would have to guess which of the values counts.
  throw new InvalidParameterError(field, 'given only once');
}

function optional<T>(schema: TSchema, parse: Parameter<T>['parse']): Parameter<T | undefined> {
  return { schema, required: false, absent: () => undefined, parse };
}

function list<T>(description: string, parse: Parameter<T>['parse']): Parameter<T | undefined> {
  return { ...optional(Type.String({ description }), parse), repeatable: true };
}

/** Adds a default to an optional parameter. */
export function withDefault<T>(parameter: Parameter<T | undefined>, value: T): Parameter<T> {
  const { parse } = parameter as Parameter<T>;
  return {
    schema: { ...parameter.schema, default: value },
    required: false,
    absent: () => value,
    parse,
  };
}

export function required<T>(parameter: Parameter<T | undefined>): Parameter<T> {
  const { schema, parse } = parameter as Parameter<T>;
  return {
    schema,
    required: true,
    absent: (field) => {
      throw new InvalidParameterError(field, 'given');
    },
    parse,
  };
}

export function text(description: string): Parameter<string | undefined> {
  return optional(Type.String({ description }), (raw) => raw);
}

/** A text that may be given several times, which then means any of them. */
export function anyText(description: string): Parameter<string | readonly string[] | undefined> {
  const schema = Type.Unsafe<string | string[]>({
    anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
    description: `${description} Given several times: any of them.`,
  });
  return {
    ...optional<string | readonly string[]>(schema, (raw) => raw),
    several: (values) => {
      const given = values.filter((value) => value.trim() !== '');
      return given.length === 0 ? undefined : given;
    },
  };
}

export function choice<const V extends string>(
  values: readonly V[],
  description: string,
): Parameter<V | undefined> {
  return optional(Type.String({ description, enum: [...values] }), (raw, field) => {
    const value = values.find((candidate) => candidate === raw.toLowerCase());
    if (value === undefined) {
      throw new InvalidParameterError(field, `one of ${values.join(', ')}`, raw);
    }
    return value;
  });
}

export function wholeNumber(
  description: string,
  { min = 0, max }: { min?: number; max?: number } = {},
): Parameter<number | undefined> {
  const bounds = max === undefined ? { minimum: min } : { minimum: min, maximum: max };
  return optional(Type.Integer({ description, ...bounds }), (raw, field) => {
    const value = parseWholeNumber(raw, field, min);
    if (max === undefined || value <= max) return value;
    throw new InvalidParameterError(field, `a whole number from ${min} to ${max}`, raw);
  });
}

function parseWholeNumber(raw: string, field: string, min: number): number {
  const trimmed = raw.trim();
  const value = /^[+-]?\d{1,16}$/.test(trimmed) ? Number(trimmed) : Number.NaN;
  if (!Number.isSafeInteger(value) || value < min) {
    throw new InvalidParameterError(field, `a whole number of at least ${min}`, raw);
  }
  return value;
}

/** An id in a path or a query. Zero is an id that nothing has; a negative number is none. */
export function id(description: string): Parameter<number> {
  return required(wholeNumber(description));
}

/** Above the maximum it is lowered, and `pagination.limit` shows the caller the lowered value. */
export function limit(options: { fallback: number; max: number }): Parameter<number> {
  const { fallback, max } = options;
  const description = `How many to return. More than ${max} is lowered to ${max}.`;
  return withDefault(
    optional(Type.Integer({ description, minimum: 1 }), (raw, field) =>
      Math.min(parseWholeNumber(raw, field, 1), max),
    ),
    fallback,
  );
}

export function offset(): Parameter<number> {
  return withDefault(wholeNumber('How many to skip.'), 0);
}

export function flag(description: string): Parameter<boolean | undefined> {
  return optional(Type.Boolean({ description }), (raw, field) => {
    switch (raw.toLowerCase()) {
      case 'true':
      case '1':
        return true;
      case 'false':
      case '0':
        return false;
      default:
        throw new InvalidParameterError(field, 'true, false, 1 or 0', raw);
    }
  });
}

function timeForms(date: string): string {
  return `RFC 3339, a date alone (${date}, UTC), Unix seconds or milliseconds, or relative such as \`2h ago\` or \`now\`. A time without a zone is UTC.`;
}

function time(description: string, parse: typeof parseTime): Parameter<number | undefined> {
  return optional(Type.String({ description }), (raw, field, nowMs) => {
    const atMs = parse(raw, nowMs);
    if (atMs === undefined) throw new InvalidParameterError(field, ACCEPTED_TIMES, raw);
    return atMs;
  });
}

/** A number from 0 to 1. */
export function fraction(description: string): Parameter<number | undefined> {
  const schema = Type.Number({ description, minimum: 0, maximum: 1 });
  return optional(schema, (raw, field) => {
    const value = Number(raw);
    if (value >= 0 && value <= 1) return value;
    throw new InvalidParameterError(field, 'a number from 0 to 1', raw);
  });
}

export function startTime(): Parameter<number | undefined> {
  return time(`Only items at or after this time. ${timeForms('its first moment')}`, parseTime);
}

export function endTime(): Parameter<number | undefined> {
  return time(`Only items at or before this time. ${timeForms('that whole day')}`, parseEndTime);
}

export function textList(description: string): Parameter<string[] | undefined> {
  return list(description, (raw) => commaSeparated(raw));
}

export function idList(description: string): Parameter<number[] | undefined> {
  return list(description, (raw, field) =>
    commaSeparated(raw).map((part) => {
      const value = /^\d{1,16}$/.test(part) ? Number(part) : Number.NaN;
      if (!Number.isSafeInteger(value)) {
        throw new InvalidParameterError(field, 'whole numbers separated by commas', part);
      }
      return value;
    }),
  );
}

/** A list of words of which each is one of `values`. */
export function oneOrMore<const V extends string>(
  values: readonly V[],
  description: string,
): Parameter<readonly V[] | undefined> {
  const accepts = `${description} Of: ${values.join(', ')}.`;
  return list<readonly V[]>(accepts, (raw, field) =>
    commaSeparated(raw).map((part) => {
      const value = values.find((candidate) => candidate === part.toLowerCase());
      if (value !== undefined) return value;
      throw new InvalidParameterError(field, `a list of ${values.join(', ')}`, part);
    }),
  );
}

/** `local` is the time zone of this machine. */
export function timeZone(description: string): Parameter<string | undefined> {
  return optional(Type.String({ description }), (raw, field) => {
    const timeZone = raw.toLowerCase() === 'local' ? undefined : raw;
    try {
      return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
    } catch {
      const accepted = 'local or the name of a time zone such as Europe/Lisbon';
      throw new InvalidParameterError(field, accepted, raw);
    }
  });
}

function commaSeparated(raw: string): string[] {
  return raw
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
