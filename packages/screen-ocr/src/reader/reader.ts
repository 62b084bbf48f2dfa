/**
 * Reads a strip in whatever script it is written in. The western network reads everything first; where it sees characters that are not
 * its own, the eastern one reads again. The eastern network is loaded with the first such line: most screens have none.
 */
import { existsSync } from 'node:fs';
import { OTHER_NETWORK } from './alphabet.ts';
import { type Letter, wordsOf } from './letters.ts';
import { type Network, openNetwork } from './network.ts';
import { piecesOf } from './pieces.ts';
import type { LineRecogniser, Strip, StripWord } from './strip.ts';

const MODELS = new URL('../../model/', import.meta.url);

export async function openReader(folder: URL = MODELS): Promise<LineRecogniser> {
  const western = await openNetwork(folder, 'western', { keepsMemory: true });
  const hasEastern = existsSync(new URL('eastern.onnx', folder));
  let eastern: Promise<Network> | undefined;

  async function readEastern(strip: Strip): Promise<Letter[]> {
    eastern ??= openNetwork(folder, 'eastern', { keepsMemory: false });
    return (await eastern).read(strip);
  }

  async function readPiece(strip: Strip): Promise<Letter[]> {
    const letters = await western.read(strip);
    const foreign = foreignIn(letters);
    if (foreign === 0 || !hasEastern) return letters;
    const others = await readEastern(strip);
    return foreignIn(others) < foreign ? others : letters;
  }

  return {
    async read(strip) {
      const words: StripWord[] = [];
      for (const piece of piecesOf(strip)) {
        const found = wordsOf(await readPiece(piece));
        words.push(...found.map((word) => ({ ...word, x: word.x + piece.from })));
      }
      return words;
    },
    async close() {
      await western.close();
      await (await eastern)?.close();
    },
  };
}

function foreignIn(letters: readonly Letter[]): number {
  return letters.filter(({ text }) => text === OTHER_NETWORK).length;
}
