/** The side of a facility in the service: what it is given, and the calls that it answers. */
import type { Store } from '#store/store.ts';
import { PipePermissionError } from '../errors.ts';
import type { Grant } from '../permissions.ts';
import type { Notifier } from './notify/notifier.ts';

/** One run as its facilities see it. */
export interface RunIdentity {
  pipeId: string;
  token: string;
  grant: Grant;
}

/** Arguments come from code that nobody trusts: each call checks its own. */
type HostCall = (
  run: RunIdentity,
  args: readonly unknown[],
  signal: AbortSignal,
) => Promise<unknown>;

export type HostSide = (deps: FacilityDeps) => Readonly<Record<string, HostCall>>;

export interface FacilityDeps {
  store: Pick<Store, 'pipes'>;
  askService: AskService;
  notifier: Notifier;
  fetchSettings: FetchSettings;
  nowMs: () => number;
}

export interface FetchSettings {
  /** Of the service; undefined before it listens. */
  servicePort: () => number | undefined;
}

export interface ApiAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** The HTTP side of the service without the network. */
export type AskService = (request: {
  method: string;
  path: string;
  token: string;
  body: string | undefined;
}) => Promise<ApiAnswer>;

export interface WireAnswer {
  status: number;
  headers: Record<string, string>;
  /** Base64. */
  body: string;
}

export function checkedText(value: unknown, mostCharacters: number, what: string): string {
  if (typeof value === 'string' && value.length <= mostCharacters) return value;
  throw new PipePermissionError(
    `use ${what} that is no text or longer than ${mostCharacters} characters`,
    'Shorten it.',
  );
}
