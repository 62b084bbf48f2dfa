/** How many words a transcript got wrong: changed, missing and added ones, by the shortest way from one text to the other. */

export function wordsIn(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[^a-z0-9' ]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');
}

export function wordErrors(said: readonly string[], heard: readonly string[]): number {
  let previous = Array.from({ length: heard.length + 1 }, (_, index) => index);
  for (const [i, word] of said.entries()) {
    const row = [i + 1];
    for (const [j, other] of heard.entries()) {
      const change = (previous[j] ?? 0) + (word === other ? 0 : 1);
      row.push(Math.min(change, (previous[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1));
    }
    previous = row;
  }
  return previous[heard.length] ?? 0;
}
