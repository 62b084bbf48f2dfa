/**
 * Reads strips with the network of Tesseract's language data, computed by the ONNX runtime: text as from libtesseract, for less
 * CPU. Knows alphabets; other writing systems are left to libtesseract itself.
 */

import type { LineRecogniser, Strip, StripWord } from '@hindcast/screen-ocr';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { beamSearch } from './beam-search.ts';
import { dictionaryOf } from './dictionary.ts';
import { lineTensors } from './line-tensor.ts';
import type { LstmModel } from './model.ts';
import { INPUT } from './onnx-file.ts';
import { wordsOf } from './path-words.ts';

/** From a likelihood's logarithm to a share of 1, as Tesseract reports it. */
const CONFIDENCE_SLOPE = 0.35;

export async function openLstmRecogniser(model: LstmModel): Promise<LineRecogniser> {
  const { alphabet, nullCode, step } = model;
  const dictionary = model.dictionary && dictionaryOf(model.dictionary, alphabet);
  const search = beamSearch({ alphabet, dictionary, nullCode });
  const session = await InferenceSession.create(model.onnx, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    // Every line has another width: plans of its memory never fit again, and a pool of it only grows.
    enableMemPattern: false,
    enableCpuMemArena: false,
  });
  const [outputName = ''] = session.outputNames;
  const codes = alphabet.letterOf.length;
  const tensorOf = lineTensors();
  // Used again for every line.
  let outputs = new Float32Array();
  return {
    async read(strip: Strip): Promise<StripWord[]> {
      const { values, width, height } = tensorOf(strip);
      const input = new Tensor('float32', values, [1, 1, height, width]);
      const steps = Math.floor(strip.width / step);
      if (outputs.length < steps * codes) outputs = new Float32Array(steps * codes);
      const likelihoods = outputs.subarray(0, steps * codes);
      const output = new Tensor('float32', likelihoods, [steps, 1, codes]);
      await session.run({ [INPUT]: input }, { [outputName]: output });
      const words = wordsOf(search.decode(likelihoods), alphabet.texts);
      return words.map(({ text, certainty, from, to }) => ({
        text,
        confidence: Math.max(0, 1 + CONFIDENCE_SLOPE * certainty),
        x: from * step,
        width: (to - from) * step,
      }));
    },
    async close() {
      await session.release();
    },
  };
}
