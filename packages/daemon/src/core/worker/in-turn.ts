/** For calls that must not overlap: each begins when the one before it has ended, in the order they came. */
export function inTurn<Args extends unknown[], Output>(
  work: (...args: Args) => Promise<Output>,
): (...args: Args) => Promise<Output> {
  let last: Promise<unknown> = Promise.resolve();
  return (...args) => {
    const turn = last.then(() => work(...args));
    last = turn.catch(() => undefined); // the caller of this turn gets the error, not the next one
    return turn;
  };
}
