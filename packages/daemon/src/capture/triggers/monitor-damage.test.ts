import { expect, test } from 'vitest';
import type { Monitor, Rect } from '#core/observation.ts';
import { monitorDamage } from './monitor-damage.ts';

const monitor = (id: number, x: number): Monitor => ({
  id,
  stableId: `M-${id}`,
  name: `M-${id}`,
  x,
  y: 0,
  width: 100,
  height: 100,
  isDefault: id === 1,
});
const left = monitor(1, 0);
const right = monitor(2, 100);
const rect = (x: number, y: number, width: number, height: number): Rect => ({
  x,
  y,
  width,
  height,
});

function lookedAt() {
  const damage = monitorDamage();
  damage.setMonitors([left, right]);
  damage.take(left);
  damage.take(right);
  return damage;
}

test('a new monitor is wholly drawn on', () => {
  const damage = monitorDamage();
  damage.setMonitors([left]);
  expect(damage.take(left)).toEqual([rect(0, 0, 100, 100)]);
  expect(damage.isDamaged(left)).toBe(false);
});

test('an area over the edge belongs to both monitors, in their own pixels', () => {
  const damage = lookedAt();
  expect(damage.add([rect(90, 10, 30, 10)])).toBe(200);
  expect(damage.take(left)).toEqual([rect(90, 10, 10, 10)]);
  expect(damage.take(right)).toEqual([rect(0, 10, 20, 10)]);
});

test('an area on no monitor is nothing', () => {
  const damage = lookedAt();
  expect(damage.add([rect(500, 500, 10, 10)])).toBe(0);
  expect(damage.isDamaged(left)).toBe(false);
});

test('what is drawn in one place again and again counts once; what was given back does not count again', () => {
  const damage = lookedAt();
  damage.add([rect(0, 0, 2, 10)]);
  expect(damage.add([rect(0, 0, 2, 10)])).toBe(20);
  const areas = damage.take(left);
  damage.giveBack(left, areas);
  expect(damage.isDamaged(left)).toBe(true);
  expect(damage.add([rect(50, 50, 1, 1)])).toBe(1);
  expect(damage.take(left)).toHaveLength(2);
});

test('monitors that stay keep what was drawn on them, others are named', () => {
  const damage = lookedAt();
  damage.add([rect(5, 5, 5, 5)]);
  expect(damage.setMonitors([left])).toEqual([right]);
  expect(damage.take(left)).toEqual([rect(5, 5, 5, 5)]);
  const moved = { ...left, x: 50 };
  expect(damage.setMonitors([moved])).toEqual([left]);
  expect(damage.take(moved)).toEqual([rect(0, 0, 100, 100)]);
});
