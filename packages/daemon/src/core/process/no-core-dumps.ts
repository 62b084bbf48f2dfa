/**
 * A process that crashes may be written to the disk as a whole by the system: what was captured, and the key of an encrypted store.
 * This forbids it, for the child processes as well.
 */
const RLIMIT_CORE = 4;
const LIBRARIES: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'libc.so.6',
  darwin: 'libSystem.B.dylib',
};

/** Where the system has no such limit nothing happens. */
export async function keepNoCoreDumps(): Promise<void> {
  const library = LIBRARIES[process.platform];
  if (library === undefined) return;
  try {
    const { default: koffi } = await import('koffi');
    const setrlimit = koffi.load(library).func('int setrlimit(int, const uint64_t *limits)');
    // Now, and the most that may be asked for later.
    setrlimit(RLIMIT_CORE, new BigUint64Array([0n, 0n]));
  } catch {
    // Another C library.
  }
}
