/**
 * Every speech model that the program knows, and exactly which bytes it is: package, version, and the sha256 of each file. They come out
 * of npm packages, so they are found wherever the packages of this program are found. Only models whose licence allows any use are
 * listed; a user may name others, see `own-models.ts`.
 */

export interface ModelFile {
  /** Inside the package, or its address. */
  readonly path: string;
  /** In the model's folder. */
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
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

export interface SpeechModel {
  /** As in `audio.model`. */
  readonly id: string;
  /** Which engine runs it. */
  readonly engine: 'moonshine' | 'whisper';
  readonly languages: readonly string[];
  /** SPDX name. */
  readonly licence: string;
  /** In one line, for a person who chooses. */
  readonly about: string;
  /** `auto` takes it from this many cores on. */
  readonly coresNeeded: number;
  readonly source: PackageSource | AddressSource;
  readonly files: readonly ModelFile[];
}

export const SMALLEST_MODEL = 'moonshine-tiny';

/** Best first. */
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

export function findModel(id: string): SpeechModel | undefined {
  return MODELS.find((model) => model.id === id);
}

export function sizeBytesOf(model: SpeechModel): number {
  return model.files.reduce((sum, file) => sum + file.bytes, 0);
}

/** Where it comes from, in one line. */
export function sourceNameOf({ source, files }: SpeechModel): string {
  if (source.kind === 'package') return `${source.package}@${source.version}`;
  return [...new Set(files.map(({ path }) => new URL(path).host))].join(', ');
}
