/** `/vault`: the lock of an encrypted store. Answered in every state. */
import type { App } from '#serve/server-deps.ts';
import type { VaultControl } from '#serve/vault/vault-control.ts';
import {
  vaultLockSchema,
  vaultPassphraseSchema,
  vaultSetupSchema,
  vaultStatusSchema,
  vaultUnlockSchema,
} from './schema.ts';

export function vaultRoutes(app: App, { vault }: { vault: VaultControl }): void {
  app.get('/vault/status', { schema: vaultStatusSchema }, async () => {
    const { state, isSetUp, progress } = vault.status();
    return { state, set_up: isSetUp, progress: progress ?? null };
  });

  app.post('/vault/lock', { schema: vaultLockSchema }, async () => {
    await vault.lock();
    return { success: true, message: 'the store is locked' };
  });

  app.post('/vault/unlock', { schema: vaultUnlockSchema }, async (request) => {
    await vault.unlock(request.body.password);
    return { success: true, message: 'the store is unlocked' };
  });

  app.post('/vault/passphrase', { schema: vaultPassphraseSchema }, async (request) => {
    const { password, new_password } = request.body;
    await vault.changePassphrase(password, new_password);
    return { success: true, message: 'the passphrase is changed' };
  });

  app.post('/vault/setup', { schema: vaultSetupSchema }, async (request) => {
    const { password, keyring = false } = request.body;
    await vault.setUp({ passphrase: password, isInKeyring: keyring });
    const isDone = vault.status().state === 'unlocked';
    const message = isDone ? 'the store is encrypted' : 'the store is being encrypted';
    return { success: true, message };
  });
}
