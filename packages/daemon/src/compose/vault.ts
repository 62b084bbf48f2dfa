/**
 * Starts and stops the service with the lock of its store: while that is locked, nothing of the service runs at all (no thread, no
 * process, no key) but the few lines that can unlock it. An unlocked or clear store has the whole service, as `compose/index.ts` builds it.
 */
import { errorText, ServiceError } from '#core/errors.ts';
import type { VaultControl, VaultState } from '#serve/vault/vault-control.ts';
import { buildVaultServer } from '#serve/vault/vault-server.ts';
import { turnstile } from '#store/kernel/turnstile.ts';
import { VaultKeyringError, VaultNotSetUpError, VaultSetUpError } from '#store/vault/errors.ts';
import type { NewSecret, Vault } from '#store/vault/vault.ts';
import {
  compose,
  type Daemon,
  guardSettings,
  LIMITS,
  type ServiceDeps,
  WEB_FOLDER,
} from './index.ts';
import { openDoor } from './open-door.ts';

/** An encryption that is not done by then goes on after the answer. */
const ANSWER_WITHIN_MS = 10_000;

class NotEncryptedError extends ServiceError {
  constructor() {
    super(errorText('STORE_NOT_ENCRYPTED'));
  }
}

export interface LockableDaemon extends Daemon {
  isLocked(): boolean;
}

/** The caller holds the data folder. Rejects, with nothing left running, when the service cannot start. */
export async function composeVault(
  deps: ServiceDeps & {
    vault: Vault;
    /** What was found at the start; without one an encrypted store starts locked. */
    passphrase: string | undefined;
  },
): Promise<LockableDaemon> {
  const { config, vault, clock } = deps;
  const log = deps.log.child({ part: 'vault' });
  const changes = turnstile(1);
  let daemon: Daemon | undefined;
  let state: VaultState = 'locked';
  let lockedSinceMs: number | undefined;
  let isStopping = false;

  const control: VaultControl = {
    status() {
      const progress = vault.progress();
      return {
        state: progress ? 'encrypting' : state,
        isSetUp: vault.isSetUp(),
        progress: progress && progress.doneBytes / Math.max(1, progress.totalBytes),
      };
    },
    lock: () =>
      oneByOne(async () => {
        if (!vault.isSetUp()) throw new VaultNotSetUpError();
        if (state !== 'unlocked') return;
        state = 'locking';
        await stopService();
        log.info({}, 'the store is locked');
      }),
    unlock: (passphrase) =>
      oneByOne(async () => {
        if (state === 'unlocked') return;
        if (!vault.isSetUp()) throw new VaultNotSetUpError();
        state = 'unlocking';
        await orLocked(async () => {
          await vault.unlock(passphrase);
          if (!isStopping) await startService();
        });
        log.info({}, 'the store is unlocked');
      }),
    changePassphrase: (old, next) =>
      oneByOne(async () => {
        await vault.changePassphrase(old, next);
        log.info({}, 'the passphrase was changed');
      }),
    async setUp(secret) {
      if (vault.isSetUp()) throw new VaultSetUpError();
      vault.assertUsable(secret);
      const work = oneByOne(() => encrypt(secret));
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
    const leave = await changes.enter();
    try {
      if (!isStopping) await change();
    } finally {
      leave();
    }
  }

  async function encrypt(secret: NewSecret): Promise<void> {
    if (daemon) {
      state = 'locking';
      await stopService();
    }
    await orLocked(async () => {
      try {
        await vault.setUp(secret);
        log.info({}, 'the store is encrypted');
      } finally {
        // Refused before anything was changed: it goes on as it was.
        if (!isStopping && (vault.secrets() || !vault.isSetUp())) await startService();
      }
    });
  }

  async function startService(): Promise<void> {
    const parts = { door, vault: control, secrets: vault.secrets(), lockedSinceMs };
    daemon = await compose({ ...deps, ...parts });
    state = 'unlocked';
    lockedSinceMs = undefined;
  }

  async function stopService(): Promise<void> {
    lockedSinceMs = clock.now();
    await daemon?.stop();
    daemon = undefined;
    vault.lock();
    state = 'locked';
  }

  async function orLocked(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (daemon === undefined) {
        vault.lock();
        state = 'locked';
      }
      throw error;
    }
  }

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

  async function startAsFound(): Promise<void> {
    const { passphrase } = deps;
    const secret = { passphrase, isInKeyring: config.keyring };
    if (vault.isSetUp()) {
      await unlockAsFound();
    } else if (!config.encrypt) {
      await startService();
    } else if (vault.hasClearStore()) {
      throw new NotEncryptedError();
    } else if (passphrase !== undefined || config.keyring) {
      await vault.setUp(secret);
      await startService();
    }
    if (state !== 'unlocked') lockedSinceMs = clock.now();
  }

  const vaultApp = await buildVaultServer({
    vault: control,
    dataDir: config.dataDir,
    log: deps.log.child({ part: 'serve' }),
    guard: guardSettings(config),
    limits: LIMITS,
    productVersion: deps.productVersion,
    webFolder: WEB_FOLDER,
  });
  const door = openDoor({ vaultApp, config, log: deps.log });
  try {
    await startAsFound();
    const url = await door.open();
    return {
      url,
      isLocked: () => state !== 'unlocked',
      async stop() {
        isStopping = true;
        // The folder is given free afterwards: whatever changes the store has to have ended by then, or with the process.
        const leave = await changes.enter();
        try {
          await daemon?.stop();
          vault.lock();
          await door.close();
        } finally {
          leave();
        }
      },
    };
  } catch (error) {
    await door.close();
    throw error;
  }
}
