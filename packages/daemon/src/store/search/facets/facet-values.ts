/**
 * What each context counts for in a field, such as its site: derived once and kept by the number of the value, because a store has
 * thousands of windows and every count looks at all of them. Used by `facets.ts`, in a reader thread.
 */
import type { Context, contextReader } from '../../content/contexts.ts';
import { siteOf } from '../../content/site.ts';
import type { FacetField } from '../../timeline/overview-records.ts';

const TYPES = { ocr: 'OCR', audio: 'Audio', ui: 'UI' } as const;
/** Of a context that has no value. */
const NONE = -1;

type Field = Exclude<FacetField, 'day'>;

interface Values {
  readonly names: string[];
  readonly numbers: Map<string, number>;
  /** By the id of the context. */
  readonly ofContext: (number | undefined)[];
}

export function facetValues(contexts: ReturnType<typeof contextReader>) {
  const known = new Map<Field, Values>();
  contexts.onForget(() => known.clear());

  function numberOf(field: Field, values: Values, contextId: number): number {
    const name = facetValue(field, contexts.get(contextId));
    if (name === undefined) return NONE;
    const number = values.numbers.get(name) ?? values.names.push(name) - 1;
    values.numbers.set(name, number);
    return number;
  }

  /** The values with the greatest counts, in any order, and all that equal the last of them. */
  function count(
    field: Field,
    perContext: ReadonlyMap<number, number>,
    most: number,
  ): [value: string, count: number][] {
    const values = known.get(field) ?? { names: [], numbers: new Map(), ofContext: [] };
    known.set(field, values);
    const counts: number[] = new Array(values.names.length).fill(0);
    for (const [id, documents] of perContext) {
      const number = values.ofContext[id] ?? numberOf(field, values, id);
      values.ofContext[id] = number;
      if (number !== NONE) counts[number] = (counts[number] ?? 0) + documents;
    }
    const sorted = Float64Array.from(counts).sort();
    const least = Math.max(1, sorted[sorted.length - most] ?? 1);
    return counts.flatMap((found, number): [string, number][] =>
      found >= least ? [[values.names[number] as string, found]] : [],
    );
  }

  return { count };
}

function facetValue(field: Field, context: Context): string | undefined {
  switch (field) {
    case 'type':
      return TYPES[context.kind];
    case 'app':
      return context.appName || undefined;
    case 'window':
      return context.windowName || undefined;
    case 'site':
      return siteOf(context.browserUrl) ?? undefined;
    case 'device':
      return context.deviceName || undefined;
    case 'speaker':
      return context.speakerId === null ? undefined : String(context.speakerId);
  }
}
