/** What runs may ask of the host. The list of the SDK says which facilities there are, and each has its side of the service here. */
import type { Facilities } from '@hindcast/pipe-sdk/facilities';
import { PipePermissionError } from './errors.ts';
import type { FacilityDeps, HostSide, RunIdentity } from './facilities/facility.ts';
import { fetchHost } from './facilities/fetch/host.ts';
import { notifyHost } from './facilities/notify/host.ts';
import { queryHost } from './facilities/query/host.ts';
import { stateHost } from './facilities/state/host.ts';

const HOSTS: Readonly<Record<keyof Facilities, HostSide>> = {
  query: queryHost,
  state: stateHost,
  notify: notifyHost,
  fetch: fetchHost,
};

export type CallFacility = (
  run: RunIdentity,
  name: string,
  args: readonly unknown[],
  signal: AbortSignal,
) => Promise<unknown>;

export function facilities(deps: FacilityDeps): CallFacility {
  const calls = new Map(Object.values(HOSTS).flatMap((host) => Object.entries(host(deps))));
  return async (run, name, args, signal) => {
    const call = calls.get(name);
    if (call === undefined) {
      throw new PipePermissionError('ask for that', 'Use what its context offers.');
    }
    return call(run, args, signal);
  };
}
