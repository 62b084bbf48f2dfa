/** A question and its answer, part by part as the service knows them. What was answered stays answered until it is asked again. */
import type { AskPart, AskReply, UnderstoodKind } from '@hindcast/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { askParts } from '../api.ts';
import { useSettings } from '../settings/settings.ts';

interface Question {
  text: string;
  /** Filters that the person removed. */
  ignore: readonly UnderstoodKind[];
  /** Whether the model of the person's own may phrase the answer. */
  isModelWanted: boolean;
}

/** Each part is undefined until it is known. */
export type Asked = Partial<AskReply> & { isComplete: boolean };

const NOTHING_YET: Asked = { isComplete: false };

export function withPart(asked: Asked, part: AskPart): Asked {
  return { ...asked, ...part.data };
}

export function useAsk({ text, ignore, isModelWanted }: Question) {
  const queries = useQueryClient();
  const queryKey = ['ask', text, ignore, isModelWanted];
  return useQuery({
    queryKey,
    enabled: text !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }): Promise<Asked> => {
      const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      let asked = NOTHING_YET;
      const wanted = { q: text, ignore, timezone, assistant: isModelWanted };
      for await (const part of askParts(wanted, { signal })) {
        asked = withPart(asked, part);
        queries.setQueryData(queryKey, asked);
      }
      return { ...asked, isComplete: true };
    },
  });
}

/** Where a question and its passages are sent when a model phrases the answer; undefined where none is set up. */
export function useModelHost(): string | undefined {
  const { data } = useSettings();
  return hostOf(data?.data.find(({ key }) => key === 'assistant.endpoint.url')?.value);
}

export function hostOf(address: unknown): string | undefined {
  return typeof address === 'string' ? URL.parse(address)?.host : undefined;
}
