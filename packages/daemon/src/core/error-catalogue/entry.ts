/** One row of the error catalogue. */
export interface ErrorEntry {
  /** The HTTP status of an answer with this error. */
  readonly status: number;
  /** One sentence for a person. `{{name}}` is replaced by the value of that name. */
  readonly message: string;
  /** What to do about it; may have placeholders too. */
  readonly hint?: string;
  /** Further fields of the answer (snake_case), each with the name of the value that stands there. */
  readonly facts?: Readonly<Record<string, string>>;
}

/** By code. A code with several texts has one row for each, as `CODE/variant`: callers see only the code. */
export type ErrorTable = Readonly<Record<string, ErrorEntry>>;
