/** Bodies and shapes of the routes under `/vault`. */
import { Type } from 'typebox';
import { nullableNumber } from '#serve/request/schema.ts';

const tags = ['vault'];

const Done = Type.Object({ success: Type.Boolean(), message: Type.String() });

const password = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 1000,
    description: 'The passphrase; absent for a key that the keyring of the system has.',
  }),
);

export const vaultStatusSchema = {
  tags,
  summary: 'Whether the store is encrypted and open',
  description:
    'Answered in every state. While the store is not unlocked, all other routes but `/health` answer 423 (VAULT_LOCKED).',
  response: {
    200: Type.Object({
      state: Type.String({
        enum: ['unlocked', 'locked', 'locking', 'unlocking', 'encrypting'],
        description: 'A store that is not encrypted is always unlocked.',
      }),
      set_up: Type.Boolean({ description: 'Whether the store is encrypted.' }),
      progress: nullableNumber('Of an encryption that goes on, from 0 to 1; else null.'),
    }),
  },
};

export const vaultLockSchema = {
  tags,
  summary: 'Lock the store',
  description:
    'Stops capturing, closes the store and forgets its key; answers when that is done. 409 when the store is not encrypted.',
  response: { 200: Done },
};

export const vaultUnlockSchema = {
  tags,
  summary: 'Unlock the store',
  description:
    'Answers when everything works again. 403 when the passphrase is wrong; after some wrong ones 429 for a while, with `retry_after_secs`.',
  body: Type.Object({ password }),
  response: { 200: Done },
};

export const vaultPassphraseSchema = {
  tags,
  summary: 'Change the passphrase',
  description:
    'The key of the store stays the same and is wrapped again, so it takes a second however much there is, and the store may be locked or not. The old passphrase opens nothing from then on, except backups that were made before. 403 and 429 as for `/vault/unlock`, 400 for a new one of fewer than 8 characters; nothing has changed then.',
  body: Type.Object({
    password: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1000,
        description:
          'The passphrase so far; absent for a store that only the keyring of the system opened.',
      }),
    ),
    new_password: Type.String({ minLength: 1, maxLength: 1000 }),
  }),
  response: { 200: Done },
};

export const vaultSetupSchema = {
  tags,
  summary: 'Encrypt the store',
  description:
    'With a passphrase of at least 8 characters, which cannot be replaced when it is lost. A store with much in it takes minutes: `/vault/status` reports how far it is, and nothing is captured until it is done. 409 when it is encrypted already, 507 when there is too little room.',
  body: Type.Object({
    password,
    keyring: Type.Optional(
      Type.Boolean({
        description:
          'Keeps the key in the keyring of the system, so that a start needs no passphrase. Default: false.',
      }),
    ),
  }),
  response: { 200: Done },
};
