import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Item } from '#store/records.ts';
import { serialisePage } from './serialise-page.ts';
import { toWireItem } from './wire-item.ts';

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('"\\\n\u2028\ud800', ''));
const id = fc.nat();
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value || 0);

const frame = fc.record({
  kind: fc.constant('ocr' as const),
  frameId: id,
  atMs: id,
  text,
  filePath: text,
  offsetIndex: id,
  appName: text,
  windowName: text,
  tags: fc.array(text),
  frameName: maybe(text),
  browserUrl: maybe(text),
  focused: maybe(fc.boolean()),
  deviceName: text,
  textSource: maybe(text),
  captureTrigger: maybe(text),
  machineId: maybe(text),
});

const transcript = fc.record({
  kind: fc.constant('audio' as const),
  transcriptionId: id,
  chunkId: id,
  atMs: id,
  text,
  filePath: text,
  offsetIndex: fc.integer(),
  tags: fc.array(text),
  deviceName: text,
  isInput: fc.boolean(),
  otherDevices: fc.array(text),
  speaker: maybe(fc.record({ id, name: text, metadata: text })),
  startSecs: maybe(number),
  endSecs: maybe(number),
  engine: text,
  language: maybe(text),
});

const uiText = fc.record({
  kind: fc.constant('ui' as const),
  id,
  atMs: id,
  text,
  appName: text,
  windowName: text,
  initialTraversalAtMs: maybe(id),
  filePath: text,
  offsetIndex: id,
  frameName: maybe(text),
  browserUrl: maybe(text),
});

const input = fc
  .record({
    id,
    atMs: id,
    eventType: fc.constantFrom('click', 'key'),
    appName: maybe(text),
    windowTitle: maybe(text),
    browserUrl: maybe(text),
    textContent: maybe(text),
    x: maybe(fc.integer()),
    y: maybe(fc.integer()),
    keyCode: maybe(fc.integer()),
    modifiers: maybe(fc.integer()),
    elementRole: maybe(text),
    elementName: maybe(text),
  })
  .map((event) => ({ kind: 'input', ...event }) as unknown as Item);

describe('serialisePage', () => {
  test('writes exactly what JSON.stringify would, for any items', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof<fc.Arbitrary<Item>[]>(frame, transcript, uiText, input)),
        fc.record({ limit: id, offset: id, total: id }),
        (items, pagination) => {
          const page = { data: items.map(toWireItem), pagination };
          expect(JSON.parse(serialisePage(page))).toEqual(JSON.parse(JSON.stringify(page)));
        },
      ),
    );
  });
});
