/** The ledger of what was recorded when, and why not. Absent where the service keeps none. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { t } from '../language/message.ts';
import { isoOf, labelled } from '../parts/format.ts';
import { callIfThere } from './api.ts';
import type { Span } from './day.ts';

export type StreamName = 'screen' | 'audio' | 'input';

export interface CoverageSpan extends Span {
  state: string;
  cause: string;
}

interface WireSpan {
  start_time: string;
  end_time: string;
  state: string;
  cause: string | null;
}

interface WireCoverage {
  since: string | null;
  streams: Record<StreamName, { spans: WireSpan[]; minutes: Record<string, number> }>;
}

export interface StreamCoverage {
  spans: readonly CoverageSpan[];
  minutes: Readonly<Record<string, number>>;
}

export interface Coverage {
  sinceMs: number | undefined;
  streams: Readonly<Record<StreamName, StreamCoverage>>;
}

const WORDS: Readonly<Record<string, string>> = {
  paused: t('Paused by you'),
  locked: t('Screen locked'),
  off: t('Recording was off'),
  excluded: t('Left out'),
  failed: t('Failed'),
};

/** Whether something is missing that a person would look for. */
export const isGap = ({ state }: Pick<CoverageSpan, 'state'>) => state in WORDS;

export function gapText({ state, cause }: Pick<CoverageSpan, 'state' | 'cause'>): string {
  const word = WORDS[state] ?? state;
  return state === 'failed' && cause !== '' ? labelled(word, cause.replaceAll('_', ' ')) : word;
}

/** Null where there is no ledger. */
export function useCoverage(range: Span) {
  const isOpen = range.endMs > Date.now();
  return useQuery({
    queryKey: ['coverage', range.startMs, range.endMs],
    placeholderData: keepPreviousData,
    refetchInterval: isOpen ? 15_000 : false,
    queryFn: async ({ signal }): Promise<Coverage | null> => {
      const answer = await callIfThere<WireCoverage>('/coverage', {
        signal,
        query: {
          start_time: isoOf(range.startMs),
          end_time: isoOf(Math.min(range.endMs, Date.now())),
        },
      });
      if (answer === null) return null;
      const { screen, audio, input } = answer.streams;
      return {
        sinceMs: answer.since === null ? undefined : Date.parse(answer.since),
        streams: { screen: toStream(screen), audio: toStream(audio), input: toStream(input) },
      };
    },
  });
}

function toStream({ spans, minutes }: WireCoverage['streams']['screen']): StreamCoverage {
  return {
    minutes,
    spans: spans.map(({ start_time, end_time, state, cause }) => ({
      startMs: Date.parse(start_time),
      endMs: Date.parse(end_time),
      state,
      cause: cause ?? '',
    })),
  };
}
