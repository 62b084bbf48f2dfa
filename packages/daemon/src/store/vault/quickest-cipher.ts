/**
 * Which cipher of the SQLite build is the quicker one here. AEGIS is made of AES rounds: ten times as fast as ChaCha20 on a processor that
 * has them, and slower on one that has not. What Node's own ciphers do shows which it is.
 */
import { createCipheriv } from 'node:crypto';
import type { DatabaseCipher } from '../sealing/store-key.ts';

const PROBE = Buffer.alloc(1024 * 1024);

export function quickestCipher(): DatabaseCipher {
  const aes = () => createCipheriv('aes-256-gcm', PROBE.subarray(0, 32), PROBE.subarray(0, 12));
  const chacha = () =>
    createCipheriv('chacha20-poly1305', PROBE.subarray(0, 32), PROBE.subarray(0, 12), {
      authTagLength: 16,
    });
  // The least of several: another program may have had the processor meanwhile.
  return leastMs(aes) <= leastMs(chacha) ? 'aegis' : 'chacha20';
}

function leastMs(makeCipher: () => { update(bytes: Buffer): Buffer }): number {
  const times = Array.from({ length: 5 }, () => {
    const cipher = makeCipher();
    const from = performance.now();
    cipher.update(PROBE);
    return performance.now() - from;
  });
  return Math.min(...times);
}
