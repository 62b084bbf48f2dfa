import { describe, expect, test } from 'vitest';
import { createAccount, openAccount, wrapAccount } from './keys.ts';
import vectors from './test-vectors.json' with { type: 'json' };

const CHEAP = { memoryKib: 19 * 1024, passes: 1, lanes: 1 };

describe('an account', () => {
  test('opens the committed vector', async () => {
    const { document, password, accountId } = vectors.account;
    const account = await openAccount(Buffer.from(JSON.stringify(document)), password);
    expect(account.accountId).toBe(accountId);
    expect(account.masterKey.toString('hex')).toBe(vectors.masterKey);
  });

  test('opens with its password and no other', async () => {
    const { account, document } = await createAccount('päss', CHEAP);
    // The same letters, composed in another way.
    expect(await openAccount(document, 'pa\u0308ss')).toEqual(account);
    await expect(openAccount(document, 'pass')).rejects.toMatchObject({
      code: 'SYNC_WRONG_PASSWORD',
    });
  });

  test('keeps its key when the password changes', async () => {
    const { account, document } = await createAccount('old', CHEAP);
    const changed = await wrapAccount(account, 'new', CHEAP);
    expect(await openAccount(changed, 'new')).toEqual(account);
    await expect(openAccount(changed, 'old')).rejects.toMatchObject({
      code: 'SYNC_WRONG_PASSWORD',
    });
    expect(changed.equals(document)).toBe(false);
  });

  test('does not open when the hub exchanges the name or lowers the cost', async () => {
    const { document } = await createAccount('pw', { ...CHEAP, passes: 2 });
    const parsed = JSON.parse(document.toString());
    for (const change of [{ accountId: 'another' }, { passes: 1 }]) {
      const forged = Buffer.from(JSON.stringify({ ...parsed, ...change }));
      await expect(openAccount(forged, 'pw')).rejects.toMatchObject({
        code: 'SYNC_WRONG_PASSWORD',
      });
    }
  });

  test.each([
    ['asks for all memory', { memoryKib: 2 ** 31 }],
    ['asks for next to no work', { memoryKib: 8 }],
    ['is not whole', { wrapped: undefined }],
    ['has half a key', { wrapped: 'AAAA' }],
  ])('that %s is refused before any work is done', async (_what, change) => {
    const { document } = await createAccount('pw', CHEAP);
    const forged = Buffer.from(JSON.stringify({ ...JSON.parse(document.toString()), ...change }));
    await expect(openAccount(forged, 'pw')).rejects.toMatchObject({ code: 'SYNC_BAD_ANSWER' });
  });

  test('of a later version says so', async () => {
    const later = Buffer.from(JSON.stringify({ version: 2 }));
    await expect(openAccount(later, 'pw')).rejects.toMatchObject({ code: 'SYNC_NEWER_VERSION' });
  });
});
