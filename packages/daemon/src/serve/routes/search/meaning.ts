/** `/search?mode=meaning` and `both`, and `/search/related`: pages of items that say why they were found. */

import type { FastifyReply } from 'fastify';
import { findMeant } from '#ask/find-meant.ts';
import { queryVector } from '#ask/query-vector.ts';
import { MeaningUnavailableError } from '#ingest/meaning/meaning-control.ts';
import { toWireWhy } from '#serve/items/meant.ts';
import { serialisePage } from '#serve/items/serialise-page.ts';
import { shortenItems } from '#serve/items/shorten.ts';
import { toWireItem } from '#serve/items/wire-item.ts';
import { iso } from '#serve/request/time.ts';
import type { ServerDeps } from '#serve/server-deps.ts';
import { DIMENSIONS } from '#store/meaning/codes.ts';
import type { Meant, MeantFilter, MeantPage } from '#store/meaning/records.ts';
import type { SearchReply } from './schema.ts';

type Deps = Pick<ServerDeps, 'store' | 'meaning'>;

/** Without a model only a search that counts words too is answered; where the process fails, words are compared in any case. */
export async function readMeant(
  deps: Deps,
  filter: Omit<MeantFilter, 'vector'>,
  signal: AbortSignal,
): Promise<SearchReply> {
  const { vector, report } = await queryVector(deps, filter.query ?? '', signal);
  const { state } = report;
  if (!filter.withWords && (state === 'no_model' || state === 'off')) {
    throw new MeaningUnavailableError(state);
  }
  const withWords = filter.withWords || vector === undefined;
  const page = await findMeant(
    deps,
    { ...filter, withWords, vector: vector ?? new Int8Array(DIMENSIONS) },
    vector !== undefined,
    signal,
  );
  return { ...toReply(page, filter), meaning: report };
}

export function toReply(
  { found, total, hasMore }: MeantPage,
  { limit, offset }: { limit: number; offset: number },
): SearchReply {
  return {
    data: found.flatMap(toRow),
    pagination: { limit, offset, total },
    has_more: hasMore,
  };
}

function toRow(meant: Meant): SearchReply['data'] {
  const { item, group } = meant;
  // Notes are found by questions only.
  if (item.kind === 'note') return [];
  return [
    {
      ...toWireItem(item),
      why: toWireWhy(meant),
      ...(group && {
        group: {
          size: group.size,
          start_time: iso(group.startMs),
          end_time: iso(group.endMs),
          ids: [...group.ids],
        },
      }),
    },
  ];
}

/** With texts of at most that many characters. */
export function sendReply(
  reply: FastifyReply,
  found: SearchReply,
  most: number | undefined,
): FastifyReply {
  if (most !== undefined) shortenItems(found.data, most);
  return reply.type('application/json; charset=utf-8').send(serialisePage(found));
}
