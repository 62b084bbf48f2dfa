/** Applies the same change to a store and to the model of it. */
import type { Item, NewInputEvent } from '../records.ts';
import type { Store } from '../store.ts';
import {
  expectedFrame,
  expectedInputEvent,
  expectedTranscript,
  expectedUiText,
} from './expected-items.ts';
import { EMPTY_TEXT, type KnownText } from './known-text.ts';
import type { ModelItem } from './model-store.ts';
import type { Change, DocumentKind, RandomContent } from './random-content.ts';

const NO_SUCH_ID = 999_999;

type ChangeOf<Name> = Extract<Change, { change: Name }>;

export function modelDriver(store: Store, dataDir: string) {
  let items: ModelItem[] = [];
  let arrivals = 0;

  function remember(item: Item, texts: KnownText[], more: Partial<ModelItem> = {}): void {
    arrivals += 1;
    items.push({ item, texts, arrival: arrivals, tags: new Set(), speakerId: undefined, ...more });
  }

  async function add(content: RandomContent): Promise<void> {
    const inputEvents = content.inputEvents.map(toNewInputEvent);
    const ids = await store.content.add({
      frames: content.frames.map((one) => ({ ...one, text: one.text.text })),
      transcriptions: content.transcriptions.map((one) => ({ ...one, text: one.text.text })),
      uiTexts: content.uiTexts.map((one) => ({ ...one, text: one.text.text })),
      inputEvents,
    });
    // As the store does: frames are linked to the events before them.
    for (const [one, id] of pairs(content.inputEvents, ids.inputEvents)) {
      const texts = [one.text, one.element, one.window, one.app];
      const item = expectedInputEvent(id, toNewInputEvent(one));
      remember(
        item,
        texts.map((text) => text ?? EMPTY_TEXT),
      );
    }
    for (const [one, id] of pairs(content.frames, ids.frames)) {
      remember(expectedFrame(id, one, dataDir), [one.text], { tags: new Set(one.tags) });
      linkEvents(id, one);
    }
    for (const [one, id] of pairs(content.transcriptions, ids.transcriptions)) {
      const { speakerId, tags } = one;
      const item = expectedTranscript(id, one, dataDir);
      remember(item, [one.text], { tags: new Set(tags), speakerId });
    }
    for (const [one, id] of pairs(content.uiTexts, ids.uiTexts)) {
      remember(expectedUiText(id, one), [one.text]);
    }
  }

  /** Events lead to the first frame of their window that comes within a second after them. */
  function linkEvents(frameId: number, frame: RandomContent['frames'][number]): void {
    for (const { item } of items) {
      if (item.kind !== 'input' || item.frameId !== null) continue;
      const isOfWindow = item.appName === frame.appName && item.windowTitle === frame.windowName;
      const waitedMs = frame.atMs - item.atMs;
      if (isOfWindow && waitedMs >= 0 && waitedMs <= 1_000) item.frameId = frameId;
    }
  }

  function unlinkEvents(frameIds: readonly number[]): void {
    for (const { item } of items) {
      if (item.kind === 'input' && frameIds.includes(item.frameId ?? 0)) item.frameId = null;
    }
  }

  function pickOf(kind: DocumentKind, pick: number): ModelItem | undefined {
    const ofKind = items.filter(({ item }) => item.kind === kind);
    return ofKind[pick % ofKind.length];
  }

  async function replace(change: ChangeOf<'replace'>): Promise<string[]> {
    const model = pickOf(change.kind, change.pick);
    const id = model ? idOf(model.item) : NO_SUCH_ID;
    const isReplaced = await store.content.replaceText(change.kind, id, change.text.text);
    if (model) model.texts = [change.text];
    return isReplaced === (model !== undefined) ? [] : [`replaceText said ${isReplaced}`];
  }

  async function remove(change: ChangeOf<'delete'>): Promise<string[]> {
    const removed = new Set(change.picks.flatMap((pick) => pickOf(change.kind, pick) ?? []));
    const ids = [...removed].map(({ item }) => idOf(item));
    const deleted = await store.content.delete(change.kind, [...ids, NO_SUCH_ID]);
    items = items.filter((model) => !removed.has(model));
    if (change.kind === 'ocr') unlinkEvents(ids);
    return deleted === removed.size ? [] : [`delete said ${deleted}, not ${removed.size}`];
  }

  async function tag(change: ChangeOf<'tag' | 'untag'>): Promise<void> {
    const model = pickOf(change.target === 'vision' ? 'ocr' : 'audio', change.pick);
    if (!model) return;
    const id = model.item.kind === 'audio' ? model.item.chunkId : idOf(model.item);
    if (change.change === 'tag') {
      await store.tags.add(change.target, id, change.tags);
      for (const name of change.tags) model.tags.add(name);
    } else {
      await store.tags.remove(change.target, id, change.tags);
      for (const name of change.tags) model.tags.delete(name);
    }
  }

  return {
    items: (): readonly ModelItem[] => items,
    /** Resolves to what the store answered wrongly. */
    async apply(change: Change): Promise<string[]> {
      if (change.change === 'replace') return replace(change);
      if (change.change === 'delete') return remove(change);
      if (change.change === 'add') await add(change.content);
      else await tag(change);
      return [];
    },
  };
}

/** The ids come in the order of the input; a missing one fails the comparison that follows. */
function pairs<T, Id>(inputs: readonly T[], ids: readonly Id[]): [T, Id][] {
  return inputs.map((input, i) => [input, ids[i] as Id]);
}

function idOf(item: Item): number {
  if (item.kind === 'ocr') return item.frameId;
  return item.kind === 'audio' ? item.transcriptionId : item.id;
}

function toNewInputEvent(event: RandomContent['inputEvents'][number]): NewInputEvent {
  const { text, app, window, element, ...rest } = event;
  return {
    ...rest,
    textContent: text?.text,
    appName: app?.text,
    windowTitle: window?.text,
    elementName: element?.text,
  };
}
