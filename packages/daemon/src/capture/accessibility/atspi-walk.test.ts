import { describe, expect, test } from 'vitest';
import type { Rect } from '#core/observation.ts';
import type { AtspiCalls, Ref } from './atspi-bus.ts';
import { SCREEN_SPACE } from './atspi-space.ts';
import { allOf, type EarlierWalk, walkShown } from './atspi-walk.ts';

const AREA: Rect = { x: 0, y: 0, width: 1000, height: 800 };
const SHOWING = 1 << 25;
const VISIBLE = 1 << 30;
const MANAGES_DESCENDANTS = 1 << 31;
const LABEL = 29;

/** A node of a played program. Children come as a list or, for a long one, as a function of their index. */
interface Node {
  text?: string;
  box?: readonly [x: number, y: number, width: number, height: number];
  states?: number;
  children?: Node[];
  rows?: { count: number; at(index: number): Node };
}

/** A program with this window, and every call that it got. */
function play(window: Node) {
  const asked: string[] = [];
  const nodes = new Map<string, Node>([['/window', window]]);
  const refTo = (path: string, node: Node): Ref => {
    nodes.set(path, node);
    return [':1.7', path];
  };
  const childCount = ({ children = [], rows }: Node) => rows?.count ?? children.length;
  const answers: Record<string, (node: Node, path: string, body: unknown[]) => unknown> = {
    GetState: ({ states = SHOWING | VISIBLE }) => [states, 0],
    GetRole: () => LABEL,
    GetExtents: ({ box = [0, 0, 1000, 800] }) => box,
    GetText: ({ text = '' }) => text,
    GetChildren: (node, path) =>
      Array.from({ length: childCount(node) }, (_, index) =>
        refTo(`${path}/${index}`, node.rows?.at(index) ?? (node.children?.[index] as Node)),
      ),
    GetChildAtIndex: (node, path, [index]) =>
      refTo(`${path}/${index}`, node.rows?.at(Number(index)) as Node),
  };
  const calls: AtspiCalls = {
    async call([, path], _, member, _signature, body = []) {
      asked.push(member);
      return [answers[member]?.(nodes.get(path) as Node, path, body)];
    },
    async property([, path], _, name) {
      asked.push(name);
      const node = nodes.get(path) as Node;
      const { text } = node;
      return { Name: '', ChildCount: childCount(node), CharacterCount: text?.length }[name];
    },
  };
  return {
    asked,
    async read(earlier?: EarlierWalk) {
      const options = { area: AREA, space: SCREEN_SPACE, earlier };
      const root = await walkShown(calls, [':1.7', '/window'], options);
      const texts = root ? allOf(root).flatMap(({ text }) => (text === '' ? [] : [text])) : [];
      return { root, texts };
    },
  };
}

const row = (text: string, y: number): Node => ({ text, box: [0, y, 900, 20] });

describe('what a program is asked for', () => {
  test('is on screen: not what is hidden, nor what lies elsewhere', async () => {
    const { read } = play({
      children: [
        row('shown', 10),
        { ...row('item of a closed menu', 40), states: SHOWING },
        { ...row('other tab', 70), states: VISIBLE, children: [row('its text', 70)] },
        row('below the fold', 2_000),
      ],
    });
    expect((await read()).texts).toEqual(['shown']);
  });

  test('is, of a list of 50,000 rows, only what is around the visible area', async () => {
    const rows = {
      count: 50_000,
      at: (index: number) => row(`row ${index}`, (index - 30_000) * 20),
    };
    const { read, asked } = play({ children: [{ rows }] });
    const { texts } = await read();
    expect(texts).toEqual(Array.from({ length: 40 }, (_, index) => `row ${30_000 + index}`));
    expect(asked.filter((member) => member === 'GetChildAtIndex').length).toBeLessThan(80);
    expect(asked.length).toBeLessThan(600);
  });

  test('is not the content of something that makes its content on demand', async () => {
    const { read, asked } = play({
      children: [
        {
          ...row('sheet', 0),
          states: (SHOWING | VISIBLE | MANAGES_DESCENDANTS) >>> 0,
          rows: { count: 2 ** 31 - 1, at: (index) => row(`cell ${index}`, 10) },
        },
      ],
    });
    expect((await read()).texts).toEqual(['sheet']);
    expect(asked).not.toContain('GetChildAtIndex');
  });

  test('has an end also where a tree has none', async () => {
    const endless: Node = { text: 'again', box: [0, 0, 10, 10] };
    endless.children = [endless];
    const { texts } = await play({ children: [endless] }).read();
    expect(texts.length).toBeLessThan(100);
  });
});

describe('an earlier walk', () => {
  const page = () => ({
    children: [
      { box: [0, 0, 1000, 100] as const, children: [row('menu', 10), row('toolbar', 40)] },
      { box: [0, 100, 1000, 600] as const, children: [row('first', 120), row('second', 160)] },
    ],
  });

  test('reports again what was not drawn on, and the rest is asked', async () => {
    const window = page();
    const program = play(window);
    const { root } = await program.read();
    if (root === undefined) throw new Error('nothing was read');
    const before = program.asked.length;
    (window.children[1]?.children[1] as Node).text = 'changed';
    (window.children[0]?.children[0] as Node).text = 'not looked at';
    const changed = [{ x: 0, y: 150, width: 500, height: 40 }];
    const { texts } = await program.read({ root, changed });
    expect(texts).toEqual(['menu', 'toolbar', 'first', 'changed']);
    expect(program.asked.length - before).toBeLessThan(before / 2);
  });

  test('of a window that was not drawn on at all costs no question', async () => {
    const program = play(page());
    const { root } = await program.read();
    if (root === undefined) throw new Error('nothing was read');
    program.asked.length = 0;
    const elsewhere = [{ x: 1_500, y: 0, width: 50, height: 50 }];
    expect((await program.read({ root, changed: elsewhere })).texts).toHaveLength(4);
    expect(program.asked).toEqual([]);
  });
});
