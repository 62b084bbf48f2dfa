/**
 * node training/meaning/write-change.ts BEFORE AFTER CHANGE
 *
 * Writes what has to be added to the bytes of one file to get the other, which is as long: `packages/daemon/models` holds it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';

const [before, after, change] = process.argv.slice(2);
if (!(before && after && change)) throw new Error('usage: write-change.ts BEFORE AFTER CHANGE');
const old = readFileSync(before);
const bytes = readFileSync(after);
if (old.length !== bytes.length) throw new Error('the files differ in length');
for (const [i, value] of old.entries()) bytes[i] = (bytes[i] as number) - value;
const params = {
  [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
  [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
};
writeFileSync(change, brotliCompressSync(bytes, { params }));
