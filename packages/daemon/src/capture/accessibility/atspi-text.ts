/** Reads the text of one node: the part of it that is on screen. */
import type { Rect } from '#core/observation.ts';
import { ACCESSIBLE, type AtspiCalls, type Ref } from './atspi-bus.ts';
import { FIELD_ROLES, ROLE, SCROLLING_ROLES } from './atspi-roles.ts';
import type { Space } from './atspi-space.ts';

const TEXT = 'org.a11y.atspi.Text';
/** The corners of a field may belong to its border. */
const INSET = 3;
/** A longer text is not on screen as a whole, and browsers search it from its beginning to say which part is. */
const MOST_CHARACTERS = 4_000;
/** Editors find a place in a longer document than this too slowly. */
const MOST_IN_EDITOR = 1_000_000;
/** When a program cannot say which part is on screen: about a screenful. */
const SCREENFUL = 6_000;
/** No screen shows more, whatever a program says about its last character. */
const MOST_SHOWN = 24_000;
/** A line may go on beyond the right edge; so much of it is asked for to find its end. */
const REST_OF_LINE = 400;
/** A field that still moves after so many readings is left to OCR. */
const READINGS = 3;

export interface NodeText {
  readonly text: string;
  /** What an empty field shows instead. */
  readonly hint: string;
}

const NO_TEXT: NodeText = { text: '', hint: '' };

/**
 * `shown` is the part of the node that is on screen, in the space of the program. The content of a password field is never asked
 * for.
 */
export async function textOf(
  calls: AtspiCalls,
  node: { ref: Ref; role: number; shown: Rect },
  space: Space,
): Promise<NodeText> {
  const { ref, role, shown } = node;
  const count = await countOf(calls, ref);
  if (count === 0 && FIELD_ROLES.has(role)) return { text: '', hint: await hintOf(calls, ref) };
  if (count === undefined || count === 0 || role === ROLE.passwordText) return NO_TEXT;
  const isEditor = SCROLLING_ROLES.has(role);
  // OCR reads it.
  if (count > (isEditor ? MOST_IN_EDITOR : MOST_CHARACTERS)) return NO_TEXT;
  const text = isEditor
    ? await shownPart(calls, ref, shown, space)
    : await textBetween(calls, ref, 0, count);
  return { text, hint: '' };
}

/** Undefined for what holds no text itself. */
async function countOf(calls: AtspiCalls, ref: Ref): Promise<number | undefined> {
  const count = await calls.property(ref, TEXT, 'CharacterCount').catch(() => undefined);
  return typeof count === 'number' ? count : undefined;
}

/** Toolkits and browsers name the attribute differently. */
async function hintOf(calls: AtspiCalls, ref: Ref): Promise<string> {
  const [attributes] = await calls.call(ref, ACCESSIBLE, 'GetAttributes').catch(() => [{}]);
  const hints = attributes as { placeholder?: string; 'placeholder-text'?: string };
  return hints['placeholder-text'] ?? hints.placeholder ?? '';
}

async function textBetween(calls: AtspiCalls, ref: Ref, from: number, to: number): Promise<string> {
  const [text] = await calls.call(ref, TEXT, 'GetText', 'ii', [from, to]).catch(() => ['']);
  return String(text ?? '');
}

/**
 * What a field shows. Programs scroll to another place in many small steps and answer between two of them: asked while it moves,
 * the first and the last character belong to different places. Repeats the question until the field holds still; empty when it
 * does not.
 */
async function shownPart(calls: AtspiCalls, ref: Ref, shown: Rect, space: Space): Promise<string> {
  for (let count = 0; count < READINGS; count += 1) {
    const { first, text } = await readOnce(calls, ref, shown, space);
    if ((await offsetAtTop(calls, ref, shown, space)) === first) return text;
  }
  return '';
}

/** From the first character in the top left corner to the end of the line in the bottom right one. */
async function readOnce(calls: AtspiCalls, ref: Ref, shown: Rect, space: Space) {
  const right = shown.x + shown.width - INSET;
  const bottom = shown.y + shown.height - INSET;
  const [first, last, count] = await Promise.all([
    offsetAtTop(calls, ref, shown, space),
    offsetAt(calls, ref, right, bottom, space),
    countOf(calls, ref),
  ]);
  const total = count ?? 0;
  const from = Math.max(0, first);
  const to = Math.min(last > from ? last : from + SCREENFUL, from + MOST_SHOWN, total);
  const text = await textBetween(calls, ref, from, Math.min(total, to + REST_OF_LINE));
  const lineEnd = text.indexOf('\n', to - from);
  return { first, text: lineEnd < 0 ? text : text.slice(0, lineEnd) };
}

function offsetAtTop(calls: AtspiCalls, ref: Ref, shown: Rect, space: Space): Promise<number> {
  return offsetAt(calls, ref, shown.x + INSET, shown.y + INSET, space);
}

async function offsetAt(
  calls: AtspiCalls,
  ref: Ref,
  x: number,
  y: number,
  { coordinates }: Space,
): Promise<number> {
  const [offset] = await calls
    .call(ref, TEXT, 'GetOffsetAtPoint', 'iiu', [x, y, coordinates])
    .catch(() => [-1]);
  return Number(offset);
}
