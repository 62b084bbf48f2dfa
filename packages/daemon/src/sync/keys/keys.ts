/**
 * From a password to the key of everything. The master key is random and never changes; the hub keeps it wrapped by a key that
 * Argon2id makes of the password, together with what is needed to make that key again. Whoever knows the password opens it on any
 * device; the hub, which does not, has to guess at some 64 MiB and tens of milliseconds a guess.
 */
import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto';
import { serviceError } from '#core/errors.ts';
import {
  isBoundedCost,
  type PassphraseCost,
  passphraseKey,
  USUAL_COST,
} from '#core/keys/passphrase-key.ts';
import { SyncAnswerError } from '../errors.ts';

const CIPHER = 'chacha20-poly1305';
const DOCUMENT_VERSION = 1;
export interface Account {
  accountId: string;
  masterKey: Buffer;
}

/** What the hub keeps, as JSON. Nothing in it is secret without the password. */
interface KeyDocument extends PassphraseCost {
  version: number;
  accountId: string;
  salt: string;
  nonce: string;
  wrapped: string;
}

/** A new account; `document` is for the hub. */
export async function createAccount(
  password: string,
  cost: PassphraseCost = USUAL_COST,
): Promise<{ account: Account; document: Buffer }> {
  const account = { accountId: randomUUID(), masterKey: randomBytes(32) };
  return { account, document: await wrapAccount(account, password, cost) };
}

/** The same account under another password: also how a password is changed. */
export async function wrapAccount(
  { accountId, masterKey }: Account,
  password: string,
  cost: PassphraseCost = USUAL_COST,
): Promise<Buffer> {
  const salt = randomBytes(16);
  const nonce = randomBytes(12);
  const base = { version: DOCUMENT_VERSION, accountId, ...cost, salt: salt.toString('base64') };
  // The nonce cannot repeat under a key: both key and nonce come from a salt and bytes that are new each time.
  const key = await passphraseKey(password, salt, cost);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: 16 });
  key.fill(0);
  cipher.setAAD(authenticated(base), { plaintextLength: masterKey.length });
  const wrapped = Buffer.concat([cipher.update(masterKey), cipher.final(), cipher.getAuthTag()]);
  const document: KeyDocument = {
    ...base,
    nonce: nonce.toString('base64'),
    wrapped: wrapped.toString('base64'),
  };
  return Buffer.from(JSON.stringify(document));
}

/** Rejects with SYNC_WRONG_PASSWORD; a document that was tampered with cannot be distinguished from a wrong password. */
export async function openAccount(bytes: Uint8Array, password: string): Promise<Account> {
  const document = parse(bytes);
  const salt = Buffer.from(document.salt, 'base64');
  const wrapped = Buffer.from(document.wrapped, 'base64');
  const nonce = Buffer.from(document.nonce, 'base64');
  if (salt.length < 16 || nonce.length !== 12 || wrapped.length !== 48) throw unreadable();
  const key = await passphraseKey(password, salt, document);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: 16 });
  key.fill(0);
  decipher.setAAD(authenticated(document), { plaintextLength: 32 });
  decipher.setAuthTag(wrapped.subarray(32));
  try {
    const masterKey = Buffer.concat([decipher.update(wrapped.subarray(0, 32)), decipher.final()]);
    return { accountId: document.accountId, masterKey };
  } catch {
    throw serviceError('SYNC_WRONG_PASSWORD');
  }
}

/** Cost and account are authenticated, so that nobody can lower the one or exchange the other. */
function authenticated(document: Omit<KeyDocument, 'nonce' | 'wrapped'>): Buffer {
  const { version, accountId, memoryKib, passes, lanes, salt } = document;
  return Buffer.from(JSON.stringify([version, accountId, memoryKib, passes, lanes, salt]));
}

function parse(bytes: Uint8Array): KeyDocument {
  let document: KeyDocument;
  try {
    document = JSON.parse(Buffer.from(bytes).toString()) as KeyDocument;
  } catch {
    throw unreadable();
  }
  if (typeof document?.version !== 'number') throw unreadable();
  if (document.version > DOCUMENT_VERSION)
    throw serviceError('SYNC_NEWER_VERSION', { version: document.version });
  const texts = [document.accountId, document.salt, document.nonce, document.wrapped];
  const isWhole = texts.every((text) => typeof text === 'string' && text.length <= 200);
  if (!isWhole || !isBoundedCost(document)) throw unreadable();
  return document;
}

function unreadable(): SyncAnswerError {
  return new SyncAnswerError('a key document that cannot be read');
}
