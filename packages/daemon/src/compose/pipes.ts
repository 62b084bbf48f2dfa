/**
 * Builds the pipe host and joins it to the rest: its runs ask the service's own HTTP side, without the network in between. That side
 * needs the host and the host needs it, so it is handed in afterwards.
 */
import { join } from 'node:path';
import type { PipeData } from '@hindcast/pipe-sdk';
import type { FastifyInstance } from 'fastify';
import type { Broadcast } from '#core/broadcast.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log/log.ts';
import type { Supervisor } from '#core/service.ts';
import { listExamples } from '#pipes/examples.ts';
import { desktopNotifier } from '#pipes/facilities/notify/notifier.ts';
import { facilities } from '#pipes/facilities.ts';
import { openPipeHost, type PipeHost } from '#pipes/host.ts';
import { pipeInstaller, removeLeftovers } from '#pipes/install/install.ts';
import { toWireItem } from '#serve/items/wire-item.ts';
import { serviceAsker } from '#serve/service-asker.ts';
import type { StoredEvent } from '#store/announcing-store.ts';
import type { Store } from '#store/store.ts';

export interface ComposedPipes {
  readonly host: PipeHost;
  /** From now on runs can ask. */
  connect(app: FastifyInstance, servicePort: number): void;
}

export async function composePipes(deps: {
  dataDir: string;
  store: Store;
  news: Broadcast<StoredEvent>;
  platform: NodeJS.Platform;
  sessionBusAddress: string | undefined;
  supervisor: Supervisor;
  clock: Clock;
  log: Log;
}): Promise<ComposedPipes> {
  const { dataDir, store, news, clock } = deps;
  const pipesFolder = join(dataDir, 'pipes');
  const asker = serviceAsker();
  let servicePort: number | undefined;
  await removeLeftovers(pipesFolder);

  const callFacility = facilities({
    store,
    askService: asker.ask,
    notifier: desktopNotifier(deps),
    fetchSettings: { servicePort: () => servicePort },
    nowMs: () => clock.now(),
  });
  const host = await openPipeHost({
    dataDir,
    store,
    news,
    clock,
    callFacility,
    supervisor: deps.supervisor,
    log: deps.log.child({ part: 'pipes' }),
    installer: pipeInstaller({ pipesFolder }),
    toWireItem: (item) => toWireItem(item) as PipeData['items'][number],
  });
  return {
    host,
    connect(app, port) {
      servicePort = port;
      asker.connect(app);
    },
  };
}

const SAMPLE_PIPE = 'meeting-notes';

/**
 * Installs an example that needs no permission of a person, and lets it write about the sample day. Called again, it does what a killed
 * process did not.
 */
export async function addSamplePipe(host: PipeHost, signal: AbortSignal): Promise<void> {
  const example = (await listExamples()).find(({ id }) => id === SAMPLE_PIPE);
  // The service may have been packed without examples.
  if (!example) return;
  const known = (await host.list()).find(({ id }) => id === SAMPLE_PIPE);
  const { lastRunAtMs } = known ?? (await host.install(example.source, [], signal));
  await host.setEnabled(SAMPLE_PIPE, true);
  // Its own turn comes only after its interval.
  if (lastRunAtMs === null) await host.run(SAMPLE_PIPE);
}
