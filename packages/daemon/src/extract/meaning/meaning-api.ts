/** What the meaning process can be asked for. It may die and be replaced between any two calls. */

/** Numbers of a vector. */
export const DIMENSIONS = 384;

export interface MeaningApi {
  /** One vector of `DIMENSIONS` numbers for each text, one after the other. */
  embed(texts: readonly string[]): Int8Array;
  /** How well each text answers the question: only good for comparing them. */
  compare(question: string, texts: readonly string[]): Float32Array;
}
