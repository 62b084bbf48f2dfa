/**
 * Gives memory back to the system that this process holds and does not use: holes between blocks in use, which the C library keeps, and
 * code of a library that only ran while it was loaded. Called by `extract/ocr/ocr-main.ts`.
 */
import { readFileSync } from 'node:fs';

const MADV_DONTNEED = 4;

export interface UnusedMemory {
  /** Takes a millisecond or two. What is used again comes back by itself: code from the file of the library, which is still there. */
  giveBack(options: {
    /** How the file of the library begins. */
    library: string;
  }): void;
}

/** Does nothing where the C library is not glibc. */
export async function openUnusedMemory(): Promise<UnusedMemory> {
  const nothing = { giveBack: () => undefined };
  if (process.platform !== 'linux') return nothing;
  try {
    const { default: koffi } = await import('koffi');
    const libc = koffi.load('libc.so.6');
    const trim = libc.func('int malloc_trim(size_t)');
    const advise = libc.func('int madvise(uintptr_t, size_t, int)');
    return {
      giveBack({ library }) {
        trim(0);
        for (const { from, to } of codeOf(library, readFileSync('/proc/self/maps', 'utf8'))) {
          advise(from, to - from, MADV_DONTNEED);
        }
      },
    };
  } catch {
    return nothing;
  }
}

/** Where its code lies. No program can write there, so these pages hold what the file holds. */
export function codeOf(library: string, maps: string): { from: number; to: number }[] {
  const places = maps.matchAll(/^([\da-f]+)-([\da-f]+) r-xp .*\/([^/\n]+)$/gm);
  return [...places]
    .filter(([, , , file = '']) => file.startsWith(library))
    .map(([, from = '', to = '']) => ({
      from: Number.parseInt(from, 16),
      to: Number.parseInt(to, 16),
    }));
}
