/** The state of offloading as it goes over the wire; `GET /offload` and `GET /health` show it. */

import { type Static, Type } from 'typebox';
import type { OffloadFigures } from '#offload/offload.ts';
import { nullableText } from './request/schema.ts';
import { isoOrNull } from './request/time.ts';

const described = (description: string) => Type.Integer({ description });

export const WireOffload = Type.Object(
  {
    state: Type.String({
      enum: ['off', 'ok', 'failing'],
      description: 'failing: the place does not do what it should, or a file cannot be moved.',
    }),
    place: nullableText('Where files go; null: no place is set.'),
    waiting: described('Files that are old enough and still here.'),
    moved: described('Files whose content lies at the place.'),
    moved_bytes: Type.Integer(),
    lost: described('Of those that were moved: no longer at the place.'),
    removing: described('Deleted here, and still at the place until it answers.'),
    cached_bytes: described('Of moved files that came back and stay for a while.'),
    last_moved_at: nullableText('Since the service started; null: none.'),
    error_code: nullableText('Why the last attempt failed; null: it did not.'),
    error: nullableText('The same as a sentence.'),
  },
  { description: 'Old pictures and sound elsewhere (`retention.offload.*`).' },
);

export function toWireOffload(figures: OffloadFigures): Static<typeof WireOffload> {
  const { place, fault, lastMovedMs } = figures;
  const isOff = place === null && figures.moved + figures.removing === 0;
  return {
    state: isOff ? 'off' : fault ? 'failing' : 'ok',
    place,
    waiting: figures.waiting,
    moved: figures.moved,
    moved_bytes: figures.movedBytes,
    lost: figures.lost,
    removing: figures.removing,
    cached_bytes: figures.cachedBytes,
    last_moved_at: isoOrNull(lastMovedMs),
    error_code: fault?.code ?? null,
    error: fault?.message ?? null,
  };
}
