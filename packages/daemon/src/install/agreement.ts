/**
 * Whether the person has agreed to be recorded. An installed service records nothing before that. The agreement is a file of the data
 * folder, so it survives restarts and updates, and a new folder asks again. A file that cannot be read counts as none.
 */
import { readFileSync } from 'node:fs';
import { writeFileAtomically } from '#core/folders/atomic-file.ts';

export type AgreementState = 'not_required' | 'waiting' | 'given';

export interface Agreement {
  state(): AgreementState;
  /** Undefined unless it was given. */
  givenAtMs(): number | undefined;
  /** Rejects nothing that was given before: the first time counts. */
  give(): void;
}

export function openAgreement(deps: {
  file: string;
  isRequired: boolean;
  nowMs: () => number;
}): Agreement {
  let givenAtMs = read(deps.file);
  return {
    state() {
      if (givenAtMs !== undefined) return 'given';
      return deps.isRequired ? 'waiting' : 'not_required';
    },
    givenAtMs: () => givenAtMs,
    give() {
      if (givenAtMs !== undefined) return;
      const atMs = deps.nowMs();
      const text = JSON.stringify({ given_at: new Date(atMs).toISOString() }, undefined, 2);
      writeFileAtomically(deps.file, `${text}\n`, { isFlushed: true });
      givenAtMs = atMs;
    },
  };
}

function read(file: string): number | undefined {
  try {
    const { given_at } = JSON.parse(readFileSync(file, 'utf8')) as { given_at?: unknown };
    const atMs = typeof given_at === 'string' ? Date.parse(given_at) : Number.NaN;
    return Number.isNaN(atMs) ? undefined : atMs;
  } catch {
    // Missing or damaged: the person is asked again.
    return undefined;
  }
}
