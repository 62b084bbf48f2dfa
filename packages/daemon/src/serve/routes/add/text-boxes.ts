/** Reads `text_json`: the words of an image and their places, as public clients write them. */
import { excessOf } from '#serve/request/json-body.ts';
import { InvalidBodyError } from '#serve/request/request-errors.ts';
import type { TextBox } from '#store/records.ts';
import type { RequestBudget } from './request-budget.ts';

/** A list of flat objects. */
const MAX_DEPTH = 3;

/** More than a screen can show; each costs the writer time in which nothing else is stored. */
export const MAX_BOXES_PER_FRAME = 10_000;

/** Recognisers tell up to a dozen facts about a word. */
const MAX_VALUES = 20 * MAX_BOXES_PER_FRAME;

/** Rounding in other programs puts words at the rim slightly outside; more is another unit. */
const RIM = 0.01;

export function parseTextBoxes(textJson: unknown, field: string, budget: RequestBudget): TextBox[] {
  const isText = typeof textJson === 'string';
  const list = isText ? parseList(textJson, field) : textJson;
  if (!Array.isArray(list)) throw new InvalidBodyError(field, 'must be a list');
  if (list.length > MAX_BOXES_PER_FRAME) throw tooMany(field);
  if (isText) budget.spend(list);
  return list.flatMap((entry, index) => toBox(entry, `${field}[${index}]`));
}

export function tooMany(field: string): InvalidBodyError {
  return new InvalidBodyError(field, `must not have more than ${MAX_BOXES_PER_FRAME} entries`);
}

function parseList(json: string, field: string): unknown {
  if (json.trim() === '') return [];
  const excess = excessOf(json, { depth: MAX_DEPTH, values: MAX_VALUES });
  if (excess === 'depth') throw new InvalidBodyError(field, 'is nested too deeply');
  if (excess === 'values') throw tooMany(field);
  try {
    return JSON.parse(json);
  } catch {
    // The parser's own message would repeat a piece of the text.
    throw new InvalidBodyError(field, 'must be valid JSON');
  }
}

function toBox(entry: unknown, field: string): TextBox[] {
  if (typeof entry !== 'object' || entry === null) {
    throw new InvalidBodyError(field, 'must be an object');
  }
  const { text, left, top, width, height, conf, confidence } = entry as Record<string, unknown>;
  if (typeof text !== 'string') throw new InvalidBodyError(`${field}.text`, 'must be a string');
  const box = {
    text,
    left: fraction(left, `${field}.left`),
    top: fraction(top, `${field}.top`),
    width: fraction(width, `${field}.width`),
    height: fraction(height, `${field}.height`),
    confidence: toConfidence(conf ?? confidence),
  };
  // Recognisers also list lines, paragraphs and pages, which have a place but no text.
  return text.trim() === '' || box.width <= 0 || box.height <= 0 ? [] : [box];
}

/** Numbers often come as strings. */
function toNumber(value: unknown): number {
  return typeof value === 'string' && value.trim() !== ''
    ? Number(value)
    : Number(value ?? Number.NaN);
}

function fraction(value: unknown, field: string): number {
  const number = toNumber(value);
  if (!(number >= -RIM && number <= 1 + RIM)) {
    throw new InvalidBodyError(field, 'must be a fraction of the image, from 0 to 1');
  }
  return Math.min(1, Math.max(0, number));
}

/** Some recognisers count to 1, others to 100; without a number there is no doubt to report. */
function toConfidence(value: unknown): number {
  const number = toNumber(value);
  if (Number.isNaN(number)) return 1;
  return Math.min(1, Math.max(0, number > 1 ? number / 100 : number));
}
