/** One set to tune with, and one kept aside. */
export type CorpusSet = 'tuning' | 'held-out';
