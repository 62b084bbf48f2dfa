/**
 * The configuration of a pipe: what its manifest declares, what a person changed, and the two together. A declaration is a small
 * part of JSON Schema. A value of the form `folder` is a path, and to set one grants the pipe that folder; a
 * default grants nothing.
 */
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { InvalidPipeConfigError } from './errors.ts';

const Property = Type.Object({
  type: Type.Union(
    ['string', 'number', 'integer', 'boolean', 'array'].map((word) => Type.Literal(word)),
  ),
  description: Type.Optional(Type.String()),
  default: Type.Optional(Type.Unknown()),
  enum: Type.Optional(Type.Array(Type.String())),
  minimum: Type.Optional(Type.Number()),
  maximum: Type.Optional(Type.Number()),
  /** The value is the absolute path of a folder. */
  format: Type.Optional(Type.Literal('folder')),
  /** For folders: `read` unless said otherwise. */
  access: Type.Optional(Type.Union([Type.Literal('read'), Type.Literal('write')])),
});
const check = Compile(Property);

export type ConfigProperty = Static<typeof Property>;
/** Undefined: the pipe declares nothing and takes any keys. */
export type ConfigSchema = ReadonlyMap<string, ConfigProperty> | undefined;

const MOST_BYTES = 64 * 1024;
const KEY = /^[a-zA-Z][\w-]{0,63}$/;

/** A schema, or what is wrong as `<key> <sentence>`. Both a map of properties and an object schema are understood. */
export function configSchema(declared: Record<string, unknown>): ConfigSchema | string {
  const isObjectSchema = declared.type === 'object' && typeof declared.properties === 'object';
  const properties = Object.entries(
    (isObjectSchema ? declared.properties : declared) as Record<string, unknown>,
  );
  if (properties.length === 0) return undefined;
  const schema = new Map<string, ConfigProperty>();
  for (const [key, property] of properties) {
    if (!KEY.test(key)) return `${key} is no key that can be used`;
    if (!check.Check(property))
      return `${key} needs a type: string, number, integer, boolean or array`;
    const fault = property.default === undefined ? undefined : faultOf(property, property.default);
    if (fault !== undefined) return `${key}.default must be ${fault}`;
    schema.set(key, property);
  }
  return schema;
}

export function defaultsOf(schema: ConfigSchema): Record<string, unknown> {
  const entries = [...(schema ?? [])].map(([key, property]) => [key, property.default]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Throws InvalidPipeConfigError. `null` takes a change back. */
export function changedConfig(
  id: string,
  schema: ConfigSchema,
  current: Record<string, unknown>,
  change: Record<string, unknown>,
): Record<string, unknown> {
  const next = { ...current };
  for (const [key, value] of Object.entries(change)) {
    const property = schema?.get(key);
    if (schema !== undefined && property === undefined) {
      const known = [...schema.keys()].join(', ');
      throw new InvalidPipeConfigError(id, key, `one of the keys of this pipe (${known})`);
    }
    if (value === null) {
      delete next[key];
      continue;
    }
    const fault = property && faultOf(property, value);
    if (fault !== undefined) throw new InvalidPipeConfigError(id, key, fault);
    next[key] = value;
  }
  if (JSON.stringify(next).length > MOST_BYTES) {
    throw new InvalidPipeConfigError(id, 'the configuration', `below ${MOST_BYTES} bytes`);
  }
  return next;
}

/** Completes "must be …". */
function faultOf(property: ConfigProperty, value: unknown): string | undefined {
  switch (property.type) {
    case 'string':
      return typeof value === 'string' ? textFault(property, value) : 'a text';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'true or false';
    case 'array': {
      const isTexts = Array.isArray(value) && value.every((part) => typeof part === 'string');
      return isTexts ? undefined : 'a list of texts';
    }
    case 'integer':
      return Number.isInteger(value) ? rangeFault(property, value as number) : 'a whole number';
    default:
      return Number.isFinite(value) ? rangeFault(property, value as number) : 'a number';
  }
}

function rangeFault(property: ConfigProperty, value: number): string | undefined {
  const { minimum = -Infinity, maximum = Infinity } = property;
  if (value >= minimum && value <= maximum) return undefined;
  if (maximum === Infinity) return `at least ${minimum}`;
  return minimum === -Infinity ? `at most ${maximum}` : `from ${minimum} to ${maximum}`;
}

function textFault(property: ConfigProperty, text: string): string | undefined {
  if (property.enum !== undefined && !property.enum.includes(text)) {
    return `one of ${property.enum.join(', ')}`;
  }
  const isPath = property.format !== 'folder' || text === '' || isPlainAbsolutePath(text);
  return isPath ? undefined : 'the absolute path of a folder, without "*", "," or ".."';
}

/** The runtime reads `*` as a wild card and `,` as the end of a path. */
export function isPlainAbsolutePath(path: string): boolean {
  const isAbsolute = path.startsWith('/') || /^[a-z]:[\\/]/i.test(path);
  return isAbsolute && !/[*,\0]/.test(path) && !path.split(/[\\/]/).includes('..');
}
