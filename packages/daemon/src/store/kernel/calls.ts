/**
 * What a call of the store may need besides its function, said where the call is defined: that it must reach the disk, that it is
 * no transaction, what a restricted token sees of it. Collects the calls of all features under their dotted names.
 */
import { serviceError } from '#core/errors.ts';
import type { Scope } from '../records.ts';

// biome-ignore lint/suspicious/noExplicitAny: the calls of a feature differ in their arguments.
export type Call = (...args: any[]) => unknown;

export interface WriteTraits {
  /** Files are removed after this call, so it must outlive a power cut; the others only a killed process. */
  readonly isDurable?: boolean;
  /** It is about what transactions have left, and runs in none. */
  readonly isBare?: boolean;
  /** Allowed while the database file is missing; other writes would be acknowledged and lost. */
  readonly isUnguarded?: boolean;
}

const writeTraits = new WeakMap<Call, WriteTraits>();
const scopedCalls = new WeakMap<Call, (scope: Scope, ...args: unknown[]) => unknown>();

export function durable<C extends Call>(call: C): C {
  return withTraits(call, { isDurable: true });
}

export function bare<C extends Call>(call: C): C {
  return withTraits(call, { isBare: true });
}

export function unguarded<C extends Call>(call: C): C {
  return withTraits(call, { isUnguarded: true });
}

function withTraits<C extends Call>(call: C, traits: WriteTraits): C {
  writeTraits.set(call, traits);
  return call;
}

export function traitsOf(call: Call): WriteTraits {
  return writeTraits.get(call) ?? {};
}

/** A read that a restricted token may use, with what it shows then. All other reads are refused to it. */
export function scoped<C extends Call>(
  call: C,
  within: (scope: Scope, ...args: Parameters<C>) => ReturnType<C>,
): C {
  scopedCalls.set(call, within as (scope: Scope, ...args: unknown[]) => unknown);
  return call;
}

export function runWithin(call: Call, scope: Scope | undefined, args: readonly unknown[]): unknown {
  if (scope === undefined) return call(...args);
  const within = scopedCalls.get(call);
  if (within === undefined) throw serviceError('PIPE_NOT_PERMITTED/scope');
  return within(scope, ...args);
}

type Features<Kernel> = Readonly<Record<string, (kernel: Kernel) => object>>;

/** Every call of the features, as `feature.call`. */
export function openFeatures<Kernel>(
  features: Features<Kernel>,
  kernel: { part<Part>(create: (kernel: Kernel) => Part): Part },
): ReadonlyMap<string, Call> {
  return new Map(
    Object.entries(features).flatMap(([feature, open]) =>
      Object.entries(kernel.part(open)).map(([name, call]) => [`${feature}.${name}`, call as Call]),
    ),
  );
}

export function findCall(calls: ReadonlyMap<string, Call>, name: string): Call {
  const call = calls.get(name);
  if (call === undefined) throw new Error(`the store has no call ${name}`);
  return call;
}
