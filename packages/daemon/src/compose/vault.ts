/**
 * Starts and stops the service with the lock of its store: while that is locked, nothing of the service runs at all (no thread, no
 * process, no key) but the few lines that can unlock it. An unlocked or clear store has the whole service, as `compose/index.ts` builds it.
 */

import type { Config } from '#config/schema.ts';
import { serviceError } from '#core/errors.ts';
import type { Log } from '#core/log/log.ts';
import type { AgreementControl } from '#serve/vault/agreement-control.ts';
import type { VaultControl, VaultState } from '#serve/vault/vault-control.ts';
import { buildVaultServer } from '#serve/vault/vault-server.ts';
import { turnstile } from '#store/kernel/turnstile.ts';
import { VaultKeyringError } from '#store/vault/errors.ts';
import type { NewSecret, Vault } from '#store/vault/vault.ts';
import { type AgreementDeps, agreementControl } from './agreement.ts';
import { guardSettings, LIMITS, WEB_FOLDER } from './http.ts';
import { compose, type Daemon, type ServiceDeps } from './index.ts';
import { openDoor } from './open-door.ts';

/** An encryption that is not done by then goes on after the answer. */
const ANSWER_WITHIN_MS = 10_000;

export interface LockableDaemon extends Daemon {
  isLocked(): boolean;
}

type VaultDeps = ServiceDeps &
  AgreementDeps & {
    vault: Vault;
    /** What was found at the start; without one an encrypted store starts locked. */
    passphrase: string | undefined;
  };

interface VaultSide {
  /** The settings that the service runs with. */
  config: Config;
  daemon: Daemon | undefined;
  state: VaultState;
  lockedSinceMs: number | undefined;
  /** From the request on: a service that has stopped for it is not just locked. */
  isEncrypting: boolean;
  isStopping: boolean;
}

/** The caller holds the data folder. Rejects, with nothing left running, when the service cannot start. */
export async function composeVault(deps: VaultDeps): Promise<LockableDaemon> {
  const { config, vault, clock } = deps;
  const log = deps.log.child({ part: 'vault' });
  const changes = turnstile(1);
  const now: VaultSide = {
    config,
    daemon: undefined,
    state: 'locked',
    lockedSinceMs: undefined,
    isEncrypting: false,
    isStopping: false,
  };

  const control: VaultControl = {
    status() {
      const progress = vault.progress();
      return {
        state: progress || now.isEncrypting ? 'encrypting' : now.state,
        isSetUp: vault.isSetUp(),
        progress: progress && progress.doneBytes / Math.max(1, progress.totalBytes),
      };
    },
    lock: () =>
      oneByOne(async () => {
        if (!vault.isSetUp()) throw serviceError('VAULT_NOT_SET_UP');
        if (now.state !== 'unlocked') return;
        now.state = 'locking';
        await stopService();
        log.info({}, 'the store is locked');
      }),
    unlock: (passphrase) =>
      oneByOne(async () => {
        if (now.state === 'unlocked') return;
        if (!vault.isSetUp()) throw serviceError('VAULT_NOT_SET_UP');
        now.state = 'unlocking';
        await orLocked(async () => {
          await vault.unlock(passphrase);
          if (!now.isStopping) await startService();
        });
        log.info({}, 'the store is unlocked');
      }),
    changePassphrase: (old, next) =>
      oneByOne(async () => {
        await vault.changePassphrase(old, next);
        log.info({}, 'the passphrase was changed');
      }),
    async setUp(secret) {
      if (vault.isSetUp()) throw serviceError('VAULT_SET_UP');
      vault.assertUsable(secret);
      now.isEncrypting = true;
      const work = oneByOne(() => encrypt(secret)).finally(() => {
        now.isEncrypting = false;
      });
      work.catch((err) => log.error({ err }, 'the store could not be encrypted'));
      const answered = new AbortController();
      try {
        await Promise.race([work, clock.sleep(ANSWER_WITHIN_MS, answered.signal)]);
      } finally {
        answered.abort();
      }
    },
  };

  /** One change at a time; none once the process stops. */
  async function oneByOne(change: () => Promise<void>): Promise<void> {
    using _place = await changes.enter();
    if (!now.isStopping) await change();
  }

  const agreement = agreementControl(
    { ...deps, log },
    {
      oneByOne,
      async restart(chosen) {
        now.config = chosen;
        if (now.daemon) await restartService();
      },
    },
  );
  const vaultApp = await buildVaultServer({
    vault: control,
    agreement,
    dataDir: config.dataDir,
    log: deps.log.child({ part: 'serve' }),
    guard: guardSettings(config),
    limits: LIMITS,
    productVersion: deps.productVersion,
    webFolder: WEB_FOLDER,
  });
  const door = openDoor({ vaultApp, config, log: deps.log });
  const { encrypt, startService, restartService, stopService, orLocked } = serviceSwitch({
    now,
    log,
    door,
    control,
    agreement,
    deps,
  });
  const startAsFound = firstStart({ deps, control, log, startService, now });
  try {
    await startAsFound();
    const url = await door.open();
    return {
      url,
      isLocked: () => now.state !== 'unlocked',
      async stop() {
        now.isStopping = true;
        // The folder is given free afterwards: whatever changes the store has to have ended by then, or with the process.
        using _place = await changes.enter();
        await now.daemon?.stop();
        vault.lock();
        await door.close();
      },
    };
  } catch (error) {
    await door.close();
    throw error;
  }
}

