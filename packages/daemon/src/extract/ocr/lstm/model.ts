/** All that reading a language takes, out of its file, in a form that threads can be given. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type Alphabet, alphabetOf } from './alphabet.ts';
import { type StoredDictionary, storedDictionaryOf } from './dictionary.ts';
import { storedNetworkOf } from './network-file.ts';
import { onnxNetworkOf } from './onnx-network.ts';
import { trainedDataOf } from './trained-data.ts';

export interface LstmModel {
  readonly onnx: Uint8Array;
  /** Columns of a line for each step of the output. */
  readonly step: number;
  /** The output that means nothing. */
  readonly nullCode: number;
  readonly alphabet: Alphabet;
  readonly dictionary: StoredDictionary | undefined;
}

/** Throws OtherWayError when the language is not one for this way of reading, and a RangeError when the file is damaged. */
export function loadModel(file: string): LstmModel {
  const bytes = readFileSync(file);
  const data = trainedDataOf(file.endsWith('.gz') ? gunzipSync(bytes) : bytes);
  const { layer, nullCode } = storedNetworkOf(data.network);
  const { bytes: onnx, codes, step } = onnxNetworkOf(layer);
  return {
    onnx,
    step,
    nullCode,
    alphabet: alphabetOf({ ...data, codes, nullCode }),
    dictionary: storedDictionaryOf(data),
  };
}
