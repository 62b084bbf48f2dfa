/**
 * Walks the tree of a window down to what is on screen. Every question is one that costs a program next to nothing, however large
 * its content is: a node with very many children is asked only for those around the visible area, and one that makes its children
 * on demand is not asked for them at all. What the walk leaves out is read from the picture.
 */
import { intersection, union } from '#capture/rectangles.ts';
import type { Rect } from '#core/observation.ts';
import { ACCESSIBLE, type AtspiCalls, NOTHING_PATH, type Ref } from './atspi-bus.ts';
import { type NodeStates, statesOf } from './atspi-roles.ts';
import type { Space } from './atspi-space.ts';
import { type NodeText, textOf } from './atspi-text.ts';
import { boxOf } from './atspi-windows.ts';

/** Up to so many children are asked for in one call. */
const FEW_CHILDREN = 40;
/** Of a longer list: no screen shows more rows. */
const MOST_ROWS = 150;
const ROWS_AT_ONCE = 12;
/** Deeper trees exist only where something is broken. */
const MOST_DEPTH = 80;

/** A node that is on screen. Places are in the space of the program. */
export interface ShownNode extends NodeText {
  readonly ref: Ref;
  readonly role: number;
  readonly name: string;
  readonly isFocused: boolean;
  /** The part of it in the area; undefined for a node without its own place. */
  readonly shown: Rect | undefined;
  /** Together with everything below it. */
  readonly reach: Rect | undefined;
  readonly children: readonly ShownNode[];
}

/** An earlier walk of the same window in the same place, and the areas that were drawn on since then. */
export interface EarlierWalk {
  readonly root: ShownNode;
  readonly changed: readonly Rect[];
}

/** Undefined when the window is not on screen. Nodes that go away meanwhile, or that the session has no calls left for, are missing. */
export async function walkShown(
  calls: AtspiCalls,
  window: Ref,
  options: { area: Rect; space: Space; earlier?: EarlierWalk | undefined },
): Promise<ShownNode | undefined> {
  const { space, earlier } = options;
  const area = space.toProgram(options.area);
  const known = new Map(earlier ? allOf(earlier.root).map((node) => [keyOf(node.ref), node]) : []);
  const changed = earlier?.changed.map(space.toProgram) ?? [];

  /** A node that shows the same pixels as before says the same as before. */
  function findUnchanged(ref: Ref): ShownNode | undefined {
    const node = known.get(keyOf(ref));
    const reach = node?.reach;
    if (reach === undefined) return undefined;
    return changed.some((rect) => intersection(rect, reach)) ? undefined : node;
  }

  async function visit(ref: Ref, depth: number): Promise<ShownNode | undefined> {
    const unchanged = findUnchanged(ref);
    if (unchanged !== undefined) return unchanged;
    // Together, also for nodes that turn out to be hidden: waiting for answers takes longer than asking.
    const [states, box, role, childCount] = await Promise.all([
      statesAt(calls, ref),
      boxOf(calls, ref, space),
      roleAt(calls, ref),
      calls.property(ref, ACCESSIBLE, 'ChildCount').catch(() => 0),
    ]);
    const shown = box && intersection(box, area);
    // Groups without their own size may hold something that has one.
    if (!states.isShown || (box !== undefined && shown === undefined)) return undefined;
    const [text, name, children] = await Promise.all([
      shown ? textOf(calls, { ref, role, shown }, space) : { text: '', hint: '' },
      calls.property(ref, ACCESSIBLE, 'Name').catch(() => ''),
      depth < MOST_DEPTH ? visitChildren(ref, states, Number(childCount), depth + 1) : [],
    ]);
    const reach = unionOf([shown, ...children.map((child) => child.reach)]);
    const { isFocused } = states;
    return { ref, role, name: String(name ?? ''), isFocused, shown, reach, children, ...text };
  }

  async function visitChildren(
    parent: Ref,
    { managesDescendants }: NodeStates,
    count: number,
    depth: number,
  ): Promise<ShownNode[]> {
    if (managesDescendants || count <= 0) return [];
    const refs =
      count <= FEW_CHILDREN
        ? await listChildren(calls, parent)
        : await rowsAround(calls, { parent, count, area, space });
    const nodes = await Promise.all(
      refs.map((ref) => visit(ref, depth).catch((): undefined => undefined)),
    );
    return nodes.filter((node) => node !== undefined);
  }

  return visit(window, 0);
}

/**
 * The children of a long list that lie in the area. Lists run from top to bottom, so the first one is found by halving; in others
 * some are missed, and OCR reads those.
 */
async function rowsAround(
  calls: AtspiCalls,
  list: { parent: Ref; count: number; area: Rect; space: Space },
): Promise<Ref[]> {
  const { parent, count, area, space } = list;
  const rowAt = async (index: number) => {
    const [ref] = (await calls.call(parent, ACCESSIBLE, 'GetChildAtIndex', 'i', [index])) as [Ref];
    return { ref, box: await boxOf(calls, ref, space) };
  };
  let first = 0;
  let end = count;
  while (first < end) {
    const middle = (first + end) >> 1;
    const { box } = await rowAt(middle);
    if (box !== undefined && box.y + box.height > area.y) end = middle;
    else first = middle + 1;
  }
  const rows: Ref[] = [];
  const last = Math.min(count, first + MOST_ROWS);
  for (let from = first; from < last; from += ROWS_AT_ONCE) {
    const indexes = Array.from({ length: Math.min(ROWS_AT_ONCE, last - from) }, (_, i) => from + i);
    const some = await Promise.all(indexes.map(rowAt));
    const inside = some.filter(({ box }) => box !== undefined && box.y < area.y + area.height);
    rows.push(...inside.map(({ ref }) => ref));
    if (inside.length < some.length) break;
  }
  return rows;
}

async function listChildren(calls: AtspiCalls, parent: Ref): Promise<Ref[]> {
  const [refs] = (await calls.call(parent, ACCESSIBLE, 'GetChildren')) as [Ref[]];
  return refs.filter(([, path]) => path !== NOTHING_PATH);
}

/** Empty for a node with so many children that naming them would take a program long. */
export async function childrenOf(
  calls: AtspiCalls,
  parent: Ref,
  states?: NodeStates,
): Promise<Ref[]> {
  const [{ managesDescendants }, count] = await Promise.all([
    states ?? statesAt(calls, parent),
    calls.property(parent, ACCESSIBLE, 'ChildCount'),
  ]);
  const isFew = Number(count) > 0 && Number(count) <= FEW_CHILDREN;
  return isFew && !managesDescendants ? listChildren(calls, parent) : [];
}

export async function statesAt(calls: AtspiCalls, ref: Ref): Promise<NodeStates> {
  const [words] = (await calls.call(ref, ACCESSIBLE, 'GetState')) as [number[]];
  return statesOf(words);
}

export async function roleAt(calls: AtspiCalls, ref: Ref): Promise<number> {
  const [role] = await calls.call(ref, ACCESSIBLE, 'GetRole');
  return Number(role);
}

export function keyOf([busName, path]: Ref): string {
  return `${busName}${path}`;
}

/** In document order, the node itself first. */
export function allOf(node: ShownNode): ShownNode[] {
  return [node, ...node.children.flatMap(allOf)];
}

function unionOf(rects: readonly (Rect | undefined)[]): Rect | undefined {
  const [first, ...others] = rects.filter((rect) => rect !== undefined);
  return first && others.reduce(union, first);
}
