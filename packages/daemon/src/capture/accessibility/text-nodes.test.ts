import { expect, test } from 'vitest';
import { cleanNodes, type RawNode } from './text-nodes.ts';

const AREA = { x: 0, y: 0, width: 1000, height: 800 };
function node(key: string, ancestors: string[], facts: Partial<RawNode>): RawNode {
  return {
    key,
    ancestors,
    role: 'static',
    name: '',
    text: '',
    hint: '',
    bounds: { x: 10, y: 10, width: 100, height: 20 },
    ...facts,
  };
}
const texts = (nodes: RawNode[]) => cleanNodes(nodes, AREA).map(({ text }) => text);

test('a heading is not repeated by the piece of text in it', () => {
  expect(
    cleanNodes(
      [
        node('h', ['page', 'window'], { role: 'heading', text: 'Quarterly figures' }),
        node('t', ['h', 'page', 'window'], { text: 'Quarterly figures' }),
      ],
      AREA,
    ),
  ).toEqual([
    {
      role: 'heading',
      text: 'Quarterly figures',
      bounds: { x: 10, y: 10, width: 100, height: 20 },
      depth: 2,
      parent: undefined,
    },
  ]);
});

test('a link inside a paragraph is its own text, with the paragraph as parent, and said once', () => {
  const nodes = cleanNodes(
    [
      node('p', ['w'], { role: 'paragraph', text: 'See the \uFFFC for more' }),
      node('t1', ['p', 'w'], { text: 'See the ' }),
      node('a', ['p', 'w'], { role: 'link', text: 'manual' }),
      node('t2', ['a', 'p', 'w'], { text: 'manual' }),
      node('t3', ['p', 'w'], { text: ' for more' }),
    ],
    AREA,
  );
  expect(nodes.map(({ role, text, parent }) => [role, text, parent])).toEqual([
    ['paragraph', 'See the for more', undefined],
    ['link', 'manual', 0],
    // The paragraph has the words of this piece, but not in one run with a space before them; it is found in it.
  ]);
});

test('the same words in another place stay', () => {
  expect(texts([node('a', ['w'], { text: 'OK' }), node('b', ['w'], { text: 'OK' })])).toEqual([
    'OK',
    'OK',
  ]);
});

test('a node that shows only a picture is known by its name', () => {
  expect(
    texts([node('b', ['w'], { role: 'push button', name: 'Reload', text: '\uFFFC' })]),
  ).toEqual(['Reload']);
});

test('an empty field is known by its label and its hint, a filled one by what is in it', () => {
  const field = { role: 'entry', name: 'Surname', hint: 'Your family name' };
  expect(
    texts([
      node('l', ['w'], { role: 'label', text: 'Surname' }),
      node('e', ['w'], field),
      node('inside', ['l', 'w'], field),
      node('named after its hint', ['w'], { ...field, name: 'Your family name' }),
      node('without a label', ['w'], { ...field, name: '' }),
      node('filled', ['w'], { ...field, text: 'Hopper' }),
    ]),
  ).toEqual([
    'Surname',
    'Surname\nYour family name',
    'Surname\nYour family name',
    'Your family name',
    'Your family name',
    'Hopper',
  ]);
});

test('what lies outside the area or has no place is left out, what reaches over the edge is cut', () => {
  const nodes = cleanNodes(
    [
      node('far', ['w'], { text: 'far', bounds: { x: 1200, y: 0, width: 10, height: 10 } }),
      node('none', ['w'], { text: 'none', bounds: undefined }),
      node('edge', ['w'], { text: 'edge', bounds: { x: 990, y: 790, width: 50, height: 50 } }),
    ],
    AREA,
  );
  expect(nodes.map(({ text, bounds }) => [text, bounds])).toEqual([
    ['edge', { x: 990, y: 790, width: 10, height: 10 }],
  ]);
});

test('spaces are tidied and lines are kept', () => {
  expect(texts([node('a', ['w'], { text: ' one \t two \n three ' })])).toEqual(['one two\nthree']);
});
