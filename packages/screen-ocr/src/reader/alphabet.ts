/** The characters of a network, by class. Class 0 is the blank of CTC and has no character. */
import { readFile } from 'node:fs/promises';

/** Stands for a character that only the other network knows. */
export const OTHER_NETWORK = '\uE000';
/** Stands for a sign that is no text, such as an icon or a line of a box. */
export const NO_TEXT = '\uFFFD';

/** `file` holds one line: the characters of the classes 1 to n. */
export async function loadAlphabet(file: URL): Promise<readonly string[]> {
  const [line = ''] = (await readFile(file, 'utf8')).split('\n');
  return ['', ...line];
}

/** Which characters are written for which others: those in the same places. */
export function lettersFor(from: string, to: string): ReadonlyMap<string, string> {
  const letters = [...to];
  return new Map([...from].map((letter, i) => [letter, letters[i] as string]));
}
