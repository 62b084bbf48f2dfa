/**
 * Tesseract's network as an ONNX graph. It knows the one shape that all language data since version 4 for alphabets have: a small
 * convolution, a pool, a column of the line read from top to bottom, and layers that read along the line in one direction or the other.
 */

import { STRIP_HEIGHT } from '@hindcast/screen-ocr';
import { OtherWayError } from './errors.ts';
import type { Layer, Weights } from './network-file.ts';
import { INPUT, type OnnxFile, onnxFile } from './onnx-file.ts';

export interface OnnxNetwork {
  readonly bytes: Buffer;
  /** Columns of a line for each step of the output. */
  readonly step: number;
  readonly codes: number;
}

/**
 * Whole numbers without a sign: those with one are summed in sixteen bits on many processors, and cut off there. This is what stands
 * for nothing among them.
 */
const ZERO = 128;

/** All states, or the last one. */
const LSTM_OUTPUT = { steps: 0, end: 1 };

/** Pixels of noise around a line that the graph expects, as the network saw them when it was trained. */
export const MARGIN = 1;

/** Throws OtherWayError when the network has another shape. */
export function onnxNetworkOf(stored: Layer): OnnxNetwork {
  const [input, convolve, activation, pool, column, ...rest] = flat(stored);
  if (
    input?.kind !== 'input' ||
    input.depth !== 1 ||
    input.height !== STRIP_HEIGHT ||
    convolve?.kind !== 'convolve' ||
    convolve.halfX !== MARGIN ||
    convolve.halfY !== MARGIN ||
    activation?.kind !== 'dense' ||
    activation.how !== 'Tanh' ||
    pool?.kind !== 'maxpool' ||
    column?.kind !== 'around' ||
    column.how !== 'XYTranspose'
  ) {
    throw unknownShape();
  }
  const last = rest.pop();
  if (last?.kind !== 'dense' || last.how !== 'Softmax') throw unknownShape();
  const file = onnxFile();
  const pooled = poolOf(file, activation.weights, pool);
  const rows = Math.floor(input.height / pool.y);
  let along = columnOf(file, pooled, onlyLstm(column.layer, true), rows);
  for (const layer of rest) along = alongOf(file, along, layer);
  const scores = denseOf(file, along, last.weights);
  const output = file.node('Softmax', [scores], { axis: 2 });
  const codes = last.weights.rows;
  const bytes = file.end([1, 1, input.height + 2 * MARGIN, 'width'], {
    name: output,
    dimensions: ['steps', 1, codes],
  });
  return { bytes, step: pool.x, codes };
}

function flat(layer: Layer): Layer[] {
  return layer.kind === 'series' ? layer.layers.flatMap(flat) : [layer];
}

function poolOf(file: OnnxFile, weights: Weights, pool: { x: number; y: number }): string {
  const size = 2 * MARGIN + 1;
  const kernels = new Float32Array(weights.rows * size * size);
  const biases = new Float32Array(weights.rows);
  for (let row = 0; row < weights.rows; row++) {
    for (let x = 0; x < size; x++) {
      for (let y = 0; y < size; y++) {
        // Stored column by column.
        kernels[(row * size + y) * size + x] = at(weights, row, x * size + y);
      }
    }
    biases[row] = at(weights, row, weights.columns - 1);
  }
  const convolved = file.node('Conv', [
    INPUT,
    file.fractions([weights.rows, 1, size, size], kernels),
    file.fractions([weights.rows], biases),
  ]);
  const activated = file.node('Tanh', [convolved]);
  const shape = { kernel_shape: [pool.y, pool.x], strides: [pool.y, pool.x] };
  return file.node('MaxPool', [activated], shape);
}

/** Each column of the line from top to bottom; only what is known at its end counts. */
function columnOf(file: OnnxFile, pooled: string, gates: readonly Weights[], rows: number): string {
  const inputs = inputsOf(gates);
  const turned = file.node('Transpose', [pooled], { perm: [2, 0, 3, 1] });
  const columns = file.node('Reshape', [turned, file.numbers([rows, -1, inputs])]);
  const ends = lstmOf(file, columns, gates, 'forward', LSTM_OUTPUT.end);
  return file.node('Reshape', [ends, file.numbers([-1, 1, sizeOf(gates)])]);
}

