/** Several who may stop a side, each without knowing of the others: it goes on when none of them holds it any more. */

export function pauseHolders<T extends string>(
  setPaused: (isPaused: boolean) => Promise<void>,
): (holder: T, isHeld: boolean) => Promise<void> {
  const holders = new Set<T>();
  return async (holder, isHeld) => {
    const wasHeld = holders.size > 0;
    if (isHeld) holders.add(holder);
    else holders.delete(holder);
    if (holders.size > 0 !== wasHeld) await setPaused(holders.size > 0);
  };
}
