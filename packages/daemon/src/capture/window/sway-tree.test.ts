import { expect, test } from 'vitest';
import { intersection } from '#capture/rectangles.ts';
import { placeOf } from '#capture/wayland/wayland-layout.ts';
import { type SwayNode, windowsOf } from './sway-tree.ts';

const NOWHERE = { x: 0, y: 0, width: 0, height: 0 };
const node = (about: Partial<SwayNode>): SwayNode => ({
  id: 1,
  name: null,
  type: 'con',
  layout: 'none',
  focused: false,
  rect: NOWHERE,
  window_rect: NOWHERE,
  deco_rect: NOWHERE,
  geometry: NOWHERE,
  nodes: [],
  floating_nodes: [],
  ...about,
});
const outputs = [
  { name: 'A', logical: { x: 0, y: 0, width: 1920, height: 1080 }, width: 1920, height: 1080 },
  { name: 'B', logical: { x: 1920, y: 0, width: 960, height: 540 }, width: 1920, height: 1080 },
];

test('a floating window across two outputs of different scale lies on both', () => {
  const rect = { x: 1700, y: 100, width: 600, height: 200 };
  const window = node({ id: 5, name: 'secret', pid: 9, app_id: 'foot', visible: true, rect });
  const { windows } = windowsOf(node({ floating_nodes: [window] }), outputs);
  const [bounds] = windows.map((one) => one.bounds);
  for (const output of outputs) {
    expect(bounds && intersection(bounds, placeOf(output, outputs)), output.name).toBeDefined();
  }
});
