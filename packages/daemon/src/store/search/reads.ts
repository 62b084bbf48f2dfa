/** Every way to search what is stored. */
import { isKindSeen, narrowedTo, searchedWithin } from '../content/scope.ts';
import { scoped } from '../kernel/calls.ts';
import type { ReadKernel } from '../kernel/kernel.ts';
import type { SearchFilter } from '../records.ts';
import { speakerReader } from '../speakers/speakers-reader.ts';
import type { FacetFilter, HitFilter } from '../timeline/overview-records.ts';
import { facetReader } from './facets/facets.ts';
import { hitReader } from './hits.ts';
import { keywordReader } from './keyword.ts';
import { searchReader } from './search.ts';
import { spellingReader } from './spelling.ts';

export function searchReads({ part }: ReadKernel) {
  const { search } = part(searchReader);
  const { searchHits } = part(hitReader);
  const { countFacets } = part(facetReader);
  const { followRedirects } = part(speakerReader);
  const keyword = part(keywordReader).search;
  /** Merged speakers are found under their old ids too. */
  const redirected = <F extends Pick<SearchFilter, 'speakerIds'>>(filter: F): F =>
    filter.speakerIds ? { ...filter, speakerIds: followRedirects(filter.speakerIds) } : filter;

  /** A search filter is narrowed to the scope. */
  function filtered<F extends SearchFilter | HitFilter | FacetFilter, Result>(
    run: (filter: F) => Result,
  ): (filter: F) => Result {
    const call = (filter: F) => run(redirected(filter));
    return scoped(call, (scope, filter) => call(searchedWithin(filter, scope)));
  }

  return {
    /** Search and timeline in one: items by time, ties by id, with the total. */
    find: filtered(search),
    /** The same for people who look at a list: grouped, and with the places of the words. */
    findHits: filtered(searchHits),
    countFacets: filtered(countFacets),
    findKeyword: scoped(keyword, (scope, filter) =>
      isKindSeen(scope, 'ocr') ? keyword({ ...filter, ...narrowedTo(filter, scope), scope }) : [],
    ),
    ...part(spellingReader),
  };
}
