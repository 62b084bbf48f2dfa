/** The layers of Tesseract's network as they are stored. */
import { OtherWayError } from './errors.ts';
import { type ByteReader, byteReader } from './trained-data.ts';

/** Whole numbers, each row with a scale of its own. Rows are outputs; the last column is the bias. */
export interface Weights {
  readonly rows: number;
  readonly columns: number;
  readonly values: Int8Array;
  readonly scales: Float32Array;
}

export type Layer =
  | { readonly kind: 'input'; readonly height: number; readonly depth: number }
  | { readonly kind: 'series'; readonly layers: readonly Layer[] }
  | { readonly kind: 'around'; readonly how: string; readonly layer: Layer }
  | { readonly kind: 'convolve'; readonly halfX: number; readonly halfY: number }
  | { readonly kind: 'maxpool'; readonly x: number; readonly y: number }
  | { readonly kind: 'dense'; readonly how: string; readonly weights: Weights }
  /** Cell input, input gate, forget gate, output gate. */
  | { readonly kind: 'lstm'; readonly isSummary: boolean; readonly gates: readonly Weights[] };

export interface StoredNetwork {
  readonly layer: Layer;
  /** The output that means nothing. */
  readonly nullCode: number;
}

const INT8 = 1;
const DOUBLE = 128;
const LEARNING_RATES = 64;
const GATES = 4;

/** Throws OtherWayError for what it does not know, and a RangeError when the bytes end too early. */
export function storedNetworkOf(bytes: Buffer): StoredNetwork {
  const file = byteReader(bytes);
  const layer = layerOf(file);
  file.text();
  // Flags and two counters of the training.
  file.skip(12);
  return { layer, nullCode: file.int32() };
}

function layerOf(file: ByteReader): Layer {
  if (file.int8() !== 0) throw new OtherWayError('its network has an old format');
  const type = file.text();
  file.skip(2);
  const flags = file.int32();
  file.skip(12);
  file.text();
  switch (type) {
    case 'Input': {
      file.skip(4);
      const height = file.int32();
      file.skip(4);
      const depth = file.int32();
      file.skip(4);
      return { kind: 'input', height, depth };
    }
    case 'Series':
      return { kind: 'series', layers: layersOf(file, flags) };
    case 'RTLReversed':
    case 'XYTranspose':
      return {
        kind: 'around',
        how: type,
        layer: { kind: 'series', layers: layersOf(file, flags) },
      };
    case 'Convolve':
      return { kind: 'convolve', halfX: file.int32(), halfY: file.int32() };
    case 'Maxpool':
      return { kind: 'maxpool', x: file.int32(), y: file.int32() };
    case 'Tanh':
    case 'Softmax':
      return { kind: 'dense', how: type, weights: weightsOf(file) };
    case 'LSTM':
    case 'SummLSTM':
      // How many inputs a gate has; its weights say it too.
      file.skip(4);
      return {
        kind: 'lstm',
        isSummary: type === 'SummLSTM',
        gates: Array.from({ length: GATES }, () => weightsOf(file)),
      };
    default:
      throw new OtherWayError(`its network has a layer ${JSON.stringify(type)}`);
  }
}

function layersOf(file: ByteReader, flags: number): Layer[] {
  const layers = Array.from({ length: file.int32() }, () => layerOf(file));
  if ((flags & LEARNING_RATES) !== 0) file.skip(4 * file.int32());
  return layers;
}

function weightsOf(file: ByteReader): Weights {
  const mode = file.uint8();
  if ((mode & DOUBLE) === 0) throw new OtherWayError('its network has an old format');
  // There are files with fractions, for training; nobody installs those to read with.
  if ((mode & INT8) === 0) throw new OtherWayError('its network is not in whole numbers');
  const rows = file.int32();
  const columns = file.int32();
  // The value of an empty place.
  file.skip(1);
  const bytes = file.bytes(rows * columns);
  const values = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  const scales = Float32Array.from({ length: file.int32() }, () => file.float64());
  return { rows, columns, values, scales };
}
