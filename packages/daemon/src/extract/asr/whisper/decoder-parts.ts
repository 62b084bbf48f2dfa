/**
 * Takes the decoder of a Whisper network apart. Its file holds two branches, one for the first token and one for the others, and both
 * turn the table of all words into floating point numbers at every step. Here it becomes three networks that hold each weight once, as
 * bytes: what the decoder remembers of the sound, one step, and the scores of all words. Vectors of words are read from the file.
 */
import {
  byteProduct,
  RUNTIME_OPERATORS,
  readTable,
  type TableOfWords,
  turnedWords,
} from '../byte-product.ts';
import {
  ATTRIBUTE,
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
  numberField,
  readVarint,
  TENSOR,
  textField,
  textsOf,
} from '../onnx-file.ts';

/** Names in the files. */
export const HEARD = 'encoder_hidden_states';
export const WORD_IDS = 'input_ids';
export const WORD = '/model/decoder/embed_tokens/Gather_output_0';
export const THOUGHT = '/model/decoder/layer_norm/Add_1_output_0';
export const SCORES = 'logits';
const WORDS = 'model.decoder.embed_tokens.weight_merged_0';

const FLOAT = 1;

export interface DecoderParts {
  /** Makes the network from `HEARD` to the caches that stay, before their numbers are divided between the heads. */
  memory(): Buffer;
  /** Makes the network from `WORD` and all caches to `THOUGHT` and the caches that grow. */
  step(): Buffer;
  /** Makes the network from `THOUGHT` to `SCORES`. */
  scores(): Buffer;
  /** Names of the caches, such as `0.decoder.key`; those of the sound with the name that `memory` has for them. */
  readonly caches: {
    readonly ofSound: ReadonlyMap<string, string>;
    readonly ofWords: readonly string[];
  };
  readonly words: WordTable;
}

/** Where in the file the vectors of words lie, as bytes. */
interface WordTable {
  readonly at: number;
  readonly width: number;
  readonly scale: number;
  readonly zeroPoint: number;
}

interface Node {
  readonly field: Field;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/** Rejects a file that is built otherwise. */
export function takeApart(file: Buffer): DecoderParts {
  const model = fieldsOf(file);
  const graphField = find(model, MODEL.graph);
  const graph = fieldsOf(file, graphField.from, graphField.to);
  const initializers = new Map(
    graph
      .filter(({ number }) => number === GRAPH.initializer)
      .map((field) => [nameOf(file, field, TENSOR.name), field]),
  );
  const inputs = new Map(
    graph
      .filter(({ number }) => number === GRAPH.input)
      .map((field) => [nameOf(file, field, 1), field]),
  );
  const shared = nodesOf(file, graph);
  const branch = (name: string) => branchOf(file, shared, name);
  const caches = [...inputs.keys()]
    .filter((name) => name.startsWith('past_key_values.'))
    .map((name) => name.slice('past_key_values.'.length));
  const first = [...shared, ...branch('else_branch')];
  const ofSound = new Map(
    caches
      .filter((name) => name.includes('.encoder.'))
      .map((name) => [name, beforeHeads(first, `present.${name}`)]),
  );
  const ofWords = caches.filter((name) => name.includes('.decoder.'));

  /** The network that computes these results from these inputs, with the nodes and weights it needs. */
  function extract(nodes: readonly Node[], given: readonly string[], wanted: readonly string[]) {
    const { needed, weights } = neededFor(wanted, { nodes, given });
    const missing = [...weights].find((name) => !initializers.has(name));
    if (missing !== undefined) throw new Error(`the network has no ${missing}`);
    const kept = (name: string) => copyOf(file, initializers.get(name) as Field);
    return Buffer.concat([
      ...model.filter(({ number }) => number !== MODEL.graph).map((field) => copyOf(file, field)),
      ...message(MODEL.graph, [
        textField(2, 'part'),
        ...nodes.filter((node) => needed.has(node)).map(({ field }) => copyOf(file, field)),
        ...[...weights].map(kept),
        ...given.flatMap((name) => {
          const known = inputs.get(name);
          return known ? [copyOf(file, known)] : value(GRAPH.input, name);
        }),
        ...wanted.flatMap((name) => value(GRAPH.output, name)),
      ]),
    ]);
  }

  const past = caches.map((name) => `past_key_values.${name}`);
  return {
    memory: () => extract(first, [HEARD], [...ofSound.values()]),
    step: () =>
      extract(
        branch('then_branch'),
        [WORD_IDS, WORD, ...past],
        [THOUGHT, ...ofWords.map((name) => `present.${name}`)],
      ),
    scores: () => scoreNetwork(file, model, initializers),
    caches: { ofSound, ofWords },
    words: wordTable(file, initializers),
  };
}

/** Follows results back to what is given: the nodes on the way, and the weights at their ends. */
function neededFor(
  wanted: readonly string[],
  { nodes, given }: { nodes: readonly Node[]; given: readonly string[] },
) {
  const producer = new Map(nodes.flatMap((node) => node.outputs.map((name) => [name, node])));
  const needed = new Set<Node>();
  const weights = new Set<string>();
  const open = [...wanted];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (given.includes(name) || name === '') continue;
    const node = producer.get(name);
    if (node === undefined) weights.add(name);
    else if (!needed.has(node)) {
      needed.add(node);
      open.push(...node.inputs);
    }
  }
  return { needed, weights };
}

