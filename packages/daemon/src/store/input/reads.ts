/** Input events as lists and counts. */
import { isKindSeen, narrowedTo } from '../content/scope.ts';
import { scoped } from '../kernel/calls.ts';
import type { ReadKernel } from '../kernel/kernel.ts';
import { inputEventReader } from './input-events.ts';

export function inputReads({ part }: ReadKernel) {
  const { list, count } = part(inputEventReader);
  return {
    list: scoped(list, (scope, filter) =>
      isKindSeen(scope, 'input')
        ? list({ ...filter, ...narrowedTo(filter, scope), scope })
        : { items: [], total: 0 },
    ),
    /** Most frequent first, at most 100. */
    count: scoped(count, (scope, range) =>
      isKindSeen(scope, 'input') ? count({ ...range, ...narrowedTo(range, scope), scope }) : [],
    ),
  };
}
