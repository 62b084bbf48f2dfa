import { describe, expect, test } from 'vitest';
import { encodeRequest, eventSplitter } from './wayland-wire.ts';

describe('messages of the Wayland protocol', () => {
  test('events come out whole, however they are cut on the way', () => {
    const bytes = Buffer.concat([
      encodeRequest(7, 1, [3, 'wörd', -5]),
      encodeRequest(8, 2, []),
      encodeRequest(9, 0, ['', 'four']),
    ]);
    for (let size = 1; size <= bytes.length; size += 1) {
      const seen: unknown[] = [];
      const add = eventSplitter(({ object, opcode, args }) => {
        if (object === 7) seen.push(opcode, args.uint(), args.string(), args.int());
        else if (object === 8) seen.push(opcode);
        else seen.push(opcode, args.string(), args.string());
      });
      for (let at = 0; at < bytes.length; at += size) add(bytes.subarray(at, at + size));
      expect(seen).toEqual([1, 3, 'wörd', -5, 2, 0, '', 'four']);
    }
  });

  test('a message that is shorter than its head is refused', () => {
    const add = eventSplitter(() => {});
    expect(() => add(Buffer.alloc(8))).toThrow('broken message');
  });
});
