import { expect, test } from 'vitest';
import { type Hit, toHit } from '../search.ts';
import { notShown } from './meant.ts';

const hit = (kind: Hit['kind'], ...ids: number[]) => ({ kind, ids }) as unknown as Hit;

test('a picture that a row of the words already stands for is not shown again', () => {
  const shown = [hit('frame', 7, 6, 5)];
  const found = [hit('frame', 6), hit('audio', 6), hit('frame', 9, 5), hit('frame', 4)];
  expect(notShown(found, shown)).toEqual([hit('audio', 6), hit('frame', 4)]);
});

test('what was found by meaning shows its passage and where it stands', () => {
  const bounds = { left: 0.1, top: 0.2, width: 0.3, height: 0.02 };
  const found = toHit({
    type: 'OCR',
    content: { frame_id: 12, timestamp: '2026-11-10T14:02:11.000Z', text: 'all of it' } as never,
    why: {
      ...{ by: 'meaning', similarity: 0.6, passage: 'Your rent will be adjusted.' },
      place: { kind: 'screen', frame_id: 12, boxes: [bounds] },
    },
  });
  expect(found).toMatchObject({
    ...{ key: 'f12', matchedIn: 'meaning', positions: [{ bounds }] },
    snippet: { text: 'Your rent will be adjusted.', marks: [] },
  });
});
