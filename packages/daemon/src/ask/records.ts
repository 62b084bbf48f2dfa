/** Questions and answers, as `serve/routes/ask` and `ask.ts` exchange them. */
import type { Meant } from '#store/meaning/records.ts';
import type { SearchFilter } from '#store/records.ts';
import type { Understood, UnderstoodKind } from './understand.ts';

export interface AskRequest {
  question: string;
  ignore: readonly UnderstoodKind[];
  timeZone: string;
  limit: number;
  wantsAssistant: boolean;
  /** Whether notes are evidence too. */
  withNotes: boolean;
  /** Filters that were given besides the question. */
  filter: Pick<
    SearchFilter,
    'kinds' | 'startMs' | 'endMs' | 'appName' | 'browserUrl' | 'speakerIds'
  >;
}

export interface Evidence extends Meant {
  /** `e1`, `e2` …: what answers cite. */
  id: string;
}

/**
 * `quoted`: captured as it stands. Of a phrased sentence: `cited`, its evidence exists and has to do with it; `uncited`, it names none;
 * `wrong_citation`, it names evidence that does not exist; `unsupported`, its evidence says nothing of the kind.
 */
export type SentenceCheck = 'quoted' | 'cited' | 'uncited' | 'wrong_citation' | 'unsupported';

export interface AnswerSentence {
  text: string;
  evidence: string[];
  check: SentenceCheck;
}

export interface Answer {
  by: 'extract' | 'assistant' | 'nothing';
  sentences: AnswerSentence[];
}

export interface MeaningReport {
  /** `failed`: its process does not answer. */
  state: 'ready' | 'behind' | 'failed' | 'no_model' | 'off';
  /** Documents whose passages are not known yet. */
  waiting: number;
  hint: string | null;
}

export interface AssistantReport {
  host: string;
  model: string;
  error: string | null;
}

export interface Reply {
  question: string;
  query: string;
  understood: Understood[];
  answer: Answer;
  evidence: Evidence[];
  isNothingFound: boolean;
  meaning: MeaningReport;
  assistant: AssistantReport | null;
}

/** Parts of a reply, as soon as they are known. */
export type ReplyPart =
  | ({ kind: 'understood' } & Pick<Reply, 'question' | 'query' | 'understood'>)
  | ({ kind: 'evidence' } & Pick<Reply, 'evidence' | 'isNothingFound' | 'meaning'>)
  | ({ kind: 'answer' } & Pick<Reply, 'answer' | 'assistant'>);
