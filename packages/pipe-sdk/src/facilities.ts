/**
 * What a run may ask of the service: a file in `facilities/` and a line each. `PipeContext` is computed from this list, and the service has
 * to answer every entry of it (`pipes/facilities.ts` there).
 */
import type { CallHost } from './facilities/call-host.ts';
import { openFetch } from './facilities/fetch.ts';
import { openNotify } from './facilities/notify.ts';
import { openQuery } from './facilities/query.ts';
import { openState } from './facilities/state.ts';

export const FACILITIES = {
  /** Search, timeline and frames of the service, within what this pipe may see. */
  query: openQuery,
  state: openState,
  /** Shows a desktop notification. False when the desktop has no way to show one. */
  notify: openNotify,
  /** Rejects unless the network permission is granted and names the host. The service asks, so redirects are held to it too. */
  fetch: openFetch,
};

export type Facilities = {
  readonly [Name in keyof typeof FACILITIES]: ReturnType<(typeof FACILITIES)[Name]>;
};

export function openFacilities(call: CallHost): Facilities {
  const opened = Object.entries(FACILITIES).map(([name, open]) => [name, open(call)]);
  return Object.fromEntries(opened) as Facilities;
}