function alongOf(file: OnnxFile, input: string, layer: Layer): string {
  const isReversed = layer.kind === 'around' && layer.how === 'RTLReversed';
  const gates = onlyLstm(isReversed ? layer.layer : layer, false);
  const states = lstmOf(file, input, gates, isReversed ? 'reverse' : 'forward', LSTM_OUTPUT.steps);
  return file.node('Squeeze', [states, file.numbers([1])]);
}

function onlyLstm(layer: Layer, isSummary: boolean): readonly Weights[] {
  const [only, ...more] = flat(layer);
  if (only?.kind !== 'lstm' || only.isSummary !== isSummary || more.length > 0)
    throw unknownShape();
  return only.gates;
}

function lstmOf(
  file: OnnxFile,
  input: string,
  gates: readonly Weights[],
  direction: string,
  wanted: number,
): string {
  const [cell, enter, forget, leave] = gates as [Weights, Weights, Weights, Weights];
  const size = sizeOf(gates);
  const inputs = inputsOf(gates);
  // Its order of gates, and one column for each of their rows.
  const columns = [enter, leave, forget, cell].flatMap((gate) =>
    Array.from({ length: size }, (_, row) => ({ gate, row })),
  );
  const fromInput = new Uint8Array(inputs * columns.length);
  const fromState = new Uint8Array(size * columns.length);
  for (const [to, { gate, row }] of columns.entries()) {
    for (let i = 0; i < inputs; i++) {
      fromInput[i * columns.length + to] = ZERO + wholeAt(gate, row, i);
    }
    for (let i = 0; i < size; i++) {
      fromState[i * columns.length + to] = ZERO + wholeAt(gate, row, inputs + i);
    }
  }
  const biases = columns.map(({ gate, row }) => at(gate, row, gate.columns - 1));
  const scale = file.fractions(
    [1, columns.length],
    Float32Array.from(columns, ({ gate, row }) => gate.scales[row] ?? 0),
  );
  const zero = file.bytes([1, columns.length], new Uint8Array(columns.length).fill(ZERO));
  return file.node(
    'com.microsoft.DynamicQuantizeLSTM',
    [
      input,
      file.bytes([1, inputs, columns.length], fromInput),
      file.bytes([1, size, columns.length], fromState),
      // A second set, for the state, stays zero.
      file.fractions(
        [1, 2 * columns.length],
        Float32Array.from([...biases, ...biases.map(() => 0)]),
      ),
      ...['', '', '', ''],
      ...[scale, zero, scale, zero],
    ],
    { hidden_size: size, direction },
    wanted,
  );
}

function denseOf(file: OnnxFile, input: string, weights: Weights): string {
  const inputs = weights.columns - 1;
  const turned = new Float32Array(inputs * weights.rows);
  const biases = new Float32Array(weights.rows);
  for (let row = 0; row < weights.rows; row++) {
    for (let i = 0; i < inputs; i++) turned[i * weights.rows + row] = at(weights, row, i);
    biases[row] = at(weights, row, inputs);
  }
  const product = file.node('MatMul', [input, file.fractions([inputs, weights.rows], turned)]);
  return file.node('Add', [product, file.fractions([weights.rows], biases)]);
}

function sizeOf([first]: readonly Weights[]): number {
  return first?.rows ?? 0;
}

function inputsOf(gates: readonly Weights[]): number {
  return (gates[0]?.columns ?? 0) - sizeOf(gates) - 1;
}

function wholeAt({ columns, values }: Weights, row: number, column: number): number {
  return values[row * columns + column] as number;
}

function at(weights: Weights, row: number, column: number): number {
  return wholeAt(weights, row, column) * (weights.scales[row] ?? 0);
}

function unknownShape(): OtherWayError {
  return new OtherWayError('its network has another shape');
}
