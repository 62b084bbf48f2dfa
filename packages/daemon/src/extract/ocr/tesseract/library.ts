/**
 * The C interface of libtesseract 5, loaded into this process. The library is a system package (Debian: libtesseract5); where it is
 * missing, opening fails with what to install, and another engine takes over. Set OMP_THREAD_LIMIT=1 in the process that loads it.
 */
import process from 'node:process';
import type { KoffiFunc } from 'koffi';
import { OcrEngineMissingError } from '#extract/ocr/errors.ts';

/** A pointer of the library; only the library looks inside. */
export type TesseractHandle = { readonly __tesseract: unique symbol };

export interface TesseractLibrary {
  create: KoffiFunc<() => TesseractHandle>;
  /** Data folder, language, engine mode; 0 on success. */
  init: KoffiFunc<(handle: TesseractHandle, folder: string, lang: string, mode: number) => number>;
  setVariable: KoffiFunc<(handle: TesseractHandle, name: string, value: string) => number>;
  setPageMode: KoffiFunc<(handle: TesseractHandle, mode: number) => void>;
  /** Pixels, width, height, bytes a pixel, bytes a row. Copies the pixels. */
  setImage: KoffiFunc<
    (
      handle: TesseractHandle,
      pixels: Uint8Array,
      ...layout: [number, number, number, number]
    ) => void
  >;
  setResolution: KoffiFunc<(handle: TesseractHandle, dotsPerInch: number) => void>;
  recognize: KoffiFunc<(handle: TesseractHandle, monitor: null) => number>;
  tsvText: KoffiFunc<(handle: TesseractHandle, page: number) => string>;
  end: KoffiFunc<(handle: TesseractHandle) => void>;
  destroy: KoffiFunc<(handle: TesseractHandle) => void>;
}

// By name where the loader knows its folders (every Linux distribution), by path where package managers install elsewhere.
const NAMES: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: ['libtesseract.so.5'],
  darwin: [
    '/opt/homebrew/lib/libtesseract.5.dylib',
    '/usr/local/lib/libtesseract.5.dylib',
    '/opt/local/lib/libtesseract.5.dylib',
  ],
  win32: ['C:\\Program Files\\Tesseract-OCR\\libtesseract-5.dll'],
};

const INSTALL_HINT =
  'Install libtesseract 5: "apt install libtesseract5 tesseract-ocr-eng" (Debian, Ubuntu), "dnf install tesseract-libs" (Fedora), ' +
  '"pacman -S tesseract tesseract-data-eng" (Arch) or "brew install tesseract" (macOS).';

export async function loadTesseract(): Promise<TesseractLibrary> {
  const names = NAMES[process.platform] ?? [];
  const failures: unknown[] = [];
  for (const name of names) {
    try {
      return await bind(name);
    } catch (failure) {
      failures.push(failure); // the next place; all of them are in the cause below
    }
  }
  const cause = new AggregateError(failures, `none of ${names.join(', ')} could be loaded`);
  throw new OcrEngineMissingError('libtesseract', INSTALL_HINT, cause);
}

async function bind(name: string): Promise<TesseractLibrary> {
  // Loaded here and not at the top: a platform without the native part of koffi still has the other engine.
  const { default: koffi } = await import('koffi');
  const library = koffi.load(name);
  const text = koffi.disposable(null, 'str', library.func('void TessDeleteText(void*)'));
  return {
    create: library.func('void* TessBaseAPICreate()'),
    init: library.func('int TessBaseAPIInit2(void*, const char*, const char*, int)'),
    setVariable: library.func('int TessBaseAPISetVariable(void*, const char*, const char*)'),
    setPageMode: library.func('void TessBaseAPISetPageSegMode(void*, int)'),
    setImage: library.func('void TessBaseAPISetImage(void*, const uint8_t*, int, int, int, int)'),
    setResolution: library.func('void TessBaseAPISetSourceResolution(void*, int)'),
    recognize: library.func('int TessBaseAPIRecognize(void*, void*)'),
    tsvText: library.func('TessBaseAPIGetTsvText', text, ['void*', 'int']),
    end: library.func('void TessBaseAPIEnd(void*)'),
    destroy: library.func('void TessBaseAPIDelete(void*)'),
  };
}
