/** Lines of what a process prints, and the end of all of it. Lines that are too long are cut, and a flood is dropped with a notice. */
import { StringDecoder } from 'node:string_decoder';

const KEPT_CHARACTERS = 16 * 1024;
const MOST_LINE_CHARACTERS = 4_096;
/** Of one run; more than anybody reads. */
export const MOST_LINES = 2_000;

export function outputTail() {
  const decoder = new StringDecoder('utf8');
  let unfinished = '';
  let kept = '';
  let lines = 0;

  return {
    /** The lines that ended in this piece. */
    add(piece: Buffer): string[] {
      const text = decoder.write(piece);
      kept = (kept + text).slice(-KEPT_CHARACTERS);
      const parts = (unfinished + text).split('\n');
      unfinished = (parts.pop() ?? '').slice(0, MOST_LINE_CHARACTERS);
      const room = Math.max(0, MOST_LINES - lines);
      lines += parts.length;
      const shown = parts.slice(0, room).filter((line) => line !== '');
      const isCutHere = room > 0 && parts.length >= room;
      return isCutHere ? [...shown, 'it prints too much: the rest is left out'] : shown;
    },
    text: () => kept,
    lines: () => lines,
  };
}
