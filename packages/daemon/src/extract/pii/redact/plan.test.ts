import { describe, expect, test } from 'vitest';
import type { Box } from '../words.ts';
import { isInside } from './layout.fixture.ts';
import { type FrameReading, planRedaction } from './plan.ts';

const nothing: FrameReading = { text: '', boxes: [], elements: [], titles: [] };
const plan = (frame: Partial<FrameReading>) => planRedaction({ ...nothing, ...frame });

function regionsOf(frame: Partial<FrameReading>): readonly Box[] {
  const planned = plan(frame);
  if (planned.outcome !== 'regions') throw new Error(planned.obstacle);
  return planned.regions;
}

// Sums of these are exact.
const place = { left: 0.125, top: 0.25, width: 0.25, height: 0.0625 };
const elsewhere = { left: 0.5, top: 0.625, width: 0.25, height: 0.125 };
const mail = { text: 'jane@example.com', ...place };
const impossible = (obstacle: string) => ({ outcome: 'impossible', obstacle });
const covers = (...regions: unknown[]) => ({ outcome: 'regions', regions });

describe('planRedaction', () => {
  test('covers what the words show', () => {
    expect(plan({ text: 'jane@example.com', boxes: [mail] })).toEqual(
      covers({ kind: 'email', ...place }),
    );
  });

  test('covers nothing when words have places and nothing personal', () => {
    expect(plan({ text: 'hello', boxes: [{ text: 'hello', ...place }] })).toEqual(covers());
    expect(plan({ elements: [{ text: 'hello', bounds: place }] })).toEqual(covers());
  });

  test('is impossible when nothing was read', () => {
    expect(plan({})).toEqual(impossible('nothing_was_read'));
    expect(plan({ text: ' \n', boxes: [{ text: ' ', ...place }] })).toEqual(
      impossible('nothing_was_read'),
    );
    expect(plan({ elements: [{ text: null, bounds: place }] })).toEqual(
      impossible('nothing_was_read'),
    );
  });

  test('is impossible when there is text and no place', () => {
    expect(plan({ text: 'hello' })).toEqual(impossible('no_positions'));
    expect(plan({ elements: [{ text: 'hello', bounds: null }] })).toEqual(
      impossible('no_positions'),
    );
    expect(plan({ boxes: [{ text: 'hello', ...place, width: 0 }] })).toEqual(
      impossible('no_positions'),
    );
    expect(plan({ boxes: [{ text: 'hello', ...place, left: Number.NaN }] })).toEqual(
      impossible('no_positions'),
    );
  });

  test('is impossible when the text has something personal that no place explains', () => {
    const boxes = [{ text: 'hello', ...place }];
    expect(plan({ text: 'hello jane@example.com', boxes })).toEqual(
      impossible('text_without_position'),
    );
    // Another address is no explanation.
    expect(plan({ text: 'john@example.com', boxes: [mail] })).toEqual(
      impossible('text_without_position'),
    );
    expect(plan({ boxes: [...boxes, { ...mail, height: 0 }] })).toEqual(
      impossible('text_without_position'),
    );
    expect(plan({ boxes, elements: [{ text: 'jane@example.com', bounds: null }] })).toEqual(
      impossible('text_without_position'),
    );
  });

  test('finds by the text what the words alone do not say', () => {
    // Whether ten digits are a phone number is said by a word that has no place.
    const boxes = [{ text: '5551234567', ...place }];
    expect(plan({ boxes })).toEqual(covers());
    expect(plan({ text: 'Phone: 5551234567', boxes })).toEqual(covers({ kind: 'phone', ...place }));
  });

  test('covers whole elements when there are no words', () => {
    const elements = [
      { text: 'Settings', bounds: elsewhere },
      { text: 'Signed in as jane@example.com. Sign out', bounds: place },
    ];
    const text = 'Settings\nSigned in as jane@example.com. Sign out';
    expect(plan({ text, elements })).toEqual(covers({ kind: 'email', ...place }));
  });

  test('covers every element of a number that goes over two', () => {
    const elements = [
      { text: '4111 1111', bounds: place },
      { text: '1111 1111', bounds: elsewhere },
    ];
    expect(plan({ elements })).toEqual(
      covers({ kind: 'credit_card', ...place }, { kind: 'credit_card', ...elsewhere }),
    );
  });

  test('covers the element when recognition misread what it says', () => {
    const boxes = [{ text: 'jane@exarnple', ...place }];
    const elements = [{ text: 'jane@example.com', bounds: elsewhere }];
    expect(plan({ boxes, elements })).toEqual(covers({ kind: 'email', ...elsewhere }));
  });

  test('covers an element only when its words are not covered', () => {
    const around = { left: 0.0625, top: 0.125, width: 0.5, height: 0.25 };
    const text = 'Mail jane@example.com';
    expect(plan({ boxes: [mail], elements: [{ text, bounds: around }] })).toEqual(
      covers({ kind: 'email', ...place }),
    );
    // The same address a second time, where no word was read.
    expect(plan({ boxes: [mail], elements: [{ text, bounds: elsewhere }] })).toEqual(
      covers({ kind: 'email', ...place }, { kind: 'email', ...elsewhere }),
    );
  });

  test('looks at the title when only the inside of a window was read', () => {
    const titles = ['Inbox - jane@example.com'];
    const elements = [{ text: 'hello', bounds: place }];
    expect(plan({ elements, titles })).toEqual(impossible('text_without_position'));
    expect(plan({ boxes: [{ text: 'hello', ...place }], titles })).toEqual(covers());
  });

  test('is impossible when a place is not on the picture', () => {
    expect(plan({ boxes: [{ ...mail, left: 320, top: 200 }] })).toEqual(
      impossible('position_outside_image'),
    );
  });

  test('is impossible for more text than a screen can show', () => {
    const boxes = [{ text: 'hello', ...place }];
    expect(plan({ text: 'word '.repeat(20_001), boxes })).toEqual(impossible('too_much_text'));
    expect(plan({ boxes: [{ text: 'word '.repeat(20_001), ...place }] })).toEqual(
      impossible('too_much_text'),
    );
  });

  test('looks at all that was seen on the picture, and at nothing else when there is nothing', () => {
    expect(plan({ rawLines: [] })).toEqual(covers());
    const raw = { ...place, words: [mail], isUnread: false };
    const regions = regionsOf({ rawLines: [raw] });
    expect(regions).toHaveLength(1);
    expect(isInside(place, regions[0] ?? place)).toBe(true);
  });

  test('covers lines that look like text and could not be read', () => {
    expect(plan({ rawLines: [{ ...elsewhere, words: [], isUnread: true }] })).toEqual(
      covers({ kind: 'unread', ...elsewhere }),
    );
  });

  test('covers all between the ends of a private key, also where nothing was read', () => {
    const row = (text: string, top: number, width: number) => {
      const box = { left: 0.1, top, width, height: 0.02 };
      return { ...box, words: [{ text, ...box }], isUnread: false };
    };
    const rawLines = [
      row('-----BEGIN PRIVATE KEY-----', 0.1, 0.2),
      row('MIIEvwIBADANBgkqhkiG9w0BAQEFAASC', 0.13, 0.5),
      // A line is missing here, and of the next one only the end was read.
      row('Qb6GajzRFU', 0.19, 0.1),
      row('-----END PRIVATE KEY-----', 0.22, 0.2),
    ];
    const regions = regionsOf({ rawLines });
    const block = { left: 0.1, top: 0.1, width: 0.5, height: 0.14 };
    expect(regions.some((region) => isInside(block, region))).toBe(true);
  });
});
