import { expect, test } from 'vitest';
import { joinedBoxes, linesOf } from './boxes.ts';

const word = (text: string, left: number, top: number, width = 0.05, height = 0.02) => ({
  text,
  bounds: { left, top, width, height },
});

test('words of a phrase on one line are one box, words of the next line another', () => {
  const boxes = joinedBoxes(
    [word('the', 0.1, 0.1), word('deposit', 0.155, 0.1), word('arrived', 0.1, 0.14)],
    1.6,
  );
  expect(boxes.map(({ text }) => text)).toEqual(['the deposit', 'arrived']);
  expect(boxes[0]?.bounds.left).toBe(0.1);
  expect(boxes[0]?.bounds.width).toBeCloseTo(0.105);
});

test('words far apart on one line stay two boxes', () => {
  expect(joinedBoxes([word('a', 0.1, 0.1), word('b', 0.5, 0.1)], 1.6)).toHaveLength(2);
});

test('boxes without size and boxes as large as a panel are dropped', () => {
  const boxes = joinedBoxes(
    [word('x', 0, 0, 0, 0.02), word('y', 0, 0, 0.6, 0.5), word('z', 0, 0)],
    1.6,
  );
  expect(boxes.map(({ text }) => text)).toEqual(['z']);
});

test('at most sixty are drawn', () => {
  const many = Array.from({ length: 80 }, (_, i) => word('w', 0.1, i / 100, 0.05, 0.005));
  expect(joinedBoxes(many, 1.6)).toHaveLength(60);
});

test('a text layer joins the words of a line, not those of two columns', () => {
  const lines = linesOf([
    word('Dear', 0.1, 0.1),
    word('Jonas,', 0.155, 0.1),
    word('Inbox', 0.7, 0.1),
  ]);
  expect(lines.map(({ text }) => text)).toEqual(['Dear Jonas,', 'Inbox']);
});
