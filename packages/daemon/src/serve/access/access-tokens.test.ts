import { expect, test } from 'vitest';
import type { AccessToken } from '#store/access/access.ts';
import { temporaryStore } from '#store/testing/temporary-store.ts';
import { openAccessTokens } from './access-tokens.ts';

test('tokens outlive a restart by their digest alone, and end with their time', async () => {
  const kept: AccessToken[] = [];
  const store = {
    access: {
      listTokens: async () => kept,
      addToken: async (token: AccessToken) => void kept.push(token),
      deleteToken: async () => {},
    },
  };
  let nowMs = 1_000;
  const tokens = await openAccessTokens(store, () => nowMs);
  const token = await tokens.create('phone', { time_range: { last_hours: 1 } }, 5_000);
  expect(JSON.stringify(kept)).not.toContain(token);
  const again = await openAccessTokens(store, () => nowMs);
  expect(again.find(token)).toMatchObject({
    name: 'phone',
    grant: { rawSql: false, frames: true },
  });
  expect(again.find(`${token}x`)).toBeUndefined();
  nowMs = 5_000;
  expect(again.find(token)).toBeUndefined();
});

test('a token that is over gives its name to the next one', async () => {
  await using temporary = await temporaryStore();
  let nowMs = 1_000;
  const tokens = await openAccessTokens(temporary.store, () => nowMs);
  const old = await tokens.create('phone', {}, 5_000);
  await expect(tokens.create('phone', {}, 5_000)).rejects.toMatchObject({
    code: 'TOKEN_NAME_TAKEN',
  });
  nowMs = 5_000;
  const next = await tokens.create('phone', {}, 9_000);
  expect(tokens.find(next)).toMatchObject({ name: 'phone' });
  expect(tokens.find(old)).toBeUndefined();
  expect(tokens.list()).toMatchObject([{ name: 'phone', expiresMs: 9_000 }]);
  expect(await temporary.store.access.listTokens()).toHaveLength(1);
});
