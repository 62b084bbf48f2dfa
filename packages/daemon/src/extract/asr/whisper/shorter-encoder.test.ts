import { expect, test } from 'vitest';
import { withPositions } from './shorter-encoder.ts';

/** A field of bytes; all of these are shorter than 128 or have their length in two bytes. */
function field(number: number, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content);
  const length =
    bytes.length < 128 ? [bytes.length] : [(bytes.length % 128) | 128, bytes.length >> 7];
  return Buffer.from([number * 8 + 2, ...length, ...bytes]);
}
const whole = (number: number, value: number) => Buffer.from([number * 8, value]);

function network(positions: number, name = 'embed_positions.weight'): Buffer {
  const numbers = Buffer.from(Float32Array.from({ length: positions * 2 }, (_, i) => i).buffer);
  const table = [whole(1, positions), whole(1, 2), whole(2, 1), field(8, name), field(9, numbers)];
  const graph = [
    field(1, 'a node'),
    field(5, Buffer.concat([whole(1, 3), field(8, 'other')])),
    field(5, Buffer.concat(table)),
    field(11, 'input'),
  ];
  return Buffer.concat([whole(1, 8), field(7, Buffer.concat(graph)), field(8, 'after')]);
}

test('a network with fewer positions is the same network with a shorter table', () => {
  expect(withPositions(network(40), 5)).toEqual(network(5));
  expect(withPositions(network(40), 40)).toEqual(network(40));
});

test('sizes of results in between are left out, since they are others now', () => {
  const bytes = network(40);
  const graph = bytes.subarray(5, bytes.length - 7);
  const described = Buffer.concat([
    bytes.subarray(0, 2),
    field(7, Buffer.concat([graph, field(13, 'a size')])),
    field(8, 'after'),
  ]);
  expect(withPositions(described, 5)).toEqual(network(5));
});

test('anything else is refused', () => {
  expect(() => withPositions(network(40, 'another table'), 5)).toThrow('embed_positions');
  expect(() => withPositions(network(4), 5)).toThrow('positions');
  expect(() => withPositions(Buffer.from('no network'), 5)).toThrow();
});
