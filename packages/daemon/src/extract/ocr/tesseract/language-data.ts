/** Where the packages of Tesseract put their language data, and what to install when a language is not there. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
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
