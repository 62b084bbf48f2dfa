/** Frames by id, their text, neighbours and elements. */
import { isFrameInScope, isKindSeen, narrowedTo } from '../content/scope.ts';
import { scoped } from '../kernel/calls.ts';
import type { ReadKernel } from '../kernel/kernel.ts';
import { elementReader } from './elements.ts';
import { frameReader } from './frames.ts';

export function frameReads({ part }: ReadKernel) {
  const { find, findText, listNeighbours } = part(frameReader);
  const { list: listElements } = part(elementReader);
  return {
    find: scoped(find, (scope, id) => {
      const frame = find(id);
      return frame && isFrameInScope(frame, scope) ? frame : undefined;
    }),
    /** The text and words of a frame; undefined when there is no such frame. */
    findText: scoped(findText, (scope, id) => {
      const found = findText(id);
      return found && isFrameInScope(found.frame, scope) ? found : undefined;
    }),
    /** Up to `limit` frames after (before) `id`, nearest first, `id` itself excluded. */
    listNeighbours: scoped(listNeighbours, (scope, ...args) =>
      listNeighbours(...args).filter((frame) => isFrameInScope(frame, scope)),
    ),
    listElements: scoped(listElements, (scope, filter) =>
      isKindSeen(scope, 'ocr')
        ? listElements({ ...filter, ...narrowedTo(filter, scope), scope })
        : { items: [], total: 0 },
    ),
  };
}
