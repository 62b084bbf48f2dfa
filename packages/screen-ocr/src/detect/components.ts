/** Connected shapes of the edge mask, found by runs (stretches of set pixels in a row) in flat arrays: a screen has some hundred thousand. */
import { shortLivedInts } from '../short-lived.ts';
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

// Of most screens. A screen has hundreds of badges that are looked at one by one: separate arrays for each would be megabytes of garbage.
const KEPT = makeRuns(1 << 15);
// Smaller shapes cannot frame text.
const MIN_FRAME_WIDTH = 14;
const MIN_FRAME_HEIGHT = 10;

/** Shapes whose pixels touch, also diagonally. */
export function findComponents(mask: Uint8Array, width: number): Component[] {
  const runs = joinedRuns(mask, width);
  const components: Component[] = [];
  // Of each run, once it is known.
  const owner = shortLivedInts(runs.count);
  for (let run = 0; run < runs.count; run++) addRun(runs, run, owner, components);
  for (let run = 0; run < runs.count; run++) {
    const component = components[owner[run] as number] as Component;
    if (canFrame(component)) countInnerRun(runs, run, component);
  }
  return components;
}

// Small functions instead of long loops: see `raster.ts`.
function addRun(runs: Runs, run: number, owner: Int32Array, components: Component[]): void {
  const root = rootOf(runs.parent, run);
  const x0 = runs.from[run] as number;
  const x1 = runs.to[run] as number;
  const y = runs.row[run] as number;
  // The root is the first run of its shape.
  if (root === run) {
    owner[run] = components.length;
    components.push({ x0, x1, y0: y, y1: y, pixels: x1 - x0 + 1, innerRuns: 0 });
    return;
  }
  const index = owner[root] as number;
  owner[run] = index;
  // Runs come row by row: no later one lies higher.
  const component = components[index] as Component;
  if (x0 < component.x0) component.x0 = x0;
  if (x1 > component.x1) component.x1 = x1;
  component.y1 = y;
  component.pixels += x1 - x0 + 1;
}

export function canFrame(box: Box): boolean {
  return widthOf(box) >= MIN_FRAME_WIDTH && heightOf(box) >= MIN_FRAME_HEIGHT;
}

function joinedRuns(mask: Uint8Array, width: number): Runs {
  let runs: Runs = { ...KEPT, count: 0 };
  let row = -1;
  let firstOfRow = 0;
  for (let at = mask.indexOf(1); at >= 0; at = mask.indexOf(1, (row + 1) * width)) {
    const y = Math.floor(at / width);
    const firstOfRowAbove = y === row + 1 ? firstOfRow : runs.count;
    firstOfRow = runs.count;
    row = y;
    // A run and the blank after it take two pixels.
    if (runs.count + width / 2 + 1 > runs.from.length) runs = grown(runs);
    addRunsOfRow(runs, mask.subarray(y * width, (y + 1) * width), at - y * width, y);
    joinRows(runs, firstOfRowAbove, firstOfRow);
  }
  return runs;
}

function addRunsOfRow(runs: Runs, row: Uint8Array, first: number, y: number): void {
  for (let x = first; x >= 0; x = row.indexOf(1, x)) {
    const from = x;
    while (x < row.length && row[x] === 1) x++;
    runs.from[runs.count] = from;
    runs.to[runs.count] = x - 1;
    runs.row[runs.count] = y;
    runs.parent[runs.count] = runs.count;
    runs.count += 1;
  }
}

/** Joins the runs [first, count) with those of the row above, [above, first), where they touch. */
function joinRows(runs: Runs, above: number, first: number): void {
  const { from, to, parent } = runs;
  let candidate = above;
  for (let run = first; run < runs.count; run++) {
    const left = (from[run] as number) - 1;
    const right = (to[run] as number) + 1;
    while (candidate < first && (to[candidate] as number) < left) candidate++;
    for (let other = candidate; other < first && (from[other] as number) <= right; other++) {
      const a = rootOf(parent, other);
      const b = rootOf(parent, run);
      if (a < b) parent[b] = a;
      else parent[a] = b;
    }
  }
}

function rootOf(parent: Int32Array, run: number): number {
  let at = run;
  for (let up = parent[at] as number; up !== at; up = parent[at] as number) {
    parent[at] = parent[up] as number;
    at = up;
  }
  return at;
}

/** Counts it when it reaches the cross: the middle 40 % of the width or of the height, without the thickness of an outline. */
function countInnerRun({ from, to, row }: Runs, run: number, component: Component): void {
  const first = from[run] as number;
  const last = to[run] as number;
  const y = row[run] as number;
  const { x0, y0, x1, y1 } = component;
  const sideways = widthOf(component) * 0.3;
  const upDown = heightOf(component) * 0.3;
  const isInColumn = y > y0 + 3 && y < y1 - 3 && last >= x0 + sideways && first <= x1 - sideways;
  const isInRow = y > y0 + upDown && y < y1 - upDown && last >= x0 + 6 && first <= x1 - 6;
  if (isInColumn || isInRow) component.innerRuns += 1;
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
  for (const part of ['from', 'to', 'row', 'parent'] as const) larger[part].set(runs[part]);
  larger.count = runs.count;
  return larger;
}
