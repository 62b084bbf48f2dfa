/**
 * The scores of all words as one product of bytes, for the bytes of ONNX files. Decoders come with a product of floating point numbers, which
 * are made of the table of words: four times the memory to read for every token.
 */
import {
  type Bytes,
  type Field,
  fieldsOf,
  find,
  GRAPH,
  MODEL,
  message,
  NODE,
  numberField,
  readVarint,
  TENSOR,
  textField,
} from './onnx-file.ts';

const TURNED = 'turned_words';
const UNSIGNED_BYTE = 2;
const RUNTIME = 'com.microsoft';

/** A model with these products has to name them as the runtime's own. */
export const RUNTIME_OPERATORS: Bytes = message(MODEL.opset, [
  textField(1, RUNTIME),
  numberField(2, 1),
]);

/** A vector of bytes for each word. */
export interface TableOfWords {
  readonly count: number;
  readonly width: number;
  /** Bytes with a sign or without, in the numbers of the format. */
  readonly dataType: number;
  /** Where in the file the first of them is. */
  readonly at: number;
}

/** Bytes without a sign, in one piece: those with one can overflow the product on processors without the instructions for it. */
export function isByteTable(file: Buffer, tensor: Field): boolean {
  const fields = fieldsOf(file, tensor.from, tensor.to);
  const raw = fields.find(({ number }) => number === TENSOR.rawData);
  if (raw === undefined) return false;
  const { count, width, dataType } = readTable(file, tensor);
  return dataType === UNSIGNED_BYTE && raw.to - raw.from === count * width;
}

export function readTable(file: Buffer, { from, to }: Field): TableOfWords {
  const fields = fieldsOf(file, from, to);
  const [count = 0, width = 0] = fields
    .filter(({ number }) => number === TENSOR.dimension)
    .map((field) => readVarint(file, field.from).value);
  const dataType = readVarint(file, find(fields, TENSOR.dataType).from).value;
  return { count, width, dataType, at: find(fields, TENSOR.rawData).from };
}

/** The node from a thought to the scores. All arguments are names of tensors. */
export function byteProduct(names: {
  thought: string;
  scale: string;
  zeroPoint: string;
  scores: string;
}): Bytes {
  return message(GRAPH.node, [
    ...[names.thought, TURNED, names.scale, names.zeroPoint].map((name) =>
      textField(NODE.input, name),
    ),
    textField(NODE.output, names.scores),
    textField(NODE.opType, 'DynamicQuantizeMatMul'),
    textField(NODE.domain, RUNTIME),
  ]);
}

/** The table with a column for each word, as the product needs it. */
export function turnedWords(file: Buffer, table: TableOfWords): Bytes {
  const { count, width, dataType, at } = table;
  const turned = Buffer.allocUnsafe(count * width);
  for (let word = 0; word < count; word++) {
    for (let i = 0; i < width; i++) {
      turned[i * count + word] = file[at + word * width + i] as number;
    }
  }
  return message(GRAPH.initializer, [
    numberField(TENSOR.dimension, width),
    numberField(TENSOR.dimension, count),
    numberField(TENSOR.dataType, dataType),
    textField(TENSOR.name, TURNED),
    ...message(TENSOR.rawData, [turned]),
  ]);
}
