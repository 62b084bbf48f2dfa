/** Asks the host and gives its answer; rejects with its refusal. Both sides check nothing but names: the host checks the arguments. */
export type CallHost = <T>(call: string, ...args: unknown[]) => Promise<T>;

/** What the host answers to a request, to the service or to the world. */
export interface WireResponse {
  status: number;
  headers: Record<string, string>;
  /** Base64. */
  body: string;
}