function nodesOf(file: Buffer, graph: readonly Field[]): Node[] {
  return graph
    .filter(({ number }) => number === GRAPH.node)
    .map((field) => {
      const parts = fieldsOf(file, field.from, field.to);
      return {
        field,
        inputs: textsOf(file, parts, NODE.input),
        outputs: textsOf(file, parts, NODE.output),
      };
    });
}

/**
 * What a cache is made of by a `Reshape` and a `Transpose`. The first of them asks the layer for its size, and with it all layers would
 * be needed.
 */
function beforeHeads(nodes: readonly Node[], cache: string): string {
  const inputOf = (name: string) =>
    nodes.findLast(({ outputs }) => outputs.includes(name))?.inputs[0] ?? '';
  return inputOf(inputOf(cache));
}

/** The nodes of a branch of the only `If`. */
function branchOf(file: Buffer, nodes: readonly Node[], name: string): Node[] {
  for (const { field } of nodes) {
    const parts = fieldsOf(file, field.from, field.to);
    for (const attribute of parts.filter(({ number }) => number === NODE.attribute)) {
      if (nameOf(file, attribute, ATTRIBUTE.name) !== name) continue;
      const graph = find(fieldsOf(file, attribute.from, attribute.to), ATTRIBUTE.graph);
      return nodesOf(file, fieldsOf(file, graph.from, graph.to));
    }
  }
  throw new Error(`the network has no ${name}`);
}

/** An input or result of numbers, of any size. */
function value(number: number, name: string): Buffer[] {
  const type = message(1, [numberField(1, FLOAT)]);
  return message(number, [textField(1, name), ...message(2, type)]);
}

function tableOf(file: Buffer, initializers: ReadonlyMap<string, Field>): TableOfWords {
  const table = initializers.get(`${WORDS}_quantized`);
  if (table === undefined) throw new Error(`the network has no ${WORDS}`);
  return readTable(file, table);
}

function wordTable(file: Buffer, initializers: ReadonlyMap<string, Field>): WordTable {
  const { at, width } = tableOf(file, initializers);
  const partsOf = (name: string) => {
    const field = initializers.get(`${WORDS}_${name}`);
    if (field === undefined) throw new Error(`the network has no ${WORDS}_${name}`);
    return fieldsOf(file, field.from, field.to);
  };
  const [scale, zero] = [partsOf('scale'), partsOf('zero_point')];
  const raw = (parts: readonly Field[]) => parts.find((part) => part.number === TENSOR.rawData);
  const rawZero = raw(zero);
  return {
    at,
    width,
    scale: file.readFloatLE((raw(scale) ?? find(scale, TENSOR.floats)).from),
    zeroPoint: rawZero
      ? file.readUInt8(rawZero.from)
      : readVarint(file, find(zero, TENSOR.integers).from).value,
  };
}

function scoreNetwork(
  file: Buffer,
  model: readonly Field[],
  initializers: ReadonlyMap<string, Field>,
): Buffer {
  const [scale, zeroPoint] = [`${WORDS}_scale`, `${WORDS}_zero_point`];
  const kept = (name: string) => copyOf(file, initializers.get(name) as Field);
  const words = turnedWords(file, tableOf(file, initializers));
  const network = Buffer.concat([
    ...model.filter(({ number }) => number !== MODEL.graph).map((field) => copyOf(file, field)),
    ...RUNTIME_OPERATORS,
    ...message(MODEL.graph, [
      textField(2, 'part'),
      ...byteProduct({ thought: THOUGHT, scale, zeroPoint, scores: SCORES }),
      ...words,
      kept(scale),
      kept(zeroPoint),
      ...value(GRAPH.input, THOUGHT),
      ...value(GRAPH.output, SCORES),
    ]),
  ]);
  words.forEach(free);
  return network;
}
