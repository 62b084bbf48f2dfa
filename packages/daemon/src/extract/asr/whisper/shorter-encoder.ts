/**
 * A Whisper encoder always listens to half a minute, because it has a position for each of 1500 steps. With fewer positions the same
 * network listens to less, for less time and memory: those are cut off in the bytes of its ONNX file.
 */
import {
  type Bytes,
  copyOf,
  type Field,
  fieldsOf,
  find,
  GRAPH,
  MODEL,
  message,
  nameOf,
  numberField,
  readVarint,
  TENSOR,
} from '../onnx-file.ts';

const POSITIONS = 'embed_positions.weight';
const BYTES_PER_NUMBER = 4;

/** The file with its first `count` positions. */
export function withPositions(file: Buffer, count: number): Buffer {
  const graph = find(fieldsOf(file), MODEL.graph);
  // Sizes of results in between would not fit; the runtime finds them by itself.
  const parts = fieldsOf(file, graph.from, graph.to).filter(
    ({ number }) => number !== GRAPH.valueInfo,
  );
  const table = parts.find(
    (field) => field.number === GRAPH.initializer && nameOf(file, field, TENSOR.name) === POSITIONS,
  );
  if (table === undefined) throw new Error(`the network has no ${POSITIONS}`);
  const newGraph = parts.flatMap((part) =>
    part === table
      ? message(GRAPH.initializer, cutTable(file, table, count))
      : [copyOf(file, part)],
  );
  return Buffer.concat([
    file.subarray(0, graph.start),
    ...message(MODEL.graph, newGraph),
    file.subarray(graph.to),
  ]);
}

/** Its first dimension is the number of positions; the numbers of one position lie together. */
function cutTable(file: Buffer, table: Field, count: number): Bytes {
  const fields = fieldsOf(file, table.from, table.to);
  const [positions, width] = fields
    .filter(({ number }) => number === TENSOR.dimension)
    .map(({ from }) => readVarint(file, from).value);
  const data = find(fields, TENSOR.rawData);
  if (positions === undefined || width === undefined || count > positions) {
    throw new Error(`the network has ${positions} positions, not ${count}`);
  }
  let isFirstDimension = true;
  return fields.flatMap((field) => {
    if (field.number === TENSOR.dimension && isFirstDimension) {
      isFirstDimension = false;
      return [numberField(TENSOR.dimension, count)];
    }
    if (field !== data) return [copyOf(file, field)];
    return message(TENSOR.rawData, [
      file.subarray(data.from, data.from + count * width * BYTES_PER_NUMBER),
    ]);
  });
}
