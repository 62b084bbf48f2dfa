/** From a passphrase to a key: Argon2id, whose cost is kept next to what the key opens, so that it can be raised later. */
import { argon2 } from 'node:crypto';
import { promisify } from 'node:util';

export interface PassphraseCost {
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
}

/** Of RFC 9106 the second recommended choice: 64 MiB, 3 passes, 4 lanes. */
export const USUAL_COST: PassphraseCost = { memoryKib: 64 * 1024, passes: 3, lanes: 4 };

/** What a document may ask for: one that was tampered with could otherwise exhaust the memory, or ask for next to no work. */
const MOST: PassphraseCost = { memoryKib: 1024 * 1024, passes: 20, lanes: 16 };
const LEAST: PassphraseCost = { memoryKib: 19 * 1024, passes: 1, lanes: 1 };

const derive = promisify(argon2);

/** 32 bytes, which the caller wipes. */
export async function passphraseKey(
  passphrase: string,
  salt: Buffer,
  cost: PassphraseCost,
): Promise<Buffer> {
  const { memoryKib: memory, passes, lanes: parallelism } = cost;
  // Composed, so that a passphrase typed on another keyboard or system is the same bytes.
  const message = Buffer.from(passphrase.normalize('NFC'));
  const tagLength = 32;
  try {
    return await derive('argon2id', {
      message,
      nonce: salt,
      memory,
      passes,
      parallelism,
      tagLength,
    });
  } finally {
    message.fill(0);
  }
}

export function isBoundedCost(cost: PassphraseCost): boolean {
  return (['memoryKib', 'passes', 'lanes'] as const).every((name) => {
    const value = cost[name];
    return Number.isSafeInteger(value) && value >= LEAST[name] && value <= MOST[name];
  });
}