/** Starts with what was found: a passphrase, a keyring, or a store that stays locked. */
function firstStart(parts: {
  deps: VaultDeps;
  control: VaultControl;
  log: Log;
  startService: ReturnType<typeof serviceSwitch>['startService'];
  now: VaultSide;
}) {
  const { deps, control, log, startService, now } = parts;
  const { vault, config, clock } = deps;
  /** A keyring that is locked, or not there yet when a session starts, is no reason not to start. */
  async function unlockAsFound(): Promise<void> {
    const { passphrase } = deps;
    if (passphrase !== undefined) return control.unlock(passphrase);
    if (!vault.isInKeyring()) return;
    await control.unlock(undefined).catch((err) => {
      if (!(err instanceof VaultKeyringError)) throw err;
      log.warn({ err }, 'the keyring did not open the store');
    });
  }

  return async (): Promise<void> => {
    const { passphrase } = deps;
    const secret = { passphrase, isInKeyring: config.keyring };
    if (vault.isSetUp()) {
      await unlockAsFound();
    } else if (!config.encrypt) {
      await startService();
    } else if (vault.hasClearStore()) {
      throw serviceError('STORE_NOT_ENCRYPTED');
    } else if (passphrase !== undefined || config.keyring) {
      await vault.setUp(secret);
      await startService();
    }
    if (now.state !== 'unlocked') now.lockedSinceMs = clock.now();
  };
}

/** Starts and stops everything behind the lock. */
function serviceSwitch(given: {
  now: VaultSide;
  log: Log;
  door: ReturnType<typeof openDoor>;
  control: VaultControl;
  agreement: AgreementControl;
  deps: VaultDeps;
}) {
  const { now, log, door, control, agreement, deps } = given;
  const { vault, clock } = deps;
  async function encrypt(secret: NewSecret): Promise<void> {
    if (now.daemon) {
      now.state = 'locking';
      await stopService();
    }
    await orLocked(async () => {
      try {
        await vault.setUp(secret);
        log.info({}, 'the store is encrypted');
      } finally {
        // Refused before anything was changed: it goes on as it was.
        if (!now.isStopping && (vault.secrets() || !vault.isSetUp())) await startService();
      }
    });
  }

  async function startService(): Promise<void> {
    const parts = {
      door,
      vault: control,
      agreement,
      config: now.config,
      secrets: vault.secrets(),
      lockedSinceMs: now.lockedSinceMs,
    };
    now.daemon = await compose({ ...deps, ...parts });
    now.state = 'unlocked';
    now.lockedSinceMs = undefined;
  }

  /** The store stays open. */
  async function restartService(): Promise<void> {
    await now.daemon?.stop();
    now.daemon = undefined;
    if (!now.isStopping) await startService();
  }

  async function stopService(): Promise<void> {
    now.lockedSinceMs = clock.now();
    await now.daemon?.stop();
    now.daemon = undefined;
    vault.lock();
    now.state = 'locked';
  }

  async function orLocked(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (now.daemon === undefined) {
        vault.lock();
        now.state = 'locked';
      }
      throw error;
    }
  }

  return { encrypt, startService, restartService, stopService, orLocked };
}
