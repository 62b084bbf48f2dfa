/**
 * The texts of the service that the page translates: descriptions of settings and their choices. They are plain text, not messages with
 * placeholders; `serviceText` of the page looks them up. Called by `page-messages.ts`.
 */
import { schema } from '../../packages/daemon/src/config/schema.ts';

const CONTEXTS = ['setting|', 'choice|'] as const;

/** Keys of the catalogues. */
export function serviceKeys(): string[] {
  return Object.values(schema).flatMap(({ meaning, kind }) => [
    `${CONTEXTS[0]}${meaning}`,
    ...(kind.choices ?? []).map((choice) => `${CONTEXTS[1]}${choice}`),
  ]);
}

export const isServiceKey = (key: string) => CONTEXTS.some((context) => key.startsWith(context));
