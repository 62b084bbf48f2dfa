/** Writes a network in the ONNX format, as far as one of Tesseract needs it. */

type Attribute = number | string | readonly number[];
type Dimension = number | string;

export interface OnnxFile {
  /** Each gives its name, for use as an input. */
  fractions(dimensions: readonly number[], values: Float32Array): string;
  bytes(dimensions: readonly number[], values: Uint8Array): string;
  numbers(values: readonly number[]): string;
  /**
   * Operators beyond the common ones have a domain before their last dot. Gives the name of its first output, or of the one that is
   * wanted in its place.
   */
  node(
    operator: string,
    inputs: readonly string[],
    attributes?: Record<string, Attribute>,
    wanted?: number,
  ): string;
  end(
    input: readonly Dimension[],
    output: { name: string; dimensions: readonly Dimension[] },
  ): Buffer;
}

export const INPUT = 'input';
const FORMAT = 8;
const OPERATORS = 17;
const TYPE = { float: 1, uint8: 2, int64: 7 };
const ATTRIBUTE = { int: 2, string: 3, ints: 7 };

export function onnxFile(): OnnxFile {
  const nodes: Buffer[] = [];
  const tensors: Buffer[] = [];
  const domains = new Set(['']);
  let names = 0;
  const newName = () => {
    names += 1;
    return `n${names}`;
  };
  const tensor = (dimensions: readonly number[], type: number, data: Uint8Array) => {
    const name = newName();
    const sizes = dimensions.map((size) => whole(1, size));
    tensors.push(Buffer.concat([...sizes, whole(2, type), text(8, name), bytes(9, data)]));
    return name;
  };
  return {
    fractions: (dimensions, values) => tensor(dimensions, TYPE.float, bytesOf(values)),
    bytes: (dimensions, values) => tensor(dimensions, TYPE.uint8, values),
    numbers: (values) =>
      tensor([values.length], TYPE.int64, bytesOf(BigInt64Array.from(values, BigInt))),
    node(operator, inputs, attributes = {}, wanted = 0) {
      const name = newName();
      const [, domain = '', op = ''] = /^(?:(.*)\.)?([^.]*)$/.exec(operator) ?? [];
      domains.add(domain);
      // Without a name it is not computed.
      const outputs = [...Array.from({ length: wanted }, () => ''), name];
      nodes.push(
        Buffer.concat([
          ...inputs.map((input) => text(1, input)),
          ...outputs.map((output) => text(2, output)),
          text(4, op),
          text(7, domain),
          ...Object.entries(attributes).map(([key, value]) => bytes(5, attribute(key, value))),
        ]),
      );
      return name;
    },
    end(input, output) {
      const graph = Buffer.concat([
        ...nodes.map((node) => bytes(1, node)),
        text(2, 'lines'),
        ...tensors.map((one) => bytes(5, one)),
        bytes(11, value(INPUT, input)),
        bytes(12, value(output.name, output.dimensions)),
      ]);
      const used = [...domains].map((domain) =>
        bytes(8, Buffer.concat([text(1, domain), whole(2, domain === '' ? OPERATORS : 1)])),
      );
      return Buffer.concat([whole(1, FORMAT), bytes(7, graph), ...used]);
    },
  };
}

function attribute(name: string, value: Attribute): Buffer {
  if (typeof value === 'string') {
    return Buffer.concat([text(1, name), text(4, value), whole(20, ATTRIBUTE.string)]);
  }
  if (typeof value === 'number') {
    return Buffer.concat([text(1, name), whole(3, value), whole(20, ATTRIBUTE.int)]);
  }
  const items = value.map((item) => whole(8, item));
  return Buffer.concat([text(1, name), ...items, whole(20, ATTRIBUTE.ints)]);
}

function value(name: string, dimensions: readonly Dimension[]): Buffer {
  const shape = dimensions.map((size) =>
    bytes(1, typeof size === 'string' ? text(2, size) : whole(1, size)),
  );
  const type = bytes(1, Buffer.concat([whole(1, TYPE.float), bytes(2, Buffer.concat(shape))]));
  return Buffer.concat([text(1, name), bytes(2, type)]);
}

/** The fields of a protocol buffer. */
function whole(field: number, number: number): Buffer {
  return Buffer.concat([varint(field << 3), varint(number)]);
}

function bytes(field: number, content: Uint8Array): Buffer {
  return Buffer.concat([varint((field << 3) | 2), varint(content.length), content]);
}

function text(field: number, content: string): Buffer {
  return bytes(field, Buffer.from(content));
}

function varint(number: number): Buffer {
  const parts: number[] = [];
  for (let left = BigInt.asUintN(64, BigInt(number)); ; left >>= 7n) {
    const low = Number(left & 127n);
    if (left < 128n) return Buffer.from([...parts, low]);
    parts.push(low | 128);
  }
}

function bytesOf(values: Float32Array | BigInt64Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}
