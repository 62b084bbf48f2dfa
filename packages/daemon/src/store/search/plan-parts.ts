/** What a search plan asks for while it is made: contexts, speakers by name, tagged keys and words by their beginning. */
import { contextReader } from '../content/contexts.ts';
import type { ReadKernel } from '../kernel/kernel.ts';
import { tagReader } from '../tags/tags.ts';
import { beginningReader } from './beginnings.ts';
import type { PlanParts } from './search-plan.ts';
import { foldCase } from './words/tokens.ts';

export function planParts({ db, part }: ReadKernel): PlanParts {
  const speakersByName = db
    .prepare('SELECT id FROM speakers WHERE instr(fold_case(name), ?) > 0')
    .pluck();
  return {
    contexts: part(contextReader),
    listSpeakerIds: (name) => speakersByName.all(foldCase(name)) as number[],
    listTaggedKeys: part(tagReader).listKeys,
    ...beginningReader(db),
  };
}
