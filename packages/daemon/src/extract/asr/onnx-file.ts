/**
 * Reads and writes the bytes of ONNX files, which are protobuf messages, as far as networks are cut to size here. Bytes are joined once,
 * at the end: files are large, and every copy of them is memory.
 */

/** Of the messages in `onnx.proto`. */
export const MODEL = { irVersion: 1, graph: 7, opset: 8 } as const;
export const GRAPH = { node: 1, initializer: 5, input: 11, output: 12, valueInfo: 13 } as const;
export const NODE = { input: 1, output: 2, opType: 4, attribute: 5, domain: 7 } as const;
export const TENSOR = {
  dimension: 1,
  dataType: 2,
  floats: 4,
  integers: 5,
  name: 8,
  rawData: 9,
} as const;
/** Of an attribute that is a graph, such as a branch. */
export const ATTRIBUTE = { name: 1, graph: 6 } as const;

export interface Field {
  readonly number: number;
  /** Of the field with its tag and length, and of its content. */
  readonly start: number;
  readonly from: number;
  readonly to: number;
}

export type Bytes = readonly Buffer[];

/** Lengths without content, by wire type: whole numbers, eight bytes, four bytes. */
export function fieldsOf(file: Buffer, from = 0, to = file.length): Field[] {
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
    fields.push({ number, start: at, ...content });
    at = content.to;
  }
  return fields;
}

export function find(fields: readonly Field[], number: number): Field {
  const found = fields.find((field) => field.number === number);
  if (found === undefined) throw new Error(`the network has no field ${number}`);
  return found;
}

/** The texts of a repeated field. */
export function textsOf(file: Buffer, fields: readonly Field[], number: number): string[] {
  return fields
    .filter((field) => field.number === number)
    .map(({ from, to }) => file.toString('utf8', from, to));
}

export function nameOf(file: Buffer, { from, to }: Field, number: number): string {
  return textsOf(file, fieldsOf(file, from, to), number)[0] ?? '';
}

/** A field as it is in the file. */
export function copyOf(file: Buffer, { start, to }: Field): Buffer {
  return file.subarray(start, to);
}

export function readVarint(file: Buffer, at: number): { value: number; end: number } {
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

export function numberField(number: number, value: number): Buffer {
  return Buffer.concat([varint(number * 8), varint(value)]);
}

export function textField(number: number, text: string): Buffer {
  return Buffer.concat(message(number, [Buffer.from(text)]));
}

export function message(number: number, content: Bytes): Buffer[] {
  const length = content.reduce((sum, part) => sum + part.length, 0);
  return [varint(number * 8 + 2), varint(length), ...content];
}

/** At once: until the collector comes by, the files of a model would take as much memory as the model. */
export function free({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
