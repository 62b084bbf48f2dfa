/**
 * Turns measured sizes into a progress report that only rises and never exceeds `total`. npm moves and deletes files while it downloads,
 * and one measurement can overtake another, so the sizes that `pullModel` sees go back and forth.
 */
export function risingProgress(
  total: number,
  report: (bytes: number) => void,
): (bytes: number) => void {
  let reported = 0;
  return (bytes) => {
    const risen = Math.min(bytes, total);
    if (risen <= reported) return;
    reported = risen;
    report(risen);
  };
}
