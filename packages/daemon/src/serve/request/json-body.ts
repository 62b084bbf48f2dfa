/**
 * Reads request bodies: always as JSON, whatever the Content-Type says, because many small clients
 * send none or a wrong one. Nesting is limited and prototype keys are refused. Web pages cannot use
 * this to avoid a preflight: the guard has refused foreign origins before any body is read.
 */
import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { serviceError } from '#core/errors.ts';
import { firstFault, lengthFault } from './first-fault.ts';
import { InvalidBodyError } from './request-errors.ts';

/** The deepest accepted shape, words of frames in `POST /add`, has 8 levels. */
const MAX_DEPTH = 32;
/** Each costs time on the thread that answers everybody: a body of this many is read in some tenths of a second. */
const MAX_VALUES = 1_000_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
/** Square and curly brackets differ in one bit. */
const BRACKET_BIT = 0x20;
const OPENING = 0x7b;
const CLOSING = 0x7d;

export function readBodiesAsJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, body: string, done) => {
    // Whether an absent body is an error is for the schema of the route to say.
    if (body.trim() === '') return done(null, undefined);
    const excess = excessOf(body, { depth: MAX_DEPTH, values: MAX_VALUES });
    if (excess === 'depth')
      return done(serviceError('JSON_TOO_DEEP', { limit: MAX_DEPTH }), undefined);
    if (excess === 'values')
      return done(serviceError('BODY_TOO_LARGE/values', { limit: MAX_VALUES }), undefined);
    return parseJson(request, body, (error, parsed) =>
      error ? done(serviceError('INVALID_JSON'), undefined) : done(null, parsed),
    );
  });
  app.addHook('onRequest', async (request) => {
    // Fastify answers 415 to a media type it cannot parse, before it looks for our parser.
    if (request.raw.headers['content-type'] !== undefined) {
      request.raw.headers['content-type'] = 'application/json';
    }
  });
}

/** Counts brackets and commas outside of strings, without parsing, and stops at the first that is too many. */
export function excessOf(
  json: string,
  limits: { depth: number; values: number },
): 'depth' | 'values' | undefined {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfString(json, at) - 1;
    else if (code === COMMA) values += 1;
    else if ((code | BRACKET_BIT) === CLOSING) depth -= 1;
    else if ((code | BRACKET_BIT) === OPENING) {
      depth += 1;
      values += 1;
      if (depth > limits.depth) return 'depth';
    }
    if (values > limits.values) return 'values';
  }
  return undefined;
}

/** The position after the closing quote, or the end of the text. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end === -1 ? json.length : end + 1;
}

function isEscaped(json: string, index: number): boolean {
  let backslashes = 0;
  while (json.charCodeAt(index - 1 - backslashes) === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}

/**
 * Checks a value against a schema and returns an error that names the first wrong field, as
 * `content.data[2].text`, or `undefined` when all is well. `parent` is the name of the value itself.
 */
export function shapeChecker(
  schema: TSchema,
): (value: unknown, parent?: string) => InvalidBodyError | undefined {
  const validator = Compile(schema);
  return (value, parent = '') => {
    if (value === undefined || value === null) {
      if (validator.Check(value)) return undefined;
      return new InvalidBodyError(parent, 'is missing: send a JSON object');
    }
    const fault =
      lengthFault(schema, value) ??
      (validator.Check(value) ? undefined : firstFault(schema, value));
    return fault && new InvalidBodyError(fieldName(parent, fault.pointer), fault.problem);
  };
}

/** From a JSON pointer, `/content/data/2/text`. */
function fieldName(parent: string, pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => {
      if (/^\d+$/.test(part)) return `${path}[${part}]`;
      return path === '' ? part : `${path}.${part}`;
    }, parent);
}
