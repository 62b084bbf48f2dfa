/** Search by meaning. */
import { searchedWithin } from '../content/scope.ts';
import { scoped } from '../kernel/calls.ts';
import type { ReadKernel } from '../kernel/kernel.ts';
import { speakerReader } from '../speakers/speakers-reader.ts';
import { meantReader } from './meant.ts';
import { queueReader } from './queue.ts';
import type { MeantFilter, RelatedFilter } from './records.ts';
import { relatedReader } from './related.ts';

export function meaningReads({ part }: ReadKernel) {
  const { listDue, waiting } = part(queueReader);
  const { followRedirects } = part(speakerReader);
  const meant = part(meantReader);
  const related = part(relatedReader);
  const redirected = <F extends MeantFilter | RelatedFilter>(filter: F): F =>
    filter.speakerIds ? { ...filter, speakerIds: followRedirects(filter.speakerIds) } : filter;
  const find = (filter: MeantFilter) => meant.find(redirected(filter));
  const findRelated = (filter: RelatedFilter) => related.findRelated(redirected(filter));

  return {
    /** The best match first; each says why it was found. */
    find: scoped(find, (scope, filter) =>
      find({ ...searchedWithin(filter, scope), withNotes: false }),
    ),
    /** Undefined when there is no such frame or recording. The caller checks that a restricted token may see it. */
    findRelated: scoped(findRelated, (scope, filter) => findRelated(searchedWithin(filter, scope))),
    listDue,
    waiting: scoped(waiting, () => waiting()),
  };
}
