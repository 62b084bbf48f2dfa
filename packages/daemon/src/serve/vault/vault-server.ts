/**
 * What answers while the store is locked, and `/vault` and `/agreement` at any time: the lock itself, health, the page (which holds
 * nothing that was captured). Whatever else is asked for is refused with 423. While the process stops, this server
 * outlives the service for a moment and answers 503 for a store that is not locked.
 */
import type { FastifyInstance } from 'fastify';
import { errorText, ServiceError, serviceError } from '#core/errors.ts';
import type { HealthReport } from '#health/report.ts';
import type { TokenHolders } from '../access/token-access.ts';
import { agreementRoutes } from '../routes/agreement/routes.ts';
import { healthRoutes } from '../routes/health/routes.ts';
import { vaultRoutes } from '../routes/vault/routes.ts';
import { buildApp } from '../server.ts';
import type { ServerDeps } from '../server-deps.ts';
import { serveWebPage } from '../web-assets.ts';
import type { AgreementControl } from './agreement-control.ts';
import type { VaultControl, VaultState } from './vault-control.ts';

class VaultLockedError extends ServiceError {
  constructor(state: Exclude<VaultState, 'unlocked'>, isSetUp: boolean) {
    const row = isSetUp ? 'VAULT_LOCKED' : 'VAULT_LOCKED/empty';
    super(errorText(row, { state: STATES[state](isSetUp) }), { context: { vault_state: state } });
  }
}

const STATES: Readonly<Record<Exclude<VaultState, 'unlocked'>, (isSetUp: boolean) => string>> = {
  locked: (isSetUp) => (isSetUp ? '' : ': it has no passphrase yet'),
  locking: () => '',
  unlocking: () => ': it is being unlocked',
  encrypting: () => ': the store is being encrypted',
};

/** They are in the store. */
const NO_TOKENS: TokenHolders = {
  pipes: { findRun: () => undefined },
  accessTokens: { find: () => undefined },
};

export async function buildVaultServer(
  deps: Pick<ServerDeps, 'log' | 'guard' | 'limits' | 'productVersion' | 'webFolder'> & {
    vault: VaultControl;
    agreement: AgreementControl;
    dataDir: string;
  },
): Promise<FastifyInstance> {
  const { vault } = deps;
  const whyRefused = () => {
    const { state, isSetUp } = vault.status();
    return state === 'unlocked'
      ? serviceError('SERVICE_STOPPING')
      : new VaultLockedError(state, isSetUp);
  };
  const health = async () => ({
    ...refusedHealth(whyRefused(), deps.dataDir),
    isWaitingForAgreement: deps.agreement.status().state === 'waiting',
  });
  return buildApp({ ...deps, ...NO_TOKENS, notFound: whyRefused }, (app) => {
    vaultRoutes(app, { vault });
    agreementRoutes(app, deps);
    healthRoutes(app, { ...deps, health });
    serveWebPage(app, { folder: deps.webFolder, productVersion: deps.productVersion });
  });
}

function refusedHealth(
  { message, hint, code }: ServiceError,
  dataDir: string,
): Omit<HealthReport, 'isWaitingForAgreement'> {
  return {
    status: 'degraded',
    dataDir,
    lastFrameAtMs: null,
    lastAudioAtMs: null,
    frameStatus: 'not_started',
    audioStatus: 'not_started',
    message: `${message}: nothing is captured`,
    verboseInstructions: hint ?? null,
    deviceStatusDetails: null,
    pauses: {},
    store: {
      fault: { code, message, hint, atMs: 0 },
      captureFault: undefined,
      canaryPassedAtMs: undefined,
      freeBytes: undefined,
    },
    isStalled: { vision: false, audio: false },
    parts: [],
  };
}
