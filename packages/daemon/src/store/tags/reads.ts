/** Tags of frames. */
import { isFrameInScope } from '../content/scope.ts';
import { frameReader } from '../frames/frames.ts';
import { scoped } from '../kernel/calls.ts';
import type { ReadKernel } from '../kernel/kernel.ts';
import { tagReader } from './tags.ts';

export function tagReads({ part }: ReadKernel) {
  const tags = part(tagReader);
  const frames = part(frameReader);

  function listOfFrames(frameIds: readonly number[]): string[][] {
    const byFrame = tags.listByOwner('vision', frameIds);
    return frameIds.map((id) => byFrame.get(id) ?? []);
  }

  return {
    /** Tags of each frame asked for, in the order of `frameIds`; unknown frames have none. */
    listOfFrames: scoped(listOfFrames, (scope, frameIds) =>
      listOfFrames(frameIds).map((list, i) => {
        const frame = frames.find(frameIds[i] as number);
        return frame && isFrameInScope(frame, scope) ? list : [];
      }),
    ),
  };
}
