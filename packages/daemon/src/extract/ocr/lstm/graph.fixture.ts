/** Writes a graph of words as language data holds it: one record an edge, the edges of a node side by side. */

interface Tree {
  isEnd: boolean;
  readonly children: Map<number, Tree>;
}

const LETTERS = 100;
const LETTER_BITS = 7n;
const FLAG = { isLast: 1n, isEnd: 4n };

/** Each word is a list of letters. */
export function graphBytes(words: readonly (readonly number[])[]): Buffer {
  const root = newTree();
  for (const word of words) add(root, word);
  const trees = [root];
  const firstEdge = new Map<Tree, number>();
  let edges = 0;
  // A tree is found before its place is known, so places are counted first.
  for (const tree of trees) {
    firstEdge.set(tree, edges);
    edges += tree.children.size;
    trees.push(...[...tree.children.values()].filter(({ children }) => children.size > 0));
  }
  const records = trees.flatMap((tree) => recordsOf(tree, firstEdge));
  const head = Buffer.alloc(10);
  head.writeInt16LE(42, 0);
  head.writeInt32LE(LETTERS, 2);
  head.writeInt32LE(records.length, 6);
  const body = Buffer.alloc(8 * records.length);
  for (const [index, record] of records.entries()) body.writeBigUInt64LE(record, 8 * index);
  return Buffer.concat([head, body]);
}

function recordsOf(tree: Tree, firstEdge: ReadonlyMap<Tree, number>): bigint[] {
  const children = [...tree.children].sort(([a], [b]) => a - b);
  return children.map(([letter, child], index) => {
    const isLast = index === children.length - 1 ? FLAG.isLast : 0n;
    const flags = isLast | (child.isEnd ? FLAG.isEnd : 0n);
    const next = BigInt(child.children.size === 0 ? 0 : (firstEdge.get(child) ?? 0));
    return BigInt(letter) | (flags << LETTER_BITS) | (next << (LETTER_BITS + 3n));
  });
}

function newTree(): Tree {
  return { isEnd: false, children: new Map() };
}

function add(root: Tree, word: readonly number[]): void {
  let tree = root;
  for (const letter of word) {
    const child = tree.children.get(letter) ?? newTree();
    tree.children.set(letter, child);
    tree = child;
  }
  tree.isEnd = true;
}
