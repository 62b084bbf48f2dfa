/**
 * Reads a strip in whatever script it is written in. The western network reads everything first; where it sees characters that are not
 * its own, the eastern one reads again. The eastern network is loaded with the first such line: most screens have none.
 */
import { existsSync } from 'node:fs';
import { type Letter, STEP_WIDTH, wordsOf } from './letters.ts';
import { type Network, openNetwork } from './network.ts';
import { type Piece, piecesOf } from './pieces.ts';
import type { LineRecogniser, Strip } from './strip.ts';
import { isForeign, isJoinedScript, joinReadings, middleOf } from './two-networks.ts';

const MODELS = new URL('../../model/', import.meta.url);

export async function openReader(folder: URL = MODELS): Promise<LineRecogniser> {
  const western = await openNetwork(folder, 'western', { keepsMemory: true });
  let eastern: Promise<Network | undefined> | undefined;

  /** Undefined when it is not installed or cannot be loaded: western lines are then still read. */
  async function openEastern(): Promise<Network | undefined> {
    if (!existsSync(new URL('eastern.onnx', folder))) return undefined;
    return openNetwork(folder, 'eastern', { keepsMemory: false }).catch(() => undefined);
  }

  async function readForeign(
    letters: readonly Letter[],
    strip: Strip,
    larger: Strip,
    signal: AbortSignal,
  ): Promise<readonly Letter[]> {
    eastern ??= openEastern();
    const network = await eastern;
    if (network === undefined) return letters;
    const scale = strip.width / larger.width;
    const read = piecesOf(larger).map(async (piece) => {
      const from = (piece.from * scale) / STEP_WIDTH;
      const to = from + (piece.width * scale) / STEP_WIDTH;
      const own = letters.filter((each) => middleOf(each) >= from && middleOf(each) < to);
      // Pieces without foreign characters are read already.
      if (!own.some(isForeign)) return own;
      return (await readPieces(network, [piece], signal)).map((each) => scaled(each, scale));
    });
    return joinReadings(letters, (await Promise.all(read)).flat(), network.writes);
  }

  return {
    async read(strip, signal, enlarged = () => strip) {
      const letters = await readPieces(western, piecesOf(strip), signal);
      if (!letters.some(isForeign)) return wordsOf(letters);
      const larger = enlarged(isJoinedScript(letters));
      return wordsOf(await readForeign(letters, strip, larger, signal));
    },
    async close() {
      await western.close();
      await (await eastern)?.close();
    },
  };
}

/** The letters of all pieces, placed in the whole strip. */
async function readPieces(network: Network, pieces: readonly Piece[], signal: AbortSignal) {
  const read = await Promise.all(pieces.map((piece) => network.read(piece, signal)));
  return pieces.flatMap((piece, i) => {
    const first = piece.from / STEP_WIDTH;
    const letters = (read[i] ?? []).map((letter) => ({
      ...letter,
      from: first + letter.from,
      to: first + letter.to,
    }));
    const space = { text: ' ', confidence: 1, from: first, to: first };
    return piece.isNewWord ? [space, ...letters] : letters;
  });
}

function scaled(letter: Letter, scale: number): Letter {
  return { ...letter, from: letter.from * scale, to: letter.to * scale };
}
