/**
 * What the store promises, written as plainly as possible: a list of items, filtered one by one and
 * sorted. Follows the comments of `records.ts` and the interface documents, and shares no code with
 * the store.
 */
import type { Item, Page, SearchFilter } from '../records.ts';
import { isFound, type KnownQuery, type KnownText } from './known-text.ts';

export interface ModelItem {
  /** The item as the store must give it out; text and tags are filled in when asked. */
  item: Item;
  /** Number of the arrival: decides between equal times. */
  arrival: number;
  /** The searchable texts: one, or the four of an input event. */
  texts: KnownText[];
  tags: Set<string>;
  speakerId: number | undefined;
}

export interface ModelFilter extends SearchFilter {
  knownQuery: KnownQuery | undefined;
  knownExclude?: KnownQuery | undefined;
}

export interface Speaker {
  id: number;
  name: string;
  metadata: string;
}

export function searchModel(
  items: readonly ModelItem[],
  filter: ModelFilter,
  speakers: readonly Speaker[],
): Page<Item> {
  const sign = filter.order === 'ascending' ? 1 : -1;
  const passing = items
    .filter((item) => passes(item, filter, speakers))
    .sort((a, b) => {
      // At the same instant input events follow the others: their ids cannot be compared.
      const kinds = Number(a.item.kind === 'input') - Number(b.item.kind === 'input');
      return sign * (a.item.atMs - b.item.atMs || kinds || a.arrival - b.arrival);
    });
  const page = passing.slice(filter.offset, filter.offset + filter.limit);
  return { items: page.map(toItem), total: passing.length };
}

function toItem({ item, tags, texts }: ModelItem): Item {
  switch (item.kind) {
    case 'ocr':
    case 'audio':
      return { ...item, text: texts[0]?.text ?? '', tags: [...tags].sort() };
    case 'ui':
      return { ...item, text: texts[0]?.text ?? '' };
    case 'input':
      return item;
  }
}

function passes(model: ModelItem, filter: ModelFilter, speakers: readonly Speaker[]): boolean {
  const { item } = model;
  const length = lengthOf(model);
  return (
    filter.kinds.includes(item.kind) &&
    (filter.startMs === undefined || item.atMs >= filter.startMs) &&
    (filter.endMs === undefined || item.atMs <= filter.endMs) &&
    (filter.minLength === undefined || length >= filter.minLength) &&
    (filter.maxLength === undefined || length <= filter.maxLength) &&
    (filter.tags ?? []).every((tag) => model.tags.has(tag)) &&
    passesPlace(model, filter) &&
    passesSpeaker(model, filter, speakers) &&
    (filter.knownQuery?.demands === undefined || isFound(model.texts, filter.knownQuery.demands)) &&
    !(filter.knownExclude?.demands ?? []).some((demand) => isFound(model.texts, [demand]))
  );
}

function lengthOf({ item, texts }: ModelItem): number {
  return [...(item.kind === 'input' ? (item.textContent ?? '') : (texts[0]?.text ?? ''))].length;
}

interface Place {
  app: string | null;
  window: string | null;
  url: string | null;
  frame: string | null;
  device: string | null;
}

/** Null: this kind of item has no such thing. */
function placeOf({ item }: ModelItem): Place {
  const place: Place = { app: null, window: null, url: null, frame: null, device: '' };
  switch (item.kind) {
    case 'ocr':
      return {
        app: item.appName,
        window: item.windowName,
        url: item.browserUrl ?? '',
        frame: item.frameName ?? '',
        device: item.deviceName,
      };
    case 'audio':
      return { ...place, device: [item.deviceName, ...item.otherDevices].join('\n') };
    case 'ui': {
      const { appName: app, windowName: window, browserUrl } = item;
      return { ...place, app, window, url: browserUrl ?? '', frame: '' };
    }
    case 'input': {
      const { appName, windowTitle, browserUrl } = item;
      return {
        ...place,
        app: appName ?? '',
        window: windowTitle ?? '',
        url: browserUrl ?? '',
        frame: '',
      };
    }
  }
}

function passesPlace(model: ModelItem, filter: ModelFilter): boolean {
  const { item } = model;
  const place = placeOf(model);
  const focused = item.kind === 'ocr' ? item.focused : null;
  const machineId = item.kind === 'ocr' ? item.machineId : null;
  return (
    holds(place.app, filter.appName) &&
    holds(place.window, filter.windowName) &&
    holds(place.url, filter.browserUrl) &&
    holds(place.frame, filter.frameName) &&
    holds(place.device, filter.deviceName) &&
    (filter.focused === undefined || focused === filter.focused) &&
    (filter.machineId === undefined || machineId === filter.machineId)
  );
}

function passesSpeaker(
  { speakerId }: ModelItem,
  filter: ModelFilter,
  speakers: readonly Speaker[],
): boolean {
  const name = speakers.find(({ id }) => id === speakerId)?.name ?? null;
  const isAsked =
    filter.speakerIds === undefined || filter.speakerIds.includes(speakerId ?? Number.NaN);
  return isAsked && holds(name, filter.speakerName);
}

function holds(whole: string | null, part: string | readonly string[] | undefined): boolean {
  if (part === undefined) return true;
  return whole !== null && [part].flat().some((one) => plain(whole).includes(plain(one)));
}

/** Case and accents do not matter to a person who filters. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}
