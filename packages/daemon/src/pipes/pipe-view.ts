/** A pipe as the interface shows it: manifest, row, history and run in one. */
import type { PipeHistory } from '#store/pipes/pipe-records.ts';
import { grantedOf, type KnownPipe, ownConfigOf, triggerOf } from './book.ts';
import { type Granted, missing, type Requested, type Sensitive } from './permissions.ts';
import type { PipeRunState } from './schedule/queue.ts';
import { scheduleOf } from './schedule/trigger.ts';

export interface PipeView extends Omit<PipeHistory, 'lastError'> {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly version: string;
  readonly author: string;
  readonly source: string;
  readonly enabled: boolean;
  readonly state: PipeRunState;
  /** Of the last run, or why it cannot run at all. */
  readonly lastError: string | null;
  readonly schedule: string;
  readonly trigger: string;
  /** What the pipe is given, with its trigger. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly configSchema: Readonly<Record<string, unknown>>;
  readonly requested: Requested;
  readonly granted: Granted;
  readonly missing: readonly Sensitive[];
  /** The prompt of a pipe that was written for another server, and its file. */
  readonly prompt: { readonly body: string; readonly raw: string } | undefined;
}

export function viewOf(
  { installed, row }: KnownPipe,
  history: PipeHistory,
  state: PipeRunState,
): PipeView {
  const { manifest, foreign } = installed;
  const common = { ...history, id: row.id, source: row.source, state, granted: grantedOf(row) };
  if (typeof manifest === 'string') {
    return {
      ...common,
      title: foreign?.title ?? row.id,
      description: foreign?.description ?? '',
      version: '',
      author: '',
      enabled: false,
      schedule: foreign?.schedule ?? 'manual',
      trigger: 'manual',
      config: foreign?.config ?? row.config,
      configSchema: {},
      requested: {},
      missing: [],
      lastError: manifest,
      prompt: foreign,
    };
  }
  const trigger = triggerOf(manifest, row);
  return {
    ...common,
    prompt: undefined,
    title: manifest.title,
    description: manifest.description,
    version: manifest.version,
    author: manifest.author,
    enabled: row.enabled,
    schedule: scheduleOf(trigger),
    trigger: trigger.kind,
    config: {
      trigger: trigger.kind,
      ...(trigger.kind === 'interval' ? { interval: trigger.everyMs / 1_000 } : {}),
      ...(trigger.kind === 'cron' ? { cron: trigger.expression } : {}),
      ...ownConfigOf(manifest, row),
    },
    configSchema: Object.fromEntries(manifest.config ?? []),
    requested: manifest.permissions,
    missing: missing(manifest.permissions, grantedOf(row)),
  };
}
