/**
 * The store as the rest of the product sees it: every call is asynchronous and runs in a worker
 * thread, so that no SQL ever blocks the HTTP event loop. One writer thread, several readers.
 */
import type {
  AddedIds,
  Element,
  ElementFilter,
  Frame,
  InputEventCount,
  InputEventFilter,
  InputItem,
  Item,
  KeywordFilter,
  KeywordMatch,
  Kind,
  NewContent,
  NewReading,
  Page,
  SearchFilter,
  StoreSummary,
  TagTarget,
  TextBox,
} from './records.ts';

/** Every read takes a signal: when it aborts, the SQL stops and the call rejects with the signal's reason. */
export interface Store {
  /** Search and timeline in one: items by time, ties by id, with the exact total. */
  search(filter: SearchFilter, signal?: AbortSignal): Promise<Page<Item>>;
  searchKeyword(filter: KeywordFilter, signal?: AbortSignal): Promise<KeywordMatch[]>;
  findFrame(id: number, signal?: AbortSignal): Promise<Frame | undefined>;
  /** Up to `limit` frames after (before) `id`, nearest first, `id` itself excluded. */
  listNeighbours(
    id: number,
    direction: 'forward' | 'backward',
    limit: number,
    signal?: AbortSignal,
  ): Promise<Frame[]>;
  /** The text and words of a frame; undefined when there is no such frame. */
  findFrameText(
    id: number,
    signal?: AbortSignal,
  ): Promise<{ frame: Frame; text: string; boxes: TextBox[] } | undefined>;
  listElements(filter: ElementFilter, signal?: AbortSignal): Promise<Page<Element>>;
  listInputEvents(filter: InputEventFilter, signal?: AbortSignal): Promise<Page<InputItem>>;
  /** Most frequent first, at most 100. */
  countInputEvents(
    range: { startMs?: number | undefined; endMs?: number | undefined },
    signal?: AbortSignal,
  ): Promise<InputEventCount[]>;
  /** Tags of each frame asked for, in the order of `frameIds`; unknown frames have none. */
  listFrameTags(frameIds: readonly number[], signal?: AbortSignal): Promise<string[][]>;
  summary(signal?: AbortSignal): Promise<StoreSummary>;

  /** Stores everything in one transaction; rejects with DISK_FULL and stores nothing when there is no room. */
  add(content: NewContent): Promise<AddedIds>;
  /** Other text for the same item, searchable at once; false when there is no such item. */
  replaceText(kind: Exclude<Kind, 'input'>, id: number, text: string): Promise<boolean>;
  /** Other text and words for a frame, searchable at once; false when there is no such frame. */
  replaceReading(frameId: number, reading: NewReading): Promise<boolean>;
  /** Removes items and their text, and takes them out of search; resolves to how many there were. */
  delete(kind: Exclude<Kind, 'input'>, ids: readonly number[]): Promise<number>;
  /** Rejects with FRAME_NOT_FOUND or AUDIO_CHUNK_NOT_FOUND. Adding twice changes nothing. */
  addTags(target: TagTarget, id: number, tags: readonly string[]): Promise<void>;
  /** Removing a tag that is not there changes nothing. */
  removeTags(target: TagTarget, id: number, tags: readonly string[]): Promise<void>;

  /** Finishes what is in flight, checkpoints and closes. */
  close(): Promise<void>;
}
