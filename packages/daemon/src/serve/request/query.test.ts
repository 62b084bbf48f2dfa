import { describe, expect, test } from 'vitest';
import {
  choice,
  flag,
  id,
  idList,
  limit,
  offset,
  parameters,
  startTime,
  text,
  textList,
  withDefault,
} from './query.ts';

const NOW_MS = Date.parse('2026-02-03T12:00:00.000Z');

const declared = parameters({
  q: text('Words.'),
  limit: limit({ fallback: 20, max: 1000 }),
  offset: offset(),
  start_time: startTime(),
  focused: flag('Focus.'),
  order: withDefault(choice(['ascending', 'descending'], 'Order.'), 'ascending'),
  speaker_ids: idList('Speakers.'),
  tags: textList('Tags.'),
});

function parse(query: Record<string, string | string[]>) {
  return declared.parse(query, NOW_MS);
}

describe('parameters', () => {
  test('gives defaults for what is absent or empty', () => {
    const defaults = {
      q: undefined,
      limit: 20,
      offset: 0,
      start_time: undefined,
      focused: undefined,
      order: 'ascending',
      speaker_ids: undefined,
      tags: undefined,
    };
    expect(parse({})).toEqual(defaults);
    expect(parse({ q: '  ', limit: '', offset: '', start_time: '', focused: '' })).toEqual(
      defaults,
    );
  });

  test('ignores parameters that are not declared', () => {
    expect(Object.keys(parse({ __proto__: 'x', on_screen: 'maybe' }))).toHaveLength(8);
  });

  test('lowers a limit above the maximum', () => {
    expect(parse({ limit: '1001' }).limit).toBe(1000);
    expect(parse({ limit: '9007199254740991' }).limit).toBe(1000);
  });

  test.each(['0', '-1', '1.5', 'ten', '1e3', '0x10', '99999999999999999999', '١'])(
    'refuses the limit %s and names what it accepts',
    (value) => {
      expect(() => parse({ limit: value })).toThrow(
        expect.objectContaining({
          code: 'INVALID_PARAMETER',
          message: expect.stringMatching(/^limit must be a whole number of at least 1, got "/),
          context: { field: 'limit', accepted: 'a whole number of at least 1' },
        }),
      );
    },
  );

  test('refuses a negative offset', () => {
    expect(() => parse({ offset: '-1' })).toThrow('offset must be a whole number of at least 0');
  });

  test('reads true, false, 1 and 0', () => {
    expect(parse({ focused: 'true' }).focused).toBe(true);
    expect(parse({ focused: '1' }).focused).toBe(true);
    expect(parse({ focused: 'FALSE' }).focused).toBe(false);
    expect(parse({ focused: '0' }).focused).toBe(false);
    expect(() => parse({ focused: 'yes' })).toThrow('focused must be true, false, 1 or 0');
  });

  test('reads times of every form and names them all when it cannot', () => {
    expect(parse({ start_time: '2h ago' }).start_time).toBe(NOW_MS - 7_200_000);
    expect(() => parse({ start_time: 'soon' })).toThrow(/start_time must be a time such as 2026/);
  });

  test('names the accepted words of a choice', () => {
    expect(parse({ order: 'DESCENDING' }).order).toBe('descending');
    expect(() => parse({ order: 'up' })).toThrow(
      'order must be one of ascending, descending, got "up"',
    );
  });

  test('reads lists separated by commas or given several times', () => {
    expect(parse({ speaker_ids: '1, 2,,3' }).speaker_ids).toEqual([1, 2, 3]);
    expect(parse({ tags: ['a,b', 'c'] }).tags).toEqual(['a', 'b', 'c']);
    expect(() => parse({ speaker_ids: '1,x' })).toThrow(
      'speaker_ids must be whole numbers separated by commas, got "x"',
    );
  });

  test('refuses to choose between two values of one parameter', () => {
    expect(() => parse({ limit: ['1', '2'] })).toThrow('limit must be given only once');
  });

  test('shortens a long value in the message', () => {
    expect(() => parse({ limit: '💥'.repeat(1000) })).toThrow(`got "${'💥'.repeat(40)}…"`);
  });

  test('asks for a required id', () => {
    const required = parameters({ frame_id: id('The frame.') });
    expect(() => required.parse({}, NOW_MS)).toThrow('frame_id must be given');
    expect(required.parse({ frame_id: '0' }, NOW_MS)).toEqual({ frame_id: 0 });
    expect(required.schema.required).toEqual(['frame_id']);
  });
});
