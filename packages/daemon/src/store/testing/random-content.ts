/** Random content, changes and filters that collide on purpose: few apps, few instants, few words. */
import fc from 'fast-check';
import { INPUT_EVENT_TYPES, type Kind } from '../records.ts';
import { EMPTY_TEXT, type KnownText, queries, texts, wordsText } from './known-text.ts';
import type { ModelFilter, Speaker } from './model-store.ts';

const HOUR_MS = 3_600_000;
const FIRST_HOUR_MS = Date.parse('2026-02-03T09:00:00Z');

export const SPEAKERS: readonly Speaker[] = [
  { id: 1, name: 'Rosa', metadata: '' },
  { id: 2, name: 'Róbert', metadata: '{"team":"a"}' },
  { id: 3, name: '', metadata: '' },
];
/** No row knows this one. */
const UNKNOWN_SPEAKER = 9;

/** Neighbouring hours and far ones; the borders of hours and equal instants are likely. */
export const instants = fc
  .tuple(
    fc.constantFrom(0, 0, 1, 2, 25, 24 * 40, -24 * 300),
    fc.oneof(
      fc.constantFrom(0, 1, 59_999, HOUR_MS / 2, HOUR_MS - 1),
      fc.integer({ min: 0, max: HOUR_MS - 1 }),
    ),
  )
  .map(([hours, ms]) => FIRST_HOUR_MS + hours * HOUR_MS + ms);

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const oneOf = <T>(...values: T[]) => fc.constantFrom(...values);

const apps = oneOf('Terminal', 'Firefox', 'firefox nightly', 'ÉDITEUR', '');
const windows = oneOf('Inbox (3)', 'inbox – Mail', 'Report.pdf', '50%_done', '');
const urls = oneOf('https://example.com/a', 'https://example.com/B?q=1', 'http://localhost');
const devices = oneOf('monitor_1', 'Monitor_2', 'Desk Mic');
const frameNames = oneOf('first.png', 'SECOND.png');
const tagNames = oneOf('work', 'home', 'to do');

const contents = fc.oneof(
  { weight: 9, arbitrary: texts },
  { weight: 1, arbitrary: fc.constant(EMPTY_TEXT) },
);

export const frames = fc.record({
  atMs: instants,
  text: contents,
  deviceName: devices,
  appName: maybe(apps),
  windowName: maybe(windows),
  browserUrl: maybe(urls),
  frameName: maybe(frameNames),
  focused: maybe(fc.boolean()),
  captureTrigger: maybe(oneOf('click', 'idle')),
  textSource: maybe(oneOf('ocr', 'accessibility')),
  snapshotPath: maybe(oneOf('data/2026-02-03/1_m1.jpg')),
  // With elements a frame is packed, text and all; with many of them it may lean on another one.
  elements: maybe(
    oneOf(1, 1, 60).map((length) =>
      Array.from({ length }, (_, i) => ({
        source: 'accessibility',
        role: 'text',
        text: `alpha ${i}`,
      })),
    ),
  ),
  tags: maybe(fc.array(tagNames, { maxLength: 2 })),
});
export const transcriptions = fc.record({
  atMs: instants,
  text: contents,
  engine: oneOf('whisper', 'parakeet'),
  deviceName: devices,
  isInput: fc.boolean(),
  otherDevices: maybe(oneOf(['Laptop Mic'], ['Desk Mic 2', 'Laptop Mic'])),
  speakerId: maybe(oneOf(1, 2, 3)),
  filePath: maybe(oneOf('data/a.wav', '/mnt/audio/b.wav')),
  startSecs: maybe(oneOf(0, 1.25)),
  endSecs: maybe(oneOf(3.5)),
  tags: maybe(fc.array(tagNames, { maxLength: 2 })),
});
export const uiTexts = fc.record({
  atMs: instants,
  text: contents,
  appName: maybe(apps),
  windowName: maybe(windows),
  browserUrl: maybe(urls),
  initialTraversalAtMs: maybe(instants),
});
/** Names whose words are known too: the search of input events looks at them. */
const eventApps = oneOf(wordsText('Firefox', 'firefox'), wordsText('Terminal', 'terminal'));
const eventWindows = oneOf(wordsText('Inbox (3)', 'inbox', '3'), wordsText('Alpha', 'alpha'));
const eventElements = oneOf(wordsText('Send Budget', 'send', 'budget'));
export const inputEvents = fc.record({
  atMs: instants,
  eventType: oneOf(...INPUT_EVENT_TYPES),
  text: maybe(contents),
  app: maybe(eventApps),
  window: maybe(eventWindows),
  element: maybe(eventElements),
  browserUrl: maybe(urls),
  x: maybe(fc.integer({ min: -10, max: 4000 })),
});

