/**
 * Where language data of Tesseract is: in the packages of the system, or for English in one from npm that is always there. And what to install
 * when a language is in neither.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { OcrLanguageMissingError } from '#extract/ocr/errors.ts';

const FOLDERS = [
  '/usr/share/tesseract-ocr/5/tessdata', // Debian, Ubuntu
  '/usr/share/tesseract/tessdata', // Fedora
  '/usr/share/tessdata', // Arch, openSUSE
  '/opt/homebrew/share/tessdata',
  '/usr/local/share/tessdata',
  '/opt/local/share/tessdata',
  'C:\\Program Files\\Tesseract-OCR\\tessdata',
];

const require = createRequire(import.meta.url);

// The languages that are installed with the service.
const PACKAGE_OF: Readonly<Record<string, () => string>> = {
  eng: () => require.resolve('@tesseract.js-data/eng/package.json'),
};
// The network in whole numbers: as good as the floating-point one, and smaller.
const VARIANT = '4.0.0_best_int';

/** The folder of the npm package for this language, where it is called `<language>.traineddata.gz`; undefined when there is none. */
export function getPackagedFolder(language: string): string | undefined {
  const manifest = PACKAGE_OF[language]?.();
  return manifest && join(dirname(manifest), VARIANT);
}

/** The file of one language, from the system if it is there; it may be compressed. Throws OcrLanguageMissingError. */
export function getLanguageFile(language: string, folders: readonly string[] = FOLDERS): string {
  try {
    return join(getLanguageFolder(language, folders), `${language}.traineddata`);
  } catch (missing) {
    const packaged = getPackagedFolder(language);
    if (packaged === undefined) throw missing;
    return join(packaged, `${language}.traineddata.gz`);
  }
}

/** The folder that holds every language of `language` ("eng", "eng+deu"). Throws OcrLanguageMissingError. */
export function getLanguageFolder(language: string, folders: readonly string[] = FOLDERS): string {
  const codes = language.split('+');
  const has = (folder: string, code: string) => existsSync(join(folder, `${code}.traineddata`));
  const folder = folders.find((candidate) => codes.every((code) => has(candidate, code)));
  if (folder !== undefined) return folder;
  const missing = codes.find((code) => !folders.some((candidate) => has(candidate, code)));
  throw new OcrLanguageMissingError(missing ?? language, hintFor(missing ?? language));
}

function hintFor(code: string): string {
  return (
    `Install it: "apt install tesseract-ocr-${code.replace('_', '-')}" (Debian, Ubuntu), "dnf install tesseract-langpack-${code}" ` +
    `(Fedora), "pacman -S tesseract-data-${code}" (Arch) or "brew install tesseract-lang" (macOS).`
  );
}
