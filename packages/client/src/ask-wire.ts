/** The shapes of `/ask`, `/ask/stream`, `/search/related` and `mode` of `/search`, with the names of the wire. See docs/meaning.md. */
import type { Bounds, Item, MemoryItem, Pagination } from './wire.ts';

/** What a question can name as a filter. */
export type UnderstoodKind = 'time' | 'app' | 'site' | 'person';

/** A filter that the question named; `ignore` with its kind removes it. */
export interface Understood {
  kind: UnderstoodKind;
  /** The words of the question. */
  text: string;
  label: string;
}

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
export interface Why {
  by: 'words' | 'meaning' | 'both';
  /** Of the meaning, at most 1; null when only words matched. */
  similarity: number | null;
  passage: string | null;
  place: Place;
}

export interface MeaningState {
  state: 'ready' | 'behind' | 'no_model' | 'off';
  /** Documents whose meaning is not known yet. */
  waiting: number;
  /** What to do about it. */
  hint: string | null;
}

export interface Evidence extends Why {
  /** `e1`, `e2` …: what sentences name. */
  id: string;
  timestamp: string;
  app_name: string | null;
  window_name: string | null;
  browser_url: string | null;
  speaker: { id: number; name: string } | null;
  item: Item | MemoryItem;
}

export interface AnswerSentence {
  text: string;
  /** Ids of what proves it. */
  evidence: string[];
  /** `quoted`: captured as it stands. `cited`: phrased, with proof. The others have none: show them as unproven. */
  check: 'quoted' | 'cited' | 'uncited' | 'wrong_citation' | 'unsupported';
}

export interface AskAnswer {
  by: 'extract' | 'assistant' | 'nothing';
  sentences: AnswerSentence[];
}

/** The model that was asked to phrase the answer. */
export interface AssistantReport {
  /** Where the question and the passages were sent. */
  host: string;
  model: string;
  error: string | null;
}

export interface AskReply {
  question: string;
  /** The question without what was understood. */
  query: string;
  understood: Understood[];
  answer: AskAnswer;
  evidence: Evidence[];
  nothing_found: boolean;
  meaning: MeaningState;
  assistant: AssistantReport | null;
}

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
