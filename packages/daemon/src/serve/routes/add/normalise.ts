/**
 * Brings the bodies that public clients send to `POST /add` into one shape: camelCase keys, `null`
 * for "not given", a single object in place of a list, and lists wrapped under their own name.
 */
import { InvalidBodyError } from '#serve/request/request-errors.ts';
import { CONTENT_SCHEMAS, type ContentType, MAX_DEVICE_NAME_LENGTH, MAX_ITEMS } from './schema.ts';

type JsonObject = Record<string, unknown>;

/** The content with its list of items, as they came: `tidied` brings each into shape. */
export interface LooseContent {
  content_type: ContentType;
  data: unknown[];
}

export function normaliseBody(body: unknown): { deviceName: string; content: LooseContent } {
  assertFewItems(body);
  const tidy = withTidyKeys(body);
  if (!isObject(tidy)) throw new InvalidBodyError('', 'must be an object');
  const { device_name: deviceName = '' } = tidy;
  if (typeof deviceName !== 'string') throw new InvalidBodyError('device_name', 'must be a string');
  if (deviceName.length > MAX_DEVICE_NAME_LENGTH) {
    throw new InvalidBodyError('device_name', 'is too long');
  }
  const content = withTidyKeys(tidy.content);
  if (!isObject(content)) throw new InvalidBodyError('content', 'must be an object');
  const { content_type: contentType, data } = content;
  if (!isContentType(contentType)) {
    const accepted = Object.keys(CONTENT_SCHEMAS).join(', ');
    throw new InvalidBodyError('content.content_type', `must be one of ${accepted}`);
  }
  return {
    deviceName,
    content: { content_type: contentType, data: toList(data, contentType) },
  };
}

/** Before anything is done for each of them. */
function assertFewItems(body: unknown): void {
  const content = isObject(body) ? body.content : undefined;
  const data = isObject(content) ? content.data : undefined;
  const lists = isObject(data) ? Object.values(data) : [data];
  if (lists.some((list) => Array.isArray(list) && list.length > MAX_ITEMS)) {
    throw new InvalidBodyError('content.data', `must not have more than ${MAX_ITEMS} items`);
  }
}

function isContentType(value: unknown): value is ContentType {
  return typeof value === 'string' && Object.hasOwn(CONTENT_SCHEMAS, value);
}

/** `[a]`, `a`, `{frames: [a]}` and `{transcription: a}` all mean the same. */
function toList(data: unknown, contentType: ContentType): unknown[] {
  if (Array.isArray(data)) return data;
  if (!isObject(data)) throw new InvalidBodyError('content.data', 'must be a list or an object');
  const wrapped = data[contentType];
  if (Array.isArray(wrapped)) return wrapped;
  return isObject(wrapped) ? [wrapped] : [data];
}

/** Without nulls, with snake_case keys. The depth is bounded by the parser of bodies. */
export function tidied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidied);
  return withTidyKeys(value, tidied);
}

function withTidyKeys(value: unknown, tidy = (field: unknown) => field): unknown {
  if (!isObject(value)) return value;
  const fields: JsonObject = {};
  // A key in its own spelling wins over its alias: it comes last.
  for (const isAlias of [true, false]) {
    for (const key in value) {
      if (value[key] === null || CAPITAL.test(key) !== isAlias) continue;
      fields[isAlias ? snakeCase(key) : key] = tidy(value[key]);
    }
  }
  return fields;
}

const CAPITAL = /(?<=[a-z0-9])[A-Z]/;

function snakeCase(key: string): string {
  return key.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
