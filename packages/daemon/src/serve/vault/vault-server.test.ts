import { expect, test } from 'vitest';
import { silentLog } from '#core/log/log.ts';
import type { VaultState } from './vault-control.ts';
import { buildVaultServer } from './vault-server.ts';

async function answersIn(state: VaultState) {
  const app = await buildVaultServer({
    vault: {
      status: () => ({ state, isSetUp: true, progress: undefined }),
      lock: async () => {},
      unlock: async () => {},
      setUp: async () => {},
      changePassphrase: async () => {},
    },
    agreement: {
      status: () => ({ state: 'not_required', givenAtMs: undefined, startsAtLogin: false }),
      give: async () => {},
      dataDir: '/data',
      startCommand: 'npm start',
    },
    dataDir: '/data',
    log: silentLog,
    guard: { allowedOrigins: [], accessToken: undefined, allowOtherUsers: false },
    limits: {
      searchTimeoutMs: 1_000,
      frameTimeoutMs: 1_000,
      bodyBytes: 1_000,
      addBytes: 1_000,
      tokenBytes: 1_000,
    },
    productVersion: '0.0.0-test',
    webFolder: '/nowhere',
  });
  try {
    const [search, health] = [await app.inject('/search'), await app.inject('/health')];
    return [search.statusCode, search.json().code, health.json().store.error_code];
  } finally {
    await app.close();
  }
}

test('a locked store is called locked', async () => {
  expect(await answersIn('locked')).toEqual([423, 'VAULT_LOCKED', 'VAULT_LOCKED']);
});

test('a service that stops with an open store does not call it locked', async () => {
  expect(await answersIn('unlocked')).toEqual([503, 'SERVICE_STOPPING', 'SERVICE_STOPPING']);
});
