/**
 * Monitors that give no picture which can be read, and will not until something about them is set otherwise. One of them does not
 * end the recording of the others; it is reported by name.
 */
import type { Monitor } from '#core/observation.ts';
import type { PixelFormatError } from '../errors.ts';

export function refusedMonitors() {
  const refused = new Map<number, { name: string; error: PixelFormatError }>();
  return {
    add({ id, name }: Monitor, error: PixelFormatError): void {
      refused.set(id, { name, error });
    },
    /** It gave a picture, or was removed. */
    forget(id: number): void {
      refused.delete(id);
    },
    areAll: (monitors: readonly Monitor[]): boolean => monitors.every(({ id }) => refused.has(id)),
    /** One sentence or two about each. */
    notes: (): readonly string[] =>
      [...refused.values()].map(
        ({ name, error }) => `Monitor ${name} is left out: ${error.message}. ${error.hint ?? ''}`,
      ),
  };
}
