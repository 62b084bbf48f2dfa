/**
 * The coverage ledger: what every stream did at every moment since the installation. It looks every few seconds, keeps runs of the
 * same state as spans, and saves them when a state changes, and now and then in between. Time that nobody saw (a killed process) is in
 * no span, and counts as off. What cannot be saved waits in memory; nothing waits for a save.
 */
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log/log.ts';
import type { Service } from '#core/service.ts';
import type { CoverageSpan, CoverageState, CoverageStream } from '#store/coverage/coverage.ts';
import type { Store } from '#store/store.ts';
import type { Observation, Observations } from './coverage-rules.ts';

const STREAMS: readonly CoverageStream[] = ['screen', 'audio', 'input'];

const LOOK_EVERY_MS = 2_000;
/** While something is captured the store is written anyway. Otherwise an unchanged machine should not even cost this. */
const SAVE_EVERY_MS = 60_000;
const SAVE_UNCHANGED_EVERY_MS = 10 * 60_000;
/** Between two looks: the machine slept, and what was true before is not known of that time. */
const LONGEST_GAP_MS = 30_000;
/** The store may hang when the service stops. */
const LAST_SAVE_WITHIN_MS = 1_000;
/** While the store cannot be written: hours of a source that comes and goes every few seconds. */
const MOST_UNSAVED = 5_000;
/** The oldest of them become one for each stream. */
const MERGED_AT_ONCE = 1_000;

const OPENING = { state: 'off', cause: 'it is being opened' } as const;
const FORGOTTEN = {
  state: 'failed',
  cause: 'the store could not be written for too long to keep all of it',
} as const;
const ASLEEP = { state: 'off', cause: 'the machine slept, or held the service up' } as const;

export interface Coverage {
  /** The begin of the first span; undefined when nothing is known. */
  sinceMs: number | undefined;
  /** Without gaps from `sinceMs` or the start of the range, whichever is later, to now or its end. */
  spans: Readonly<Record<CoverageStream, readonly CoverageSpan[]>>;
}

export interface Ledger extends Service {
  list(range: { startMs: number; endMs: number }, signal?: AbortSignal): Promise<Coverage>;
  /** Minutes of each state since the process started. */
  minutes(): Readonly<Record<CoverageStream, Readonly<Partial<Record<CoverageState, number>>>>>;
}

interface LedgerDeps {
  store: { readonly coverage: Pick<Store['coverage'], 'add' | 'list'> };
  observe: () => Observations;
  clock: Clock;
  log: Log;
}

interface LedgerState {
  unsaved: CoverageSpan[];
  /** How many of them are being saved: these stay as they are. */
  inSave: number;
  savedAtMs: number;
  isSaved: boolean;
  isDirty: boolean;
  saving: Promise<void> | undefined;
}

export function coverageLedger(deps: LedgerDeps): Ledger {
  const { store, clock } = deps;
  const log = deps.log.child({ part: 'health.coverage' });
  const current = new Map<CoverageStream, CoverageSpan>();
  const totals = { screen: {}, audio: {}, input: {} } as Record<
    CoverageStream,
    Partial<Record<CoverageState, number>>
  >;
  const state: LedgerState = {
    unsaved: [],
    inSave: 0,
    savedAtMs: Number.NEGATIVE_INFINITY,
    isSaved: true,
    isDirty: false,
    saving: undefined,
  };

  function count({ stream, state }: CoverageSpan, ms: number): void {
    totals[stream][state] = (totals[stream][state] ?? 0) + ms / 60_000;
  }

  /** True when the stream does something else than before. */
  function note(stream: CoverageStream, seen: Observation): boolean {
    const nowMs = clock.now();
    const last = current.get(stream);
    // Negative when the clock was set back.
    const isKnownGap = last !== undefined && Math.abs(nowMs - last.endMs) <= LONGEST_GAP_MS;
    if (isKnownGap && last.state === seen.state && last.cause === seen.cause) {
      const endMs = Math.max(last.endMs, seen.provenAtMs);
      count(last, endMs - last.endMs);
      current.set(stream, { ...last, endMs });
      return false;
    }
    if (last) state.unsaved.push(last);
    if (last && !isKnownGap)
      state.unsaved.push({
        ...last,
        ...ASLEEP,
        startMs: last.endMs,
        endMs: Math.min(seen.provenAtMs, nowMs),
      });
    // What is not proven of the old state belongs to the new one.
    const startMs = isKnownGap ? last.endMs : Math.min(seen.provenAtMs, nowMs);
    const endMs = Math.max(startMs, seen.provenAtMs);
    const span = { stream, startMs, endMs, state: seen.state, cause: seen.cause };
    count(span, endMs - startMs);
    current.set(stream, span);
    return true;
  }
  const { saveEveryMs, boundUnsaved, save, saveLast } = ledgerSaving({ deps, current, state, log });

  /** What is not known while a stream is off, or was never seen, is that it is being opened. */
  function seenOf(stream: CoverageStream, seen: Observation | undefined): Observation | undefined {
    const { state = 'off' } = current.get(stream) ?? {};
    const isOpening = state === 'off' || state === 'paused';
    return seen ?? (isOpening ? { ...OPENING, provenAtMs: clock.now() } : undefined);
  }

  function look(): void {
    const seen = deps.observe();
    for (const stream of STREAMS) {
      const one = seenOf(stream, seen[stream]);
      if (one && note(stream, one)) state.isDirty = true;
    }
    boundUnsaved();
    // A store that hangs must not keep us from looking: that is what is to be reported.
    if (state.isDirty || clock.now() - state.savedAtMs >= saveEveryMs()) {
      state.saving ??= save().finally(() => {
        state.saving = undefined;
      });
    }
  }

  return {
    name: 'health.coverage',
    minutes: () => totals,
    async run(signal) {
      while (!signal.aborted) {
        look();
        await clock.sleep(LOOK_EVERY_MS, signal);
      }
      look();
      await saveLast();
    },
    async list(range, signal) {
      const stored = await store.coverage.list(range, signal);
      const mine = [...state.unsaved, ...current.values()];
      const starts = mine.map(({ startMs }) => startMs);
      const sinceMs = least([stored.sinceMs, ...starts]);
      const spans = Object.fromEntries(
        STREAMS.map((stream) => [
          stream,
          sinceMs === undefined
            ? []
            : wholeTime(
                stream,
                latestOf(stream, [...stored.spans, ...mine]),
                Math.max(range.startMs, sinceMs),
                Math.min(range.endMs, clock.now()),
              ),
        ]),
      ) as Record<CoverageStream, CoverageSpan[]>;
      return { sinceMs, spans };
    },
  };
}

