/**
 * Reads a strip in whatever script it is written in. The western network reads every line first; where it sees characters that are not
 * its own, the eastern one reads the line. The eastern network is loaded with the first such line: most screens have none.
 */
import { existsSync } from 'node:fs';
import { OTHER_NETWORK } from './alphabet.ts';
import { type Letter, wordsOf } from './letters.ts';
import { type Network, openNetwork } from './network.ts';
import type { LineRecogniser } from './strip.ts';

const MODELS = new URL('../../model/', import.meta.url);

export async function openReader(folder: URL = MODELS): Promise<LineRecogniser> {
  const western = await openNetwork(folder, 'western');
  const hasEastern = existsSync(new URL('eastern.onnx', folder));
  let eastern: Promise<Network> | undefined;

  async function readEastern(strip: Parameters<Network['read']>[0]): Promise<Letter[]> {
    eastern ??= openNetwork(folder, 'eastern');
    return (await eastern).read(strip);
  }

  return {
    async read(strip) {
      const letters = await western.read(strip);
      const foreign = foreignIn(letters);
      if (foreign === 0 || !hasEastern) return wordsOf(letters);
      const others = await readEastern(strip);
      return wordsOf(foreignIn(others) < foreign ? others : letters);
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
