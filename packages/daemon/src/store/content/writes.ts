/** Adds, changes and deletes documents of every kind. */
import { durable } from '../kernel/calls.ts';
import type { WriteKernel } from '../kernel/kernel.ts';
import { contentWriter } from './add.ts';

export function contentWrites({ part }: WriteKernel) {
  const content = part(contentWriter);
  return {
    /** Stores everything in one transaction; rejects with DISK_FULL and stores nothing when there is no room. */
    add: content.add,
    /** Other text for the same item, searchable at once; false when there is no such item. */
    replaceText: content.replaceText,
    /**
     * Removes items and their text, and takes them out of search; files that no row names then are among the discarded
     * ones. Resolves to how many there were.
     */
    delete: durable(content.delete),
  };
}
