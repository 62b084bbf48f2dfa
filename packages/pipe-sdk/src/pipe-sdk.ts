/**
 * What a pipe is written against: `definePipe` and the shapes around it. A pipe runs in its own process, once per run: it is
 * loaded, `init` is called, `process` is called with what is to be processed, and the process ends. Nothing here does anything
 * by itself; the service hands a `PipeContext` to the pipe.
 */
import type { Item } from '@hindcast/client';
import type { Facilities } from './facilities.ts';

export type {
  AudioItem,
  FrameMetadata,
  FrameText,
  InputItem,
  Item,
  ItemPage,
  OcrItem,
  PipeQuery,
  SearchParameters,
  TimelineParameters,
  UiItem,
} from '@hindcast/client';
export type { PipeRequest, PipeResponse } from './facilities/fetch.ts';
export type { Json, PipeState } from './facilities/state.ts';

/** What one run is given. */
export interface PipeData {
  /** `data` when there was new content, `scheduled` for an interval or cron, `manual` when a person asked. */
  readonly trigger: 'manual' | 'scheduled' | 'data';
  /** When this run was due, ISO 8601 in UTC. */
  readonly startedAt: string;
  /**
   * New content since the last successful run, for pipes with the trigger `data`; empty for others. The same items come again
   * when a run fails, so what a pipe does with one should bear being done twice.
   */
  readonly items: readonly Item[];
}

export interface PipeLog {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export interface PipeContext<Config = Readonly<Record<string, unknown>>> extends Facilities {
  readonly pipeId: string;
  /** The values a person chose, completed by the defaults of the manifest. */
  readonly config: Config;
  readonly log: PipeLog;
  /** Aborts when the run is to end: finish within two seconds. */
  readonly signal: AbortSignal;
  /** The folder this pipe may write into without further permission. */
  readonly outputFolder: string;
}

/** What `process` may return; a number is the count of processed items. */
export type PipeResult = undefined | number | { itemsProcessed?: number; message?: string };

export interface Pipe<Config = Readonly<Record<string, unknown>>> {
  readonly name: string;
  readonly description: string;
  /** Called once before `process`, in the same process. */
  init?(config: Config, ctx: PipeContext<Config>): void | Promise<void>;
  process(
    data: PipeData,
    ctx: PipeContext<Config>,
    // biome-ignore lint/suspicious/noConfusingVoidType: a pipe that returns nothing is the common case.
  ): PipeResult | void | Promise<PipeResult | void>;
}

/** Gives a pipe its types. Export what it returns as `default`. */
export function definePipe<Config = Readonly<Record<string, unknown>>>(
  pipe: Pipe<Config>,
): Pipe<Config> {
  return pipe;
}
