/** Places and parts of what a window said about its text. Pure. */
import type { AccessibleWindow, Rect, TextNode } from '#core/observation.ts';
import { areaOf, intersection, relativeTo } from './rectangles.ts';

/** With places from the corner of the picture. */
export function textInPicture(accessibility: AccessibleWindow, monitor: Rect): AccessibleWindow {
  const nodes = accessibility.nodes.map((node) => ({
    ...node,
    bounds: relativeTo(node.bounds, monitor),
  }));
  return { ...accessibility, nodes };
}

/** Without nodes that lie wholly under a mask: the picture does not show them. */
export function withoutMasked(
  accessibility: AccessibleWindow,
  masks: readonly Rect[],
): AccessibleWindow {
  const isMasked = ({ bounds }: TextNode) =>
    masks.some((mask) => {
      const covered = intersection(bounds, mask);
      return covered !== undefined && areaOf(covered) === areaOf(bounds);
    });
  return { ...accessibility, nodes: nodesWithout(accessibility.nodes, isMasked) };
}

/** Without nodes in areas that were drawn on after they were read: the picture may show something else there. */
export function withoutRedrawn(
  accessibility: AccessibleWindow,
  redrawn: readonly Rect[],
): AccessibleWindow {
  const nodes = nodesWithout(accessibility.nodes, (node) => isDrawnOn(node, redrawn));
  return { ...accessibility, nodes };
}

export function isDrawnOn({ bounds }: TextNode, areas: readonly Rect[]): boolean {
  return areas.some((area) => intersection(bounds, area) !== undefined);
}

/** The children of a node that is left out lose their parent. */
function nodesWithout(
  nodes: readonly TextNode[],
  isUnwanted: (node: TextNode) => boolean,
): readonly TextNode[] {
  const newIndex = new Map<number, number>();
  for (const [index, node] of nodes.entries()) {
    if (!isUnwanted(node)) newIndex.set(index, newIndex.size);
  }
  if (newIndex.size === nodes.length) return nodes;
  return nodes
    .filter((_, index) => newIndex.has(index))
    .map((node) => ({
      ...node,
      parent: node.parent === undefined ? undefined : newIndex.get(node.parent),
    }));
}
