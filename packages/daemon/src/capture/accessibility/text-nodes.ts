/**
 * Turns what programs answer about their nodes into text without repetitions. Browsers say a paragraph twice, as the paragraph and
 * as the pieces of text in it, and mark places of embedded things with a character that nobody can read. Pure.
 */
import { intersection } from '#capture/rectangles.ts';
import type { Rect, TextNode } from '#core/observation.ts';
import { roleName } from './atspi-roles.ts';
import type { Space } from './atspi-space.ts';
import { keyOf, type ShownNode } from './atspi-walk.ts';

/** A node as read; `ancestors` are its parents from the nearest up. */
export interface RawNode {
  readonly key: string;
  readonly ancestors: readonly string[];
  readonly role: string;
  readonly name: string;
  readonly text: string;
  /** What it shows instead of text as long as it has none. */
  readonly hint: string;
  readonly bounds: Rect | undefined;
}

const CONTROLS: ReadonlySet<string> = new Set([
  'push button',
  'toggle button',
  'check box',
  'radio button',
  'combo box',
  'entry',
  'password text',
  'slider',
  'spin button',
  'link',
  'page tab',
  'icon',
  'image',
]);

const EMBEDDED = /\uFFFC/g;

/** The nodes below a window. A group is not known by its name when it holds something that has text. */
export function rawNodesOf(window: ShownNode, space: Space): RawNode[] {
  function from(node: ShownNode, ancestors: readonly string[]): RawNode[] {
    const key = keyOf(node.ref);
    const below = node.children.flatMap((child) => from(child, [key, ...ancestors]));
    const isGroup = below.some((one) => textOf(one) !== '');
    const { text, hint, shown } = node;
    const name = isGroup ? '' : node.name;
    const bounds = shown && space.toDesktop(shown);
    const own = { key, ancestors, role: roleName(node.role), name, text, hint, bounds };
    return [own, ...below];
  }
  return from(window, []).slice(1);
}

/** Keeps the order of `nodes`; only what lies in `area` remains, with the part of it that does. */
export function cleanNodes(nodes: readonly RawNode[], area: Rect): TextNode[] {
  const kept: TextNode[] = [];
  const places = new Map<string, number>();
  for (const node of nodes) {
    const bounds = node.bounds && intersection(node.bounds, area);
    const text = textOf(node);
    if (bounds === undefined || text === '') continue;
    const parent = nearestKept(node, places);
    if (parent !== undefined && kept[parent]?.text.includes(text)) {
      // What lies deeper hangs on the node that already says it.
      places.set(node.key, parent);
      continue;
    }
    places.set(node.key, kept.length);
    const isName = tidy(node.text) === '' && CONTROLS.has(node.role);
    const depth = node.ancestors.length;
    kept.push({ role: node.role, text, ...(isName && { isName }), bounds, depth, parent });
  }
  return kept;
}

function nearestKept(node: RawNode, places: ReadonlyMap<string, number>): number | undefined {
  for (const ancestor of node.ancestors) {
    const place = places.get(ancestor);
    if (place !== undefined) return place;
  }
  return undefined;
}

/** What the node shows; its name where it shows nothing itself, as buttons with a picture do, and the hint of an empty field. */
function textOf({ text, name, hint }: RawNode): string {
  return tidy(text) || [...new Set([tidy(name), tidy(hint)])].join('\n').trim();
}

function tidy(text: string): string {
  return text
    .replace(EMBEDDED, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();
}
