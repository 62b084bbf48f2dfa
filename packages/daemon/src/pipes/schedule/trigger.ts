/**
 * When a pipe runs: on request, at an interval, by cron, or when new content was stored. The words come from the manifest and may
 * be replaced by a person's configuration; `schedule` is one word for both forms, as older clients send it.
 */
import { Cron } from 'croner';
import { Type } from 'typebox';
import type { Kind } from '#store/records.ts';

export interface DataFilter {
  readonly kinds: readonly Kind[];
  /** Parts of names, whatever the case; absent means any. */
  readonly apps?: readonly string[] | undefined;
  readonly windows?: readonly string[] | undefined;
}

export type Trigger =
  | { readonly kind: 'manual' }
  | { readonly kind: 'interval'; readonly everyMs: number }
  | { readonly kind: 'cron'; readonly expression: string }
  | {
      readonly kind: 'data';
      readonly filter: DataFilter;
      /** Items given to one run at most. */
      readonly batch: number;
      /** How long to collect before a run. */
      readonly waitMs: number;
    };

const CONTENT: Readonly<Record<string, Kind>> = {
  ocr: 'ocr',
  frames: 'ocr',
  vision: 'ocr',
  audio: 'audio',
  transcriptions: 'audio',
  ui: 'ui',
  input: 'input',
  ui_events: 'input',
};
const ALL_KINDS: readonly Kind[] = ['ocr', 'audio', 'ui', 'input'];
const DEFAULT_BATCH = 100;
const DEFAULT_WAIT_SECS = 5;
/** Below this a pipe would mostly start and end. */
const LEAST_INTERVAL_MS = 5_000;
const UNIT_MS: Readonly<Record<string, number>> = { s: 1e3, m: 6e4, h: 36e5, d: 864e5 };
const NAMED: Readonly<Record<string, string>> = {
  hourly: '0 * * * *',
  daily: '0 0 * * *',
  weekly: '0 0 * * 1',
};

/** The properties of the manifest that speak of the trigger. */
export const TriggerWish = {
  trigger: Type.Optional(
    Type.Union(['manual', 'interval', 'cron', 'data'].map((word) => Type.Literal(word))),
  ),
  /** Seconds, or such as `30m`. */
  interval: Type.Optional(Type.Union([Type.Number(), Type.String()])),
  cron: Type.Optional(Type.String({ maxLength: 100 })),
  schedule: Type.Optional(Type.String({ maxLength: 100 })),
  data: Type.Optional(
    Type.Object({
      content_types: Type.Optional(Type.Array(Type.String(), { maxItems: 10 })),
      apps: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { maxItems: 100 })),
      windows: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { maxItems: 100 })),
      batch: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
      wait: Type.Optional(Type.Number({ minimum: 0, maximum: 3_600 })),
    }),
  ),
};

/** The keys of the configuration that change the trigger. */
export const TRIGGER_KEYS = ['trigger', 'interval', 'cron', 'schedule'] as const;

interface Wanted {
  trigger?: unknown;
  interval?: unknown;
  cron?: unknown;
  schedule?: unknown;
  data?: {
    content_types?: string[];
    apps?: string[];
    windows?: string[];
    batch?: number;
    wait?: number;
  };
}

/** A trigger, or what is wrong as `<key> <sentence>`. */
export function parseTrigger(wanted: Wanted): Trigger | string {
  switch (wanted.trigger ?? guessed(wanted)) {
    case 'manual':
      return { kind: 'manual' };
    case 'interval':
      return intervalTrigger(wanted.interval);
    case 'cron':
      return cronTrigger(wanted.cron);
    case 'data':
      return dataTrigger(wanted.data ?? {});
    case 'schedule':
      return scheduleTrigger(String(wanted.schedule));
    default:
      return 'trigger must be manual, interval, cron or data';
  }
}

function guessed(wanted: Wanted): string {
  if (wanted.schedule !== undefined) return 'schedule';
  if (wanted.cron !== undefined) return 'cron';
  if (wanted.interval !== undefined) return 'interval';
  return wanted.data === undefined ? 'manual' : 'data';
}

function intervalTrigger(interval: unknown): Trigger | string {
  const everyMs =
    typeof interval === 'number' ? interval * 1_000 : durationMs(String(interval ?? ''));
  if (everyMs === undefined || !(everyMs >= LEAST_INTERVAL_MS) || everyMs > 366 * 864e5) {
    return 'interval must be a number of seconds from 5 on, or such as "30m" or "2h"';
  }
  return { kind: 'interval', everyMs };
}

function durationMs(text: string): number | undefined {
  const found = /^(?:every\s+)?(\d+(?:\.\d+)?)\s*([smhd])[a-z]*$/i.exec(text.trim());
  const unit = UNIT_MS[found?.[2]?.toLowerCase() ?? ''];
  return unit === undefined ? undefined : Number(found?.[1]) * unit;
}

function cronTrigger(cron: unknown): Trigger | string {
  const expression = String(cron ?? '');
  return isCron(expression)
    ? { kind: 'cron', expression }
    : 'cron must be a cron expression of five or six fields';
}

function isCron(expression: string): boolean {
  try {
    new Cron(expression, { paused: true }).stop();
    return expression.trim().split(/\s+/).length >= 5;
  } catch {
    return false;
  }
}

function scheduleTrigger(schedule: string): Trigger | string {
  const words = schedule.trim().toLowerCase();
  if (words === 'manual') return { kind: 'manual' };
  const expression = NAMED[words] ?? (isCron(words) ? words : undefined);
  if (expression !== undefined) return { kind: 'cron', expression };
  const interval = intervalTrigger(words);
  return typeof interval === 'string'
    ? 'schedule must be manual, hourly, daily, weekly, such as "every 30m", or a cron expression'
    : interval;
}

function dataTrigger(data: NonNullable<Wanted['data']>): Trigger | string {
  const names = data.content_types;
  const kinds = names?.flatMap((name) => CONTENT[name.toLowerCase()] ?? []) ?? ALL_KINDS;
  if (kinds.length === 0 || (names && kinds.length < names.length)) {
    return `data.content_types may hold ${Object.keys(CONTENT).join(', ')}`;
  }
  return {
    kind: 'data',
    filter: {
      kinds: [...new Set(kinds)],
      apps: data.apps,
      windows: data.windows,
    },
    batch: data.batch ?? DEFAULT_BATCH,
    waitMs: (data.wait ?? DEFAULT_WAIT_SECS) * 1_000,
  };
}

/** As the interface words it. */
export function scheduleOf(trigger: Trigger): string {
  switch (trigger.kind) {
    case 'interval':
      return `every ${trigger.everyMs / 1_000}s`;
    case 'cron':
      return trigger.expression;
    case 'manual':
    case 'data':
      return trigger.kind;
  }
}

/** When it is due after `afterMs`; undefined when time has no part in it. Cron means local time. */
export function nextDueAtMs(trigger: Trigger, afterMs: number): number | undefined {
  switch (trigger.kind) {
    case 'interval':
      return afterMs + trigger.everyMs;
    case 'cron':
      return new Cron(trigger.expression, { paused: true }).nextRun(new Date(afterMs))?.getTime();
    case 'manual':
    case 'data':
      return undefined;
  }
}
