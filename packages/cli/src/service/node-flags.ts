/**
 * How Node runs the service. The young generation has its whole size from the start: one that has to grow first is collected more often
 * until it has, and a larger one takes memory. To collect on one thread takes less CPU than to share so little work among several.
 */
export const NODE_FLAGS: readonly string[] = [
  '--single-threaded-gc',
  '--min-semi-space-size=4',
  '--max-semi-space-size=4',
];
