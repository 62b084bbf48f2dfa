/** What runs may ask of the host, by name. Each facility checks its arguments itself: they come from code that nobody trusts. */
import type { Store } from '#store/store.ts';
import { PipePermissionError } from './errors.ts';
import { type FetchSettings, fetchFor } from './facilities/fetch.ts';
import type { Notifier } from './facilities/notifier.ts';
import { type AskService, queryFacility } from './facilities/query.ts';
import type { Grant } from './permissions.ts';

/** One run as its facilities see it. */
export interface RunIdentity {
  pipeId: string;
  token: string;
  grant: Grant;
}

export type CallFacility = (
  run: RunIdentity,
  name: string,
  args: readonly unknown[],
  signal: AbortSignal,
) => Promise<unknown>;

const MOST_KEY_CHARACTERS = 200;
const MOST_VALUE_CHARACTERS = 1024 * 1024;
const MOST_TITLE_CHARACTERS = 200;
const MOST_BODY_CHARACTERS = 2_000;
const NOTIFICATIONS_PER_MINUTE = 10;

export function facilities(deps: {
  store: Pick<Store, 'pipes'>;
  askService: AskService;
  notifier: Notifier;
  fetchSettings: FetchSettings;
  nowMs: () => number;
}): CallFacility {
  const { store } = deps;
  const query = queryFacility(deps.askService);
  const mayNotify = limiter(NOTIFICATIONS_PER_MINUTE, deps.nowMs);

  const byName: Record<
    string,
    (run: RunIdentity, args: readonly unknown[], signal: AbortSignal) => Promise<unknown>
  > = {
    query: (run, args, signal) => query(run.token, args, signal),
    'state.get': async ({ pipeId }, [key], signal) =>
      (await store.pipes.findState(pipeId, keyOf(key), signal)) ?? null,
    'state.set': ({ pipeId }, [key, value]) =>
      store.pipes.setState(pipeId, keyOf(key), text(value, MOST_VALUE_CHARACTERS, 'a value')),
    'state.delete': ({ pipeId }, [key]) => store.pipes.setState(pipeId, keyOf(key), undefined),
    'state.keys': ({ pipeId }, _args, signal) => store.pipes.listStateKeys(pipeId, signal),
    notify({ pipeId }, [title, body]) {
      if (!mayNotify(pipeId)) {
        throw new PipePermissionError(
          `show more than ${NOTIFICATIONS_PER_MINUTE} notifications a minute`,
          'Put several things into one.',
        );
      }
      return deps.notifier.notify(
        text(title, MOST_TITLE_CHARACTERS, 'a title'),
        text(body, MOST_BODY_CHARACTERS, 'a text'),
      );
    },
    fetch: ({ grant }, [url, request], signal) =>
      fetchFor(grant.hosts, deps.fetchSettings, url, request, signal),
  };

  return async (run, name, args, signal) => {
    const facility = Object.hasOwn(byName, name) ? byName[name] : undefined;
    if (facility === undefined) {
      throw new PipePermissionError('ask for that', 'Use what its context offers.');
    }
    return facility(run, args, signal);
  };
}

function keyOf(value: unknown): string {
  return text(value, MOST_KEY_CHARACTERS, 'a key');
}

function text(value: unknown, mostCharacters: number, what: string): string {
  if (typeof value === 'string' && value.length <= mostCharacters) return value;
  throw new PipePermissionError(
    `use ${what} that is no text or longer than ${mostCharacters} characters`,
    'Shorten it.',
  );
}

/** So many a minute for each pipe. */
function limiter(perMinute: number, nowMs: () => number): (pipeId: string) => boolean {
  const recent = new Map<string, number[]>();
  return (pipeId) => {
    const times = (recent.get(pipeId) ?? []).filter((atMs) => atMs > nowMs() - 60_000);
    if (times.length >= perMinute) return false;
    recent.set(pipeId, [...times, nowMs()]);
    return true;
  };
}
