/**
 * How Node runs the service. A small young generation saves memory without visible cost. To collect on one thread takes less CPU than to
 * share so little work among several.
 */
export const NODE_FLAGS: readonly string[] = ['--single-threaded-gc', '--max-semi-space-size=4'];
