/**
 * The decoder of a Moonshine network turns its table of all words into floating point numbers, four times the bytes, and reads all of them for
 * every token: that is most of its work. Here the scores of words become one product of bytes.
 */
import {
  byteProduct,
  isByteTable,
  RUNTIME_OPERATORS,
  readTable,
  turnedWords,
} from '../byte-product.ts';
import {
  ATTRIBUTE,
  type Bytes,
  copyOf,
  type Field,
  fieldsOf,
  find,
  free,
  GRAPH,
  MODEL,
  message,
  NODE,
  nameOf,
  TENSOR,
  textsOf,
} from '../onnx-file.ts';

const SCORES = 'logits';

interface Node {
  readonly field: Field;
  readonly type: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/** The product at the end of a branch, and the nodes that make its numbers of the table. */
interface ScoreNodes {
  readonly replaced: Node;
  readonly unneeded: readonly Node[];
  readonly thought: string;
  readonly table: string;
  readonly scale: string;
  readonly zeroPoint: string;
}

/** The file itself where it is built otherwise. */
export function withByteScores(file: Buffer): Buffer {
  const model = fieldsOf(file);
  const graphField = find(model, MODEL.graph);
  const graph = fieldsOf(file, graphField.from, graphField.to);
  const tables = new Set<string>();
  const parts = graph.flatMap((part) =>
    part.number === GRAPH.node ? changedNode(file, part, tables) : [copyOf(file, part)],
  );
  const [table, ...others] = tables;
  const words = graph.find(
    (field) => field.number === GRAPH.initializer && nameOf(file, field, TENSOR.name) === table,
  );
  if (words === undefined || others.length > 0 || !isByteTable(file, words)) return file;
  const turned = turnedWords(file, readTable(file, words));
  const changed = Buffer.concat([
    ...model.filter(({ number }) => number !== MODEL.graph).map((field) => copyOf(file, field)),
    ...RUNTIME_OPERATORS,
    ...message(MODEL.graph, [...parts, ...turned]),
  ]);
  turned.forEach(free);
  return changed;
}

/** A node with the branches it has, each with its product of bytes. */
function changedNode(file: Buffer, node: Field, tables: Set<string>): Bytes {
  const parts = fieldsOf(file, node.from, node.to);
  const changed = parts.flatMap((part) => {
    if (part.number !== NODE.attribute) return [copyOf(file, part)];
    const fields = fieldsOf(file, part.from, part.to);
    return message(
      NODE.attribute,
      fields.flatMap((field) =>
        field.number === ATTRIBUTE.graph
          ? message(ATTRIBUTE.graph, changedBranch(file, field, tables))
          : [copyOf(file, field)],
      ),
    );
  });
  return message(GRAPH.node, changed);
}

function changedBranch(file: Buffer, branch: Field, tables: Set<string>): Bytes {
  const parts = fieldsOf(file, branch.from, branch.to);
  const scores = scoreNodes(nodesOf(file, parts));
  if (scores === undefined) return [file.subarray(branch.from, branch.to)];
  tables.add(scores.table);
  const { replaced, unneeded, thought, scale, zeroPoint } = scores;
  const product = byteProduct({ thought, scale, zeroPoint, scores: SCORES });
  // The runtime would run these at every step, though they have no reader left.
  const dropped = unneeded.map(({ field }) => field);
  return parts
    .filter((part) => !dropped.includes(part))
    .flatMap((part) => (part === replaced.field ? product : [copyOf(file, part)]));
}

/** The words are `DequantizeLinear(Transpose(table))` in these files. */
function scoreNodes(nodes: readonly Node[]): ScoreNodes | undefined {
  const madeBy = (name: string, type: string) =>
    nodes.find((node) => node.type === type && node.outputs.includes(name));
  const product = madeBy(SCORES, 'MatMul');
  const [thought = '', words = ''] = product?.inputs ?? [];
  const numbers = madeBy(words, 'DequantizeLinear');
  const [turned = '', scale = '', zeroPoint = ''] = numbers?.inputs ?? [];
  const turn = madeBy(turned, 'Transpose');
  const [table = ''] = turn?.inputs ?? [];
  if (!product || !numbers || !turn) return undefined;
  return { replaced: product, unneeded: [numbers, turn], thought, table, scale, zeroPoint };
}

function nodesOf(file: Buffer, graph: readonly Field[]): Node[] {
  return graph
    .filter(({ number }) => number === GRAPH.node)
    .map((field) => {
      const parts = fieldsOf(file, field.from, field.to);
      const [type = ''] = textsOf(file, parts, NODE.opType);
      return {
        field,
        type,
        inputs: textsOf(file, parts, NODE.input),
        outputs: textsOf(file, parts, NODE.output),
      };
    });
}
