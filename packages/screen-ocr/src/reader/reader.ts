/**
 * Reads a strip in whatever script it is written in. The western network reads everything first; where it sees characters that are not
 * its own, the eastern one reads again. The eastern network is loaded with the first such line: most screens have none.
 */
import { existsSync } from 'node:fs';
import { type Letter, STEP_WIDTH, wordsOf } from './letters.ts';
import { type Network, openNetwork } from './network.ts';
import { piecesOf } from './pieces.ts';
import type { LineRecogniser, Strip } from './strip.ts';
import { isForeign, joinReadings } from './two-networks.ts';

const MODELS = new URL('../../model/', import.meta.url);

export async function openReader(folder: URL = MODELS): Promise<LineRecogniser> {
  const western = await openNetwork(folder, 'western', { keepsMemory: true });
  let eastern: Promise<Network | undefined> | undefined;

  /** Undefined when it is not installed or cannot be loaded: western lines are then still read. */
  async function openEastern(): Promise<Network | undefined> {
    if (!existsSync(new URL('eastern.onnx', folder))) return undefined;
    return openNetwork(folder, 'eastern', { keepsMemory: false }).catch(() => undefined);
  }

  async function readPiece(strip: Strip): Promise<readonly Letter[]> {
    const letters = await western.read(strip);
    if (!letters.some(isForeign)) return letters;
    eastern ??= openEastern();
    const network = await eastern;
    if (network === undefined) return letters;
    return joinReadings(letters, await network.read(strip), network.writes);
  }

  return {
    async read(strip) {
      const letters: Letter[] = [];
      for (const piece of piecesOf(strip)) {
        const first = piece.from / STEP_WIDTH;
        if (piece.isNewWord) letters.push({ text: ' ', confidence: 1, from: first, to: first });
        for (const letter of await readPiece(piece)) {
          letters.push({ ...letter, from: first + letter.from, to: first + letter.to });
        }
      }
      return wordsOf(letters);
    },
    async close() {
      await western.close();
      await (await eastern)?.close();
    },
  };
}
