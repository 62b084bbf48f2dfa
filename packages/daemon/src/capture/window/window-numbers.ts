/**
 * Numbers for windows that a desktop names by texts. A window keeps its number also while it is not seen, and nobody says when it
 * is closed for good, so the numbers of those that were not asked for longest are forgotten.
 */

/** More than anybody has open; a forgotten window that comes back counts as a new one. */
const MOST = 1_000;

export function windowNumbers(most: number = MOST): (id: string) => number {
  /** The one that was not asked for longest first. */
  const known = new Map<string, number>();
  let last = 0;
  return (id) => {
    const number = known.get(id) ?? ++last;
    known.delete(id);
    known.set(id, number);
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
    return number;
  };
}