/** Writes spans to the store, and bounds those that could not be written. */
function ledgerSaving(parts: {
  deps: LedgerDeps;
  current: Map<CoverageStream, CoverageSpan>;
  state: LedgerState;
  log: Log;
}) {
  const { deps, current, state, log } = parts;
  const { clock, store } = deps;
  function saveEveryMs(): number {
    const isCapturing = [...current.values()].some(({ state }) => state === 'captured');
    return isCapturing || !state.isSaved ? SAVE_EVERY_MS : SAVE_UNCHANGED_EVERY_MS;
  }

  function boundUnsaved(): void {
    if (state.unsaved.length - state.inSave <= MOST_UNSAVED) return;
    const oldest = state.unsaved.slice(state.inSave, state.inSave + MERGED_AT_ONCE);
    const merged = STREAMS.flatMap((one) => asOne(oldest.filter(({ stream }) => stream === one)));
    state.unsaved.splice(state.inSave, MERGED_AT_ONCE, ...merged);
  }

  async function save(): Promise<void> {
    state.savedAtMs = clock.now();
    state.isDirty = false;
    const spans = [...state.unsaved, ...current.values()].filter(
      ({ startMs, endMs }) => endMs > startMs,
    );
    if (spans.length === 0) return;
    state.inSave = state.unsaved.length;
    try {
      await store.coverage.add(spans);
      state.unsaved = state.unsaved.slice(state.inSave);
      state.isSaved = true;
    } catch (err) {
      if (state.isSaved) log.warn({ err }, 'coverage could not be saved, it waits in memory');
      state.isSaved = false;
    } finally {
      state.inSave = 0;
    }
  }

  async function saveLast(): Promise<void> {
    const over = new AbortController();
    const saved = (async () => {
      await state.saving;
      await save();
    })();
    await Promise.race([saved, clock.sleep(LAST_SAVE_WITHIN_MS, over.signal)]);
    over.abort();
  }

  return { saveEveryMs, boundUnsaved, save, saveLast };
}

function least(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

function asOne(spans: readonly CoverageSpan[]): CoverageSpan[] {
  const [first] = spans;
  const startMs = Math.min(...spans.map((span) => span.startMs));
  const endMs = Math.max(...spans.map((span) => span.endMs));
  return first ? [{ ...first, ...FORGOTTEN, startMs, endMs }] : [];
}

/** What is in memory knows more of a span than what was saved of it. */
function latestOf(stream: CoverageStream, spans: readonly CoverageSpan[]): CoverageSpan[] {
  const byStart = new Map<number, CoverageSpan>();
  for (const span of spans) if (span.stream === stream) byStart.set(span.startMs, span);
  return [...byStart.values()].sort((a, b) => a.startMs - b.startMs);
}

/** Cuts the spans to the range and puts `off` where there is none. */
function wholeTime(
  stream: CoverageStream,
  spans: readonly CoverageSpan[],
  startMs: number,
  endMs: number,
): CoverageSpan[] {
  const whole: CoverageSpan[] = [];
  let atMs = startMs;
  const add = (span: CoverageSpan) => {
    if (span.endMs <= span.startMs) return;
    const last = whole.at(-1);
    if (last && last.state === span.state && last.cause === span.cause) {
      whole[whole.length - 1] = { ...last, endMs: span.endMs };
    } else whole.push(span);
  };
  const unseen = { stream, state: 'off', cause: 'the service did not run' } as const;
  for (const span of spans) {
    const fromMs = Math.max(span.startMs, atMs);
    const toMs = Math.min(span.endMs, endMs);
    if (toMs <= fromMs) continue;
    add({ ...unseen, startMs: atMs, endMs: fromMs });
    add({ ...span, startMs: fromMs, endMs: toMs });
    atMs = toMs;
  }
  const isLive = spans.length > 0 && endMs - atMs <= LONGEST_GAP_MS;
  // The last seconds are not proven yet; they are left out rather than reported wrongly.
  if (!isLive) add({ ...unseen, startMs: atMs, endMs });
  return whole;
}
