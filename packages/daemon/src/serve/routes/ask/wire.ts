/** Questions and answers in their wire shapes. */

import type { AskRequest, Evidence, Reply } from '#ask/records.ts';
import type { Understood } from '#ask/understand.ts';
import { toWireWhy } from '#serve/items/meant.ts';
import { toWireMemory } from '#serve/items/memory.ts';
import { toWireItem } from '#serve/items/wire-item.ts';
import { InvalidParameterError } from '#serve/request/request-errors.ts';
import { iso } from '#serve/request/time.ts';
import {
  type AskReply,
  askParameters,
  LONGEST_QUESTION,
  type WireEvidence,
  type WireUnderstood,
} from './schema.ts';

export function toRequest(source: unknown, nowMs: number, withNotes: boolean): AskRequest {
  const query = askParameters.parse(source, nowMs);
  if (query.q.length > LONGEST_QUESTION) {
    throw new InvalidParameterError('q', `at most ${LONGEST_QUESTION} characters`);
  }
  const kinds = query.content_type.filter((kind) => kind !== 'input');
  if (kinds.length === 0) {
    throw new InvalidParameterError('content_type', 'screen, audio or UI');
  }
  const { start_time: startMs, end_time: endMs, app_name: appName } = query;
  return {
    question: query.q,
    ignore: query.ignore,
    timeZone: query.timezone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
    limit: query.limit,
    wantsAssistant: query.assistant,
    withNotes,
    filter: {
      kinds,
      startMs,
      endMs,
      appName,
      browserUrl: query.browser_url,
      speakerIds: query.speaker_ids,
    },
  };
}

export function toWireReply(reply: Reply, timeZone: string, nowMs: number): AskReply {
  return {
    question: reply.question,
    query: reply.query,
    understood: reply.understood.map((one) => toWireUnderstood(one, timeZone, nowMs)),
    answer: reply.answer,
    evidence: reply.evidence.map(toWireEvidence),
    nothing_found: reply.isNothingFound,
    meaning: reply.meaning,
    assistant: reply.assistant,
  };
}

export function toWireUnderstood(one: Understood, timeZone: string, nowMs: number): WireUnderstood {
  const { kind, text } = one;
  switch (one.kind) {
    case 'time':
      return {
        kind,
        text,
        label: rangeLabel(one, timeZone, nowMs),
        start_time: iso(one.startMs),
        end_time: iso(one.endMs),
      };
    case 'app':
      return { kind, text, label: one.appNames.join(', '), app_names: [...one.appNames] };
    case 'site':
      return { kind, text, label: one.site, browser_url: one.site };
    case 'person':
      return { kind, text, label: one.name, speaker_ids: [...one.speakerIds] };
  }
}

/** With the year where it is not this one. */
function rangeLabel(
  { startMs, endMs }: { startMs: number; endMs: number },
  timeZone: string,
  nowMs: number,
): string {
  const years = new Intl.DateTimeFormat('en-GB', { timeZone, year: 'numeric' });
  const isThisYear = [startMs, endMs].every((ms) => years.format(ms) === years.format(nowMs));
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
  }).formatRange(startMs, endMs + 1);
}

export function toWireEvidence(one: Evidence): WireEvidence {
  const { item } = one;
  const isOfWindow = item.kind === 'ocr' || item.kind === 'ui';
  return {
    id: one.id,
    ...toWireWhy(one),
    timestamp: iso(timeOf(item)),
    app_name: isOfWindow ? item.appName : null,
    window_name: isOfWindow ? item.windowName : null,
    browser_url: isOfWindow ? item.browserUrl : null,
    speaker:
      item.kind === 'audio' && item.speaker
        ? { id: item.speaker.id, name: item.speaker.name }
        : null,
    item: toWire(item),
  };
}

function timeOf(item: Evidence['item']): number {
  return item.kind === 'note' ? item.note.createdAtMs : item.atMs;
}

function toWire(item: Evidence['item']): WireEvidence['item'] {
  if (item.kind !== 'note') return toWireItem(item);
  const content = toWireMemory(item.note);
  return { type: 'Memory', content: { ...content, timestamp: content.created_at } };
}
