/**
 * Reads request bodies: always as JSON, whatever the Content-Type says, because many small clients
 * send none or a wrong one. Nesting is limited and prototype keys are refused. Web pages cannot use
 * this to avoid a preflight: the guard has refused foreign origins before any body is read.
 */
import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { InvalidBodyError, InvalidJsonError, JsonTooDeepError } from './request-errors.ts';

/** The deepest accepted shape, words of frames in `POST /add`, has 8 levels. */
const MAX_DEPTH = 32;

const BACKSLASH = 0x5c;

export function readBodiesAsJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, body: string, done) => {
    // Whether an absent body is an error is for the schema of the route to say.
    if (body.trim() === '') return done(null, undefined);
    if (isDeeperThan(body, MAX_DEPTH)) return done(new JsonTooDeepError(MAX_DEPTH), undefined);
    return parseJson(request, body, (error, parsed) =>
      error ? done(new InvalidJsonError(), undefined) : done(null, parsed),
    );
  });
  app.addHook('onRequest', async (request) => {
    // Fastify answers 415 to a media type it cannot parse, before it looks for our parser.
    if (request.raw.headers['content-type'] !== undefined) {
      request.raw.headers['content-type'] = 'application/json';
    }
  });
}

/** Counts brackets outside strings, without parsing; strings are skipped with native searches. */
export function isDeeperThan(json: string, limit: number): boolean {
  const structure = /["[\]{}]/g;
  let depth = 0;
  for (let match = structure.exec(json); match !== null; match = structure.exec(json)) {
    switch (match[0]) {
      case '"':
        structure.lastIndex = endOfString(json, match.index);
        break;
      case '[':
      case '{':
        depth += 1;
        if (depth > limit) return true;
        break;
      default:
        depth -= 1;
    }
  }
  return false;
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
  parent = '',
): (value: unknown) => InvalidBodyError | undefined {
  const validator = Compile(schema);
  return (value) => {
    if (validator.Check(value)) return undefined;
    if (value === undefined || value === null) {
      return new InvalidBodyError(parent, 'is missing: send a JSON object');
    }
    const [first] = validator.Errors(value);
    const field = fieldName(parent, first?.instancePath ?? '');
    switch (first?.keyword) {
      case 'required':
        return new InvalidBodyError(
          fieldName(field, `/${first.params.requiredProperties[0]}`),
          'is required',
        );
      case 'enum':
        return new InvalidBodyError(
          field,
          `must be one of ${first.params.allowedValues.join(', ')}`,
        );
      default:
        return new InvalidBodyError(field, first?.message ?? 'is wrong');
    }
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
