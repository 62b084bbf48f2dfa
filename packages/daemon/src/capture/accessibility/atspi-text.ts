/** Reads what one node shows: its role, name, place, and the part of its text that is on screen. */
import { intersection } from '#capture/rectangles.ts';
import type { Rect } from '#core/observation.ts';
import { ACCESSIBLE, type AtspiBus, type Ref } from './atspi-bus.ts';
import { FIELD_ROLES, ROLE, roleName, SCROLLING_ROLES, TEXT_ROLES } from './atspi-roles.ts';
import type { Space } from './atspi-space.ts';
import { extentsOf } from './atspi-windows.ts';
import type { RawNode } from './text-nodes.ts';

const TEXT = 'org.a11y.atspi.Text';
const WHOLE_TEXT = -1;
// The corners themselves may belong to the border of a field.
const INSET = 3;
// When a program cannot say which part is seen: about a screen full.
const SCREENFUL = 6_000;
// A line may go on beyond the right edge; this much of it is asked for to find its end.
const REST_OF_LINE = 400;
// A field that still moves after so many readings is left to those who read the picture.
const READINGS = 3;
// Deeper trees exist only where something is broken.
const MAX_DEPTH = 100;

/** Undefined when the node went away or turns out to be something that must not be read. */
export async function readNode(
  bus: AtspiBus,
  ref: Ref,
  area: Rect,
  space: Space,
): Promise<Omit<RawNode, 'ancestors'> | undefined> {
  const [[role], name, bounds] = await Promise.all([
    bus.call(ref, ACCESSIBLE, 'GetRole').catch(() => []),
    bus.property(ref, ACCESSIBLE, 'Name').catch(() => ''),
    extentsOf(bus, ref, space),
  ]);
  if (typeof role !== 'number' || !TEXT_ROLES.has(role)) return undefined;
  const seen = bounds && intersection(bounds, space.toProgram(area));
  if (seen === undefined) return undefined;
  const isEmpty = FIELD_ROLES.has(role) && (await countOf(bus, ref)) === 0;
  // A field can turn into a password field between the search and this question: the role that was just told decides.
  if (role === ROLE.passwordText && !isEmpty) return undefined;
  return {
    key: keyOf(ref),
    role: roleName(role),
    name: String(name ?? ''),
    text: isEmpty ? '' : await shownText(bus, ref, role, seen, space),
    hint: isEmpty ? await hintOf(bus, ref) : '',
    bounds: space.toDesktop(seen),
  };
}

function shownText(bus: AtspiBus, ref: Ref, role: number, seen: Rect, space: Space) {
  return SCROLLING_ROLES.has(role)
    ? visibleText(bus, ref, seen, space)
    : textBetween(bus, ref, 0, WHOLE_TEXT);
}

/** Undefined for what holds no text of its own. */
async function countOf(bus: AtspiBus, ref: Ref): Promise<number | undefined> {
  const count = await bus.property(ref, TEXT, 'CharacterCount').catch(() => undefined);
  return typeof count === 'number' ? count : undefined;
}

/** What an empty field shows in grey. Toolkits and browsers call it differently. */
async function hintOf(bus: AtspiBus, ref: Ref): Promise<string> {
  const [attributes] = await bus.call(ref, ACCESSIBLE, 'GetAttributes').catch(() => [{}]);
  const hints = attributes as { placeholder?: string; 'placeholder-text'?: string };
  return hints['placeholder-text'] ?? hints.placeholder ?? '';
}

function keyOf([busName, path]: Ref): string {
  return `${busName}${path}`;
}

async function textBetween(bus: AtspiBus, ref: Ref, from: number, to: number): Promise<string> {
  // Nodes without text of their own refuse; they are known by their name.
  const [text] = await bus.call(ref, TEXT, 'GetText', 'ii', [from, to]).catch(() => ['']);
  return String(text ?? '');
}

/**
 * What a field shows. Programs glide to another place in many small steps, and answer between two of them: asked while it moves,
 * the first and the last character belong to different places. It is asked again until it holds still; empty when it does not.
 */
async function visibleText(bus: AtspiBus, ref: Ref, seen: Rect, space: Space): Promise<string> {
  for (let count = 0; count < READINGS; count += 1) {
    const { first, text } = await readOnce(bus, ref, seen, space);
    if ((await offsetAtTop(bus, ref, seen, space)) === first) return text;
  }
  return '';
}

/** From the first character in the top left corner to the end of the line in the bottom right one. */
async function readOnce(bus: AtspiBus, ref: Ref, seen: Rect, space: Space) {
  const right = seen.x + seen.width - INSET;
  const bottom = seen.y + seen.height - INSET;
  const [first, last, count] = await Promise.all([
    offsetAtTop(bus, ref, seen, space),
    offsetAt(bus, ref, right, bottom, space),
    countOf(bus, ref),
  ]);
  const total = count ?? 0;
  const from = Math.max(0, first);
  const to = last > from ? last : Math.min(total, from + SCREENFUL);
  const text = await textBetween(bus, ref, from, Math.min(total, to + REST_OF_LINE));
  const lineEnd = text.indexOf('\n', to - from);
  return { first, text: lineEnd < 0 ? text : text.slice(0, lineEnd) };
}

function offsetAtTop(bus: AtspiBus, ref: Ref, seen: Rect, space: Space): Promise<number> {
  return offsetAt(bus, ref, seen.x + INSET, seen.y + INSET, space);
}

async function offsetAt(
  bus: AtspiBus,
  ref: Ref,
  x: number,
  y: number,
  { coordinates }: Space,
): Promise<number> {
  const [offset] = await bus
    .call(ref, TEXT, 'GetOffsetAtPoint', 'iiu', [x, y, coordinates])
    .catch(() => [-1]);
  return Number(offset);
}

/** Knows the way up from a node to its window and asks about each node once. */
export function ancestry(bus: AtspiBus, window: Ref) {
  const top = keyOf(window);
  const parents = new Map<string, Promise<Ref | undefined>>();

  async function parentOf(ref: Ref): Promise<Ref | undefined> {
    const parent = await bus.property(ref, ACCESSIBLE, 'Parent').catch(() => undefined);
    return Array.isArray(parent) && typeof parent[1] === 'string'
      ? (parent as unknown as Ref)
      : undefined;
  }

  return async function ancestorsOf(ref: Ref): Promise<string[]> {
    const keys: string[] = [];
    let current: Ref | undefined = ref;
    while (current !== undefined && keys.length < MAX_DEPTH && keyOf(current) !== top) {
      const key = keyOf(current);
      const known: Promise<Ref | undefined> = parents.get(key) ?? parentOf(current);
      parents.set(key, known);
      current = await known;
      if (current !== undefined) keys.push(keyOf(current));
    }
    return keys;
  };
}
