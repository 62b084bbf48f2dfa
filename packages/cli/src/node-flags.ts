/**
 * How Node runs the service. The young generation has its whole size from the start and no more: a smaller one saves memory, and one that
 * grows is collected several times as often. Few objects live for long, so to collect on one thread takes less CPU than to share the work.
 */
export const NODE_FLAGS: readonly string[] = [
  '--min-semi-space-size=4',
  '--max-semi-space-size=4',
  '--single-threaded-gc',
];
