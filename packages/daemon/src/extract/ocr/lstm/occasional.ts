/** A recogniser that is opened when it is needed, and closed when nobody has needed it for a while: it is large. */
import type { LineRecogniser } from '@hindcast/screen-ocr';

export function occasional(open: () => Promise<LineRecogniser>, idleMs: number): LineRecogniser {
  let current: Promise<LineRecogniser> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function close(): Promise<void> {
    clearTimeout(timer);
    const closing = current;
    current = undefined;
    await (await closing)?.close();
  }

  return {
    async read(strip) {
      clearTimeout(timer);
      try {
        current ??= open();
        return await (await current).read(strip);
      } catch (error) {
        // Another one may do better.
        await close().catch(() => undefined);
        throw error;
      } finally {
        timer = setTimeout(() => void close().catch(() => undefined), idleMs);
        timer.unref();
      }
    },
    close,
  };
}
