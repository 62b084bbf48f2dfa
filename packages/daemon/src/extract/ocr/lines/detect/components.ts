/**
 * Connected shapes of the edge mask: letters, parts of letters, icons, outlines of boxes. Works on runs (stretches of set pixels
 * in a row) in flat arrays, because a full screen has some hundred thousand of them.
 */
import { type Box, heightOf, widthOf } from './box.ts';

export interface Component extends Box {
  pixels: number;
  /** Runs that reach into the central cross of the box. An outline has none, whatever it contains. */
  innerRuns: number;
}

interface Runs {
  from: Int32Array;
  /** The last pixel, inclusive. */
  to: Int32Array;
  row: Int32Array;
  parent: Int32Array;
  count: number;
}

const FIRST_CAPACITY = 1 << 15;
// Smaller shapes cannot frame text.
const MIN_FRAME_WIDTH = 14;
const MIN_FRAME_HEIGHT = 12;

/** Shapes whose pixels touch, also diagonally. */
export function findComponents(mask: Uint8Array, width: number): Component[] {
  const runs = joinedRuns(mask, width);
  const { from, to, row } = runs;
  const indexOfRoot = new Int32Array(runs.count).fill(-1);
  const components: Component[] = [];
  const owner = new Int32Array(runs.count);
  for (let run = 0; run < runs.count; run++) {
    const root = rootOf(runs.parent, run);
    const x0 = from[run] as number;
    const x1 = to[run] as number;
    const y = row[run] as number;
    const index = indexOfRoot[root] as number;
    if (index < 0) {
      indexOfRoot[root] = components.length;
      owner[run] = components.length;
      components.push({ x0, x1, y0: y, y1: y, pixels: x1 - x0 + 1, innerRuns: 0 });
      continue;
    }
    owner[run] = index;
    // Runs come row by row: no later one lies higher.
    const component = components[index] as Component;
    if (x0 < component.x0) component.x0 = x0;
    if (x1 > component.x1) component.x1 = x1;
    component.y1 = y;
    component.pixels += x1 - x0 + 1;
  }
  countInnerRuns(runs, owner, components);
  return components;
}

export function canFrame(box: Box): boolean {
  return widthOf(box) >= MIN_FRAME_WIDTH && heightOf(box) >= MIN_FRAME_HEIGHT;
}

function joinedRuns(mask: Uint8Array, width: number): Runs {
  let runs = makeRuns(FIRST_CAPACITY);
  let row = -1;
  let firstOfRow = 0;
  let firstOfRowAbove = 0;
  for (let at = mask.indexOf(1); at >= 0; ) {
    const y = Math.floor(at / width);
    if (y !== row) {
      joinRows(runs, firstOfRowAbove, firstOfRow);
      firstOfRowAbove = y === row + 1 ? firstOfRow : runs.count;
      firstOfRow = runs.count;
      row = y;
    }
    const rowEnd = (y + 1) * width;
    let end = at + 1;
    while (end < rowEnd && mask[end] === 1) end++;
    if (runs.count === runs.from.length) runs = grown(runs);
    runs.from[runs.count] = at - y * width;
    runs.to[runs.count] = end - 1 - y * width;
    runs.row[runs.count] = y;
    runs.parent[runs.count] = runs.count;
    runs.count += 1;
    at = mask.indexOf(1, end);
  }
  joinRows(runs, firstOfRowAbove, firstOfRow);
  return runs;
}

/** Joins the runs [first, count) with those of the row above, [above, first), where they touch. */
function joinRows(runs: Runs, above: number, first: number): void {
  const { from, to, parent } = runs;
  let candidate = above;
  for (let run = first; run < runs.count; run++) {
    const left = (from[run] ?? 0) - 1;
    const right = (to[run] ?? 0) + 1;
    while (candidate < first && (to[candidate] ?? 0) < left) candidate++;
    for (let other = candidate; other < first && (from[other] ?? 0) <= right; other++) {
      const a = rootOf(parent, other);
      const b = rootOf(parent, run);
      if (a < b) parent[b] = a;
      else parent[a] = b;
    }
  }
}

function rootOf(parent: Int32Array, run: number): number {
  let at = run;
  for (let up = parent[at] ?? at; up !== at; up = parent[at] ?? at) {
    parent[at] = parent[up] ?? up;
    at = up;
  }
  return at;
}

function countInnerRuns(runs: Runs, owner: Int32Array, components: readonly Component[]): void {
  for (let run = 0; run < runs.count; run++) {
    const component = components[owner[run] ?? 0];
    if (component === undefined || !canFrame(component)) continue;
    const from = runs.from[run] ?? 0;
    const to = runs.to[run] ?? 0;
    if (reachesCross(component, runs.row[run] ?? 0, from, to)) component.innerRuns += 1;
  }
}

/** The cross: the middle 40 % of the width or of the height, without the thickness of an outline. */
function reachesCross(box: Box, y: number, from: number, to: number): boolean {
  const sideways = widthOf(box) * 0.3;
  const upDown = heightOf(box) * 0.3;
  const isInColumn =
    y > box.y0 + 3 && y < box.y1 - 3 && to >= box.x0 + sideways && from <= box.x1 - sideways;
  const isInRow =
    y > box.y0 + upDown && y < box.y1 - upDown && to >= box.x0 + 6 && from <= box.x1 - 6;
  return isInColumn || isInRow;
}

function makeRuns(capacity: number): Runs {
  return {
    from: new Int32Array(capacity),
    to: new Int32Array(capacity),
    row: new Int32Array(capacity),
    parent: new Int32Array(capacity),
    count: 0,
  };
}

function grown(runs: Runs): Runs {
  const larger = makeRuns(runs.from.length * 2);
  larger.from.set(runs.from);
  larger.to.set(runs.to);
  larger.row.set(runs.row);
  larger.parent.set(runs.parent);
  larger.count = runs.count;
  return larger;
}