export interface RandomContent {
  frames: RecordOf<typeof frames>[];
  transcriptions: RecordOf<typeof transcriptions>[];
  uiTexts: RecordOf<typeof uiTexts>[];
  inputEvents: RecordOf<typeof inputEvents>[];
}
type RecordOf<A> = A extends fc.Arbitrary<infer T> ? T : never;

export const additions = (minLength: number, maxLength: number): fc.Arbitrary<RandomContent> => {
  const size = { minLength, maxLength, size: 'max' } as const;
  return fc.record({
    frames: fc.array(frames, size),
    transcriptions: fc.array(transcriptions, size),
    uiTexts: fc.array(uiTexts, size),
    inputEvents: fc.array(inputEvents, size),
  });
};

export type DocumentKind = Exclude<Kind, 'input'>;
const documentKinds = oneOf<DocumentKind>('ocr', 'audio', 'ui');

/** Items are named by a number that is taken modulo how many there are. */
export type Change =
  | { change: 'add'; content: RandomContent }
  | { change: 'replace'; kind: DocumentKind; pick: number; text: KnownText }
  | { change: 'delete'; kind: DocumentKind; picks: number[] }
  | { change: 'tag' | 'untag'; target: 'vision' | 'audio'; pick: number; tags: string[] };

export const changes: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ change: fc.constant('add' as const), content: additions(0, 30) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ change: fc.constant('add' as const), content: additions(0, 1) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      change: fc.constant('replace' as const),
      kind: documentKinds,
      pick: fc.nat(),
      text: contents,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      change: fc.constant('delete' as const),
      kind: documentKinds,
      picks: fc.array(fc.nat(), { maxLength: 12 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      change: oneOf('tag' as const, 'untag' as const),
      target: oneOf('vision' as const, 'audio' as const),
      pick: fc.nat(),
      tags: fc.array(tagNames, { minLength: 1, maxLength: 3 }),
    }),
  },
);

const kinds = fc.oneof(
  oneOf<Kind[]>(['ocr', 'audio', 'ui'], ['ocr', 'audio', 'ui', 'input']),
  fc.subarray<Kind>(['ocr', 'audio', 'ui', 'input'], { minLength: 1 }),
);
/** A filter is there in one of `times` cases: all of them at once would find nothing. */
export const onceIn = <T>(times: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: times - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

/** Off-by-one instants find bounds that should include what they exclude. */
const bounds = fc.tuple(instants, oneOf(-1, 0, 0, 1)).map(([atMs, shift]) => atMs + shift);

const ranges = fc.oneof(
  { weight: 5, arbitrary: fc.constant([undefined, undefined]) },
  { weight: 1, arbitrary: fc.tuple(bounds, fc.constant(undefined)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant(undefined), bounds) },
  // Now and then the wrong way round.
  { weight: 2, arbitrary: fc.tuple(bounds, bounds) },
);

export const filters: fc.Arbitrary<ModelFilter> = fc
  .record({
    kinds,
    order: oneOf('ascending' as const, 'descending' as const),
    limit: fc.oneof(oneOf(1, 20, 1000), fc.integer({ min: 1, max: 60 })),
    offset: fc.oneof(oneOf(0, 0, 0, 0, 0, 100_000), fc.nat(20), fc.nat(400)),
    knownQuery: onceIn(2, queries),
    knownExclude: onceIn(4, queries),
    range: ranges,
    minLength: onceIn(10, fc.nat(30)),
    maxLength: onceIn(10, fc.nat(40)),
    tags: onceIn(12, fc.array(oneOf('work', 'home', 'to do', 'no such tag'), { maxLength: 2 })),
    place: onceIn(
      3,
      fc.record({
        appName: onceIn(5, oneOf('fire', 'FIREFOX', 'éditeur', 'term', '', 'none')),
        windowName: onceIn(5, oneOf('inbox', 'PDF', '%_', '', 'none')),
        browserUrl: onceIn(5, oneOf('example.com', 'b?Q', 'none')),
        frameName: onceIn(5, oneOf('first', 'png', 'none')),
        deviceName: onceIn(5, oneOf('monitor', 'mic', 'LAPTOP', 'none')),
        focused: onceIn(5, fc.boolean()),
        machineId: onceIn(30, fc.constant('elsewhere')),
      }),
    ),
    speaker: onceIn(
      8,
      fc.record({
        speakerIds: maybe(fc.subarray([0, 1, 2, 3, UNKNOWN_SPEAKER])),
        speakerName: maybe(oneOf('ro', 'ROSA', 'none')),
      }),
    ),
  })
  .map(({ place, speaker, range, ...rest }) => ({
    ...rest,
    startMs: range[0],
    endMs: range[1],
    ...place,
    ...speaker,
    query: rest.knownQuery?.query,
    exclude: rest.knownExclude?.query,
  }));
