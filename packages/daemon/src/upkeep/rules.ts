/**
 * Rules for what is already stored: a new exclusion (programs, windows, pages, private browsing) deletes what it would have kept out,
 * a rule about words covers them. Both can be counted before. The work is done by a deletion job.
 */
import { isPrivateWindow } from '#capture/exclusions/exclusion-defaults.ts';
import { fold } from '#capture/exclusions/exclusions.ts';
import type { Deletions } from '#store/deletion/job/deletions.ts';
import type { RedactTexts } from '#store/deletion/job/redaction.ts';
import { type RedactionCounts, redactionRunner } from '#store/deletion/job/redaction.ts';
import type {
  ContextNames,
  DeletionCounts,
  DeletionFilter,
  DeletionJob,
} from '#store/deletion/records.ts';
import type { Store } from '#store/store.ts';

export interface HistoryRules {
  /** Parts of names, titles and addresses, in any case. */
  apps: readonly string[];
  windows: readonly string[];
  urls: readonly string[];
  isPrivateExcluded: boolean;
  /** What to cover in texts. */
  kinds: readonly string[];
  words: readonly string[];
}

export interface RulesPreview {
  /** What the exclusions would delete; undefined when nothing fits, or there are none. */
  excluded: DeletionCounts | undefined;
  /** What would be covered; undefined when no rule covers words. */
  redacted: RedactionCounts | undefined;
  /** Output of pipes that would be cleared. */
  pipeOutputs: number;
}

export interface Rules {
  /** May take long: rules about words look through everything. */
  preview(rules: HistoryRules, signal: AbortSignal): Promise<RulesPreview>;
  apply(rules: HistoryRules): Promise<DeletionJob>;
}

export function historyRules(deps: {
  store: Store;
  deletions: Pick<Deletions, 'start' | 'count' | 'countPipeOutput'>;
  redactTexts: RedactTexts;
}): Rules {
  const { store, deletions } = deps;
  const redaction = redactionRunner(deps);

  async function filterOf(rules: HistoryRules): Promise<DeletionFilter | undefined> {
    const isMeant = matcherOf(rules);
    const contextIds = (await store.deletion.listContextNames())
      .filter(isMeant)
      .map(({ id }) => id);
    const inputPlaces = (await store.deletion.listInputPlaces()).filter(isMeant);
    if (contextIds.length === 0 && inputPlaces.length === 0) return undefined;
    return { contextIds, inputPlaces };
  }

  const coversWords = ({ kinds, words }: HistoryRules) => kinds.length + words.length > 0;

  return {
    async preview(rules, signal) {
      const filter = await filterOf(rules);
      const excluded = filter && (await deletions.count(filter, signal));
      const redacted = coversWords(rules) ? await redaction.count(rules, signal) : undefined;
      const pipeOutputs = redacted?.redactions
        ? await deletions.countPipeOutput([], signal)
        : (excluded?.pipeOutputs ?? 0);
      return { excluded, redacted, pipeOutputs };
    },
    async apply(rules) {
      const filter = await filterOf(rules);
      const { kinds, words } = rules;
      return deletions.start(filter ? [filter] : [], 'rule', {
        redaction: coversWords(rules) ? { kinds, words } : undefined,
      });
    },
  };
}

function matcherOf(rules: HistoryRules): (names: ContextNames) => boolean {
  const lists = [rules.apps, rules.windows, rules.urls];
  const [apps = [], windows = [], urls = []] = lists.map((list) => list.map(fold).filter(Boolean));
  const has = (name: string, parts: readonly string[]) => {
    const folded = fold(name);
    return parts.some((part) => folded.includes(part));
  };
  return ({ appName, windowName, browserUrl }) =>
    has(appName, apps) ||
    has(windowName, windows) ||
    has(browserUrl, urls) ||
    (rules.isPrivateExcluded &&
      isPrivateWindow({ app: appName, className: '', title: windowName }));
}
