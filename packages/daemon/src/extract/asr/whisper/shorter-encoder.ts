/**
 * A Whisper encoder always listens to half a minute, because it has a position for each of 1500 steps. With fewer positions the same
 * network listens to less, for less time and memory: those are cut off in the bytes of its ONNX file, a protobuf message.
 */

const GRAPH = 7;
const INITIALIZER = 5;
/** Sizes of results in between, which the runtime also finds by itself. */
const VALUE_INFO = 13;
const DIMENSION = 1;
const NAME = 8;
const RAW_DATA = 9;
const POSITIONS = 'embed_positions.weight';
const BYTES_PER_NUMBER = 4;

interface Field {
  readonly number: number;
  readonly wire: number;
  /** Of the field with its tag and length, and of its content. */
  readonly start: number;
  readonly from: number;
  readonly to: number;
}

/** The file with its first `count` positions. */
export function withPositions(file: Buffer, count: number): Buffer {
  const graph = find(fieldsOf(file, 0, file.length), GRAPH);
  const parts = fieldsOf(file, graph.from, graph.to).filter(({ number }) => number !== VALUE_INFO);
  const table = parts.find(
    (field) => field.number === INITIALIZER && nameOf(file, field) === POSITIONS,
  );
  if (table === undefined) throw new Error(`the network has no ${POSITIONS}`);
  const newGraph = Buffer.concat(
    parts.map((part) =>
      part === table
        ? message(INITIALIZER, cutTable(file, table, count))
        : file.subarray(part.start, part.to),
    ),
  );
  return Buffer.concat([
    file.subarray(0, graph.start),
    message(GRAPH, newGraph),
    file.subarray(graph.to),
  ]);
}

/** Its first dimension is the number of positions; the numbers of one position lie together. */
function cutTable(file: Buffer, table: Field, count: number): Buffer {
  const fields = fieldsOf(file, table.from, table.to);
  const [positions, width] = fields
    .filter(({ number }) => number === DIMENSION)
    .map(({ from }) => readVarint(file, from).value);
  const data = find(fields, RAW_DATA);
  if (positions === undefined || width === undefined || count > positions) {
    throw new Error(`the network has ${positions} positions, not ${count}`);
  }
  let isFirstDimension = true;
  return Buffer.concat(
    fields.map((field) => {
      if (field.number === DIMENSION && isFirstDimension) {
        isFirstDimension = false;
        return Buffer.concat([varint(DIMENSION * 8), varint(count)]);
      }
      if (field !== data) return file.subarray(field.start, field.to);
      return message(
        RAW_DATA,
        file.subarray(data.from, data.from + count * width * BYTES_PER_NUMBER),
      );
    }),
  );
}

function nameOf(file: Buffer, { from, to }: Field): string {
  const name = fieldsOf(file, from, to).find(({ number }) => number === NAME);
  return name ? file.toString('utf8', name.from, name.to) : '';
}

function find(fields: readonly Field[], number: number): Field {
  const found = fields.find((field) => field.number === number);
  if (found === undefined) throw new Error(`the network has no field ${number}`);
  return found;
}

/** Lengths without content, by wire type: whole numbers, eight bytes, four bytes. */
function fieldsOf(file: Buffer, from: number, to: number): Field[] {
  const fields: Field[] = [];
  let at = from;
  while (at < to) {
    const tag = readVarint(file, at);
    const [number, wire] = [Math.floor(tag.value / 8), tag.value % 8];
    const next = readVarint(file, tag.end);
    const content = {
      0: { from: tag.end, to: next.end },
      1: { from: tag.end, to: tag.end + 8 },
      2: { from: next.end, to: next.end + next.value },
      5: { from: tag.end, to: tag.end + 4 },
    }[wire];
    if (content === undefined) throw new Error('the file is no ONNX network');
    fields.push({ number, wire, start: at, ...content });
    at = content.to;
  }
  return fields;
}

function readVarint(file: Buffer, at: number): { value: number; end: number } {
  let value = 0;
  let scale = 1;
  for (let end = at; ; end++) {
    const byte = file[end] ?? 0;
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return { value, end: end + 1 };
    scale *= 0x80;
  }
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Buffer.from([...bytes, rest]);
}

function message(number: number, content: Buffer): Buffer {
  return Buffer.concat([varint(number * 8 + 2), varint(content.length), content]);
}
