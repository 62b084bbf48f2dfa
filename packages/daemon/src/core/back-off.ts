/** How long to wait after the first failure, the second and so on: twice as long each time, up to a longest wait. */
export function backOffMs(failures: number, firstMs: number, longestMs: number): number {
  return Math.min(firstMs * 2 ** Math.min(Math.max(0, failures - 1), 30), longestMs);
}
