/** What a setting is. */
import type { Kind } from '../kinds.ts';

/** A flag is followed by its value, which `takes` names, or stands for a value itself. */
export type Flag<T> =
  | { readonly name: string; readonly takes: string }
  | { readonly name: string; readonly means: T; readonly help: string };

export interface Setting<T> {
  readonly kind: Kind<T>;
  readonly fallback: T;
  readonly meaning: string;
  readonly env: string;
  readonly flags: readonly Flag<T>[];
  /** Shown masked, and not accepted on the command line, which every user of the machine can read. */
  readonly secret?: true;
  /** False for the one setting that says where the file is. */
  readonly inFile?: false;
}

export function setting<T>(definition: Setting<T>): Setting<T> {
  return definition;
}
