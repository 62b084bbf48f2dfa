/** Ends parts that do not need each other at the same time. What one of them cannot do must not cut the others short. */
interface Closeable {
  close(): Promise<void>;
}

/** Resolves when all have ended; rejects then with the first fault. */
export async function closeTogether(parts: readonly (Closeable | undefined)[]): Promise<void> {
  const closing = parts.map((part) => part?.close());
  await Promise.allSettled(closing);
  await Promise.all(closing);
}
