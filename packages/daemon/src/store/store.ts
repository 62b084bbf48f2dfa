/**
 * The store as the rest of the product sees it: `store.<feature>.<call>`, computed from the features in `reads.ts` and `writes.ts`.
 * Every call is asynchronous and runs in a worker thread, so that no SQL ever blocks the HTTP event loop.
 */
import type { READS } from './reads.ts';
import type { Scope } from './records.ts';
import type { WRITES } from './writes.ts';

type Opened<Features> = {
  [F in keyof Features]: Features[F] extends (kernel: never) => infer Calls ? Calls : never;
};
export type Reads = Opened<typeof READS>;
export type Writes = Opened<typeof WRITES>;

/** Every read takes a signal: when it aborts, the SQL stops and the call rejects with the signal's reason. */
type ReadCalls<Calls> = {
  [N in keyof Calls]: Calls[N] extends (...args: infer Args) => infer Result
    ? (...args: [...Args, signal?: AbortSignal | undefined]) => Promise<Result>
    : never;
};
type WriteCalls<Calls> = {
  [N in keyof Calls]: Calls[N] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Result>
    : never;
};

type FeatureCalls = {
  [F in keyof Reads | keyof Writes]: (F extends keyof Reads ? ReadCalls<Reads[F]> : unknown) &
    (F extends keyof Writes ? WriteCalls<Writes[F]> : unknown);
};

export type Store = FeatureCalls & {
  /** What a restricted token sees: reads show the part in scope or reject with PIPE_NOT_PERMITTED, as every write does. */
  within(scope: Scope): FeatureCalls;
  /** Finishes what is in flight, checkpoints and closes. */
  close(): Promise<void>;
};

/** The calls under their dotted names, such as `frames.find`. */
type Dotted<Features> = {
  [F in keyof Features & string]: {
    [N in keyof Features[F] & string as `${F}.${N}`]: Features[F][N];
  };
}[keyof Features & string];
type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
export type DottedReads = Together<Dotted<Reads>>;
export type DottedWrites = Together<Dotted<Writes>>;
export type ReadName = keyof DottedReads & string;
export type WriteName = keyof DottedWrites & string;
