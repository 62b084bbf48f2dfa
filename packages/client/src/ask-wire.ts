/**
 * The shapes of `/ask`, `/ask/stream`, `/search/related` and `mode` of `/search`, taken from the interface. Only the place is narrower here:
 * its kind decides which of its fields are there. See docs/meaning.md.
 */
import type { Answer } from './request.ts';
import type { Bounds, Item, MemoryItem, Pagination } from './wire.ts';

type Reply = Answer<'/ask', 'get'>;
type WireEvidence = Reply['evidence'][number];

/** A filter that the question named; `ignore` with its kind removes it. */
export type Understood = Reply['understood'][number];
export type UnderstoodKind = Understood['kind'];

/** Where something stands. */
export type Place =
  /** Boxes are fractions of the image, one for each line; there may be none. */
  | { kind: 'screen'; frame_id: number; boxes: Bounds[] }
  /** Seconds within the recording. */
  | {
      kind: 'sound';
      audio_chunk_id: number;
      start_secs: number | null;
      end_secs: number | null;
    }
  | { kind: 'note'; memory_id: number }
  | { kind: 'text' };

/** Why something was found. */
export type Why = Pick<WireEvidence, 'by' | 'similarity' | 'passage'> & { place: Place };

export type MeaningState = Reply['meaning'];

export type Evidence = Omit<WireEvidence, 'place' | 'item'> & {
  place: Place;
  item: Item | MemoryItem;
};

export type AskAnswer = Reply['answer'];
export type AnswerSentence = AskAnswer['sentences'][number];

/** The model that was asked to phrase the answer. */
export type AssistantReport = NonNullable<Reply['assistant']>;

export type AskReply = Omit<Reply, 'evidence'> & { evidence: Evidence[] };

/** The parts of a reply in the order of `/ask/stream`; `answer` comes twice when a model phrases it. */
export type AskPart =
  | { name: 'understood'; data: Pick<AskReply, 'question' | 'query' | 'understood'> }
  | { name: 'evidence'; data: Pick<AskReply, 'evidence' | 'nothing_found' | 'meaning'> }
  | { name: 'answer'; data: Pick<AskReply, 'answer' | 'assistant'> };

export interface AskParameters {
  q: string;
  ignore?: readonly UnderstoodKind[] | undefined;
  timezone?: string | undefined;
  limit?: number | undefined;
  /** False: the model at `assistant.endpoint.url` is not asked. */
  assistant?: boolean | undefined;
  start_time?: string | undefined;
  end_time?: string | undefined;
  app_name?: string | readonly string[] | undefined;
  browser_url?: string | readonly string[] | undefined;
  content_type?: string | undefined;
}

/** One of the two ids names the moment. */
export interface RelatedParameters {
  frame_id?: number | undefined;
  audio_chunk_id?: number | undefined;
  limit?: number | undefined;
  start_time?: string | undefined;
  end_time?: string | undefined;
  content_type?: string | undefined;
  max_content_length?: number | undefined;
}

/** Items with the reason why each was found. */
export interface MeantPage {
  data: (Item & { why: Why })[];
  pagination: Pagination;
  has_more: boolean;
  meaning: MeaningState;
}

/** Whether a sentence has to be shown as unproven. */
export function isUnproven({ check }: Pick<AnswerSentence, 'check'>): boolean {
  return check !== 'quoted' && check !== 'cited';
}
