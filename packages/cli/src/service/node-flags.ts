/**
 * How Node runs the service. A small young generation saves memory without visible cost. To collect on one thread takes less CPU than to
 * share so little work among several (docs/performance.md). A flag with a value comes last: knip takes what follows another one for its value.
 */
export const NODE_FLAGS: readonly string[] = ['--single-threaded-gc', '--max-semi-space-size=4'];
