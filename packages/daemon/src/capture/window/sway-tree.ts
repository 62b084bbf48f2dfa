/** The windows that are seen, out of the tree that sway reports: with their title bars, and the tabs of those behind them. Pure. */

import { appName } from '#capture/app-name.ts';
import { union } from '#capture/rectangles.ts';
import type { WindowSnapshot } from '#capture/source.ts';
import { boundsOnDesktop, type OutputPlace, onDesktop } from '#capture/wayland/wayland-layout.ts';
import type { Rect, WindowInfo } from '#core/observation.ts';

export interface SwayNode {
  readonly id: number;
  readonly name: string | null;
  readonly type: string;
  readonly layout: string;
  readonly rect: Rect;
  /** Of the surface within `rect`. */
  readonly window_rect: Rect;
  /** Of the title bar within the parent. */
  readonly deco_rect: Rect;
  /** Of the window within its surface, which may have shadows around it. */
  readonly geometry: Rect;
  readonly pid?: number;
  readonly app_id?: string | null;
  readonly window_properties?: { readonly class?: string };
  readonly visible?: boolean;
  readonly focused: boolean;
  readonly nodes: readonly SwayNode[];
  readonly floating_nodes: readonly SwayNode[];
}

interface Leaf {
  readonly node: SwayNode;
  readonly parent: SwayNode;
}

export function windowsOf(root: SwayNode, outputs: readonly OutputPlace[]): WindowSnapshot {
  const leaves = leavesOf(root);
  const seen = leaves.filter(({ node }) => node.visible === true);
  const active = seen.find(({ node }) => node.focused)?.node.id;
  const windows = seen.map((leaf) => windowOf(leaf, outputs)).filter((one) => one !== undefined);
  const tabs = leaves
    .filter((leaf) => isTab(leaf) && leavesOf(leaf.parent).some(({ node }) => node.visible))
    .map((leaf) => tabOf(leaf, outputs))
    .filter((one) => one !== undefined);
  return { active: windows.find(({ id }) => id === active), windows: [...windows, ...tabs] };
}

/** Topmost first: floating windows lie above the others, the last one above those before it. */
function leavesOf(parent: SwayNode): Leaf[] {
  const below = [...parent.floating_nodes].reverse().concat(parent.nodes);
  return below.flatMap((node) =>
    node.pid === undefined ? leavesOf(node) : [{ node, parent }, ...leavesOf(node)],
  );
}

function windowOf({ node, parent }: Leaf, outputs: readonly OutputPlace[]): WindowInfo | undefined {
  const title = titleBarOf({ node, parent });
  const isOwn = title !== undefined && !isTab({ node, parent });
  const bounds = boundsOnDesktop(isOwn ? union(node.rect, title) : node.rect, outputs);
  const surface = onDesktop(surfaceOf(node), outputs);
  if (bounds === undefined) return undefined;
  return {
    ...identityOf(node),
    id: node.id,
    bounds,
    surface: surface && { ...surface.rect, scale: surface.scale },
  };
}

/** A tab shows the title of a window, also of one that is not in front. Its number is one that no window has. */
function tabOf(leaf: Leaf, outputs: readonly OutputPlace[]): WindowInfo | undefined {
  const title = titleBarOf(leaf);
  const bounds = title && boundsOnDesktop(title, outputs);
  return bounds && { ...identityOf(leaf.node), id: -leaf.node.id, bounds };
}

function identityOf(node: SwayNode) {
  const className = node.app_id || node.window_properties?.class || '';
  return {
    app: appName(className, node.pid),
    className,
    title: node.name ?? '',
    pid: node.pid,
    isPopup: false,
    // Nobody says how much shines through a window.
    isOpaque: false,
  };
}

function isTab({ parent }: Leaf): boolean {
  return parent.layout === 'tabbed' || parent.layout === 'stacked';
}

function titleBarOf({ node, parent }: Leaf): Rect | undefined {
  const { x, y, width, height } = node.deco_rect;
  if (width === 0 || height === 0) return undefined;
  return { x: parent.rect.x + x, y: parent.rect.y + y, width, height };
}

function surfaceOf({ rect, window_rect: inside, geometry }: SwayNode): Rect {
  return {
    x: rect.x + inside.x - geometry.x,
    y: rect.y + inside.y - geometry.y,
    width: inside.width,
    height: inside.height,
  };
}
