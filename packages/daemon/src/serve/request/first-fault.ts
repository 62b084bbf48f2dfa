/**
 * Finds the first wrong field of a value, without looking at what comes after it: a list of millions of wrong items costs as much as its
 * first. Lengths are looked at before anything else. `json-body.ts` asks when a check has failed.
 */
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

export interface Fault {
  /** A JSON pointer, `/content/data/2/text`. */
  readonly pointer: string;
  /** Completes "<field> …". */
  readonly problem: string;
}

/** The parts of a JSON schema that are followed. */
interface Shape {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly uniqueItems?: boolean;
  readonly anyOf?: readonly TSchema[];
}

const validators = new WeakMap<TSchema, Validator>();

function validatorOf(schema: TSchema): Validator {
  const known = validators.get(schema) ?? Compile(schema);
  validators.set(schema, known);
  return known;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Of records, and of lists outside of other lists: those inside are bounded by these. */
export function lengthFault(schema: TSchema, value: unknown, pointer = ''): Fault | undefined {
  const shape = branchFor(schema, value) as Shape;
  const { maxItems = Infinity, maxProperties = Infinity } = shape;
  if (Array.isArray(value) && value.length > maxItems) {
    return { pointer, problem: `must not have more than ${maxItems} items` };
  }
  if (!isObject(value)) return undefined;
  if (maxProperties !== Infinity && Object.keys(value).length > maxProperties) {
    return { pointer, problem: `must not have more than ${maxProperties} fields` };
  }
  for (const [name, of] of fieldsOf(shape, value)) {
    const fault = lengthFault(of, value[name], `${pointer}/${escaped(name)}`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** `value` is known to be wrong. */
export function firstFault(schema: TSchema, value: unknown, pointer = ''): Fault {
  const branch = branchFor(schema, value);
  const shape = branch as Shape;
  if (Array.isArray(value)) {
    const { items, minItems = 0, maxItems = Infinity } = shape;
    if (items !== undefined && value.length >= minItems && value.length <= maxItems) {
      const check = validatorOf(items);
      const at = value.findIndex((item) => !check.Check(item));
      if (at !== -1) return firstFault(items, value[at], `${pointer}/${at}`);
    }
    return lengthFault(branch, value, pointer) ?? ownFault(branch, value, pointer);
  }
  if (!isObject(value)) return ownFault(branch, value, pointer);
  const missing = shape.required?.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) {
    return { pointer: `${pointer}/${escaped(missing)}`, problem: 'is required' };
  }
  for (const [name, of] of fieldsOf(shape, value)) {
    if (!validatorOf(of).Check(value[name])) {
      return firstFault(of, value[name], `${pointer}/${escaped(name)}`);
    }
  }
  return ownFault(branch, value, pointer);
}

function* fieldsOf(shape: Shape, value: Record<string, unknown>): Generator<[string, TSchema]> {
  for (const [name, of] of Object.entries(shape.properties ?? {})) {
    if (Object.hasOwn(value, name)) yield [name, of];
  }
  const [every] = Object.values(shape.patternProperties ?? {});
  if (every === undefined) return;
  for (const name in value) yield [name, every];
}

/** Of alternatives, which may hold alternatives themselves, the one that a list or an object is meant for. */
function branchFor(schema: TSchema, value: unknown): TSchema {
  const wanted = Array.isArray(value) ? 'array' : isObject(value) ? 'object' : undefined;
  if (wanted === undefined) return schema;
  return alternativesOf(schema).find((each) => (each as Shape).type === wanted) ?? schema;
}

function alternativesOf(schema: TSchema): readonly TSchema[] {
  const { anyOf } = schema as Shape;
  return anyOf === undefined ? [schema] : anyOf.flatMap(alternativesOf);
}

/** What is wrong with the value itself: its fields and items are right, or it has none. */
function ownFault(schema: TSchema, value: unknown, pointer: string): Fault {
  const [first] = validatorOf(schema).Errors(withoutItems(value));
  if (first?.keyword === 'enum') {
    return { pointer, problem: `must be one of ${first.params.allowedValues.join(', ')}` };
  }
  if (first !== undefined) return { pointer, problem: first.message };
  const { uniqueItems = false } = schema as Shape;
  return { pointer, problem: uniqueItems ? 'must not have duplicate items' : 'is wrong' };
}

/** The validator lists the errors of every item before it returns the first. */
function withoutItems(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return isObject(value) ? {} : value;
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
