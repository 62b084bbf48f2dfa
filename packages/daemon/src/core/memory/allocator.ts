/**
 * Asks the C library to give large blocks back when they are freed. Left alone, glibc raises the size from which it does so to
 * that of the largest block it has seen, and sixteen arenas each keep what they once needed: pictures, compressed segments and a
 * password hash would stay with the process for good. Other C libraries do not know the call, and need it less.
 */
const M_TRIM_THRESHOLD = -1;
const M_MMAP_THRESHOLD = -3;
const M_ARENA_MAX = -8;
const BLOCK_BYTES = 256 * 1024;

/** Best before threads are started. */
export async function returnFreedMemory(): Promise<void> {
  if (process.platform !== 'linux') return;
  try {
    const { default: koffi } = await import('koffi');
    const mallopt = koffi.load('libc.so.6').func('int mallopt(int, int)');
    mallopt(M_ARENA_MAX, 2);
    mallopt(M_MMAP_THRESHOLD, BLOCK_BYTES);
    mallopt(M_TRIM_THRESHOLD, BLOCK_BYTES);
  } catch {
    // Not glibc: everything works, with more memory.
  }
}
