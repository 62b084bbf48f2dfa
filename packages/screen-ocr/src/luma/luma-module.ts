/** `luma.wat` as WebAssembly, made with `wat2wasm luma.wat`. `luma.test.ts` compares it with plain JavaScript. */
/** sha256 of the text that it was made of. */
export const LUMA_SOURCE = '6b106e95a836d93aa8c2aa3ebf323969de519c481b1117aab6f74ab623714c7f';
export const LUMA_MODULE = Buffer.from(
  [
    'AGFzbQEAAAABEAJgBn9/f39/fwBgAnt7AXsDAwIAAQUDAQABBxECBm1lbW9yeQIABGx1bWEAAAq4AQJlAQF7IAMgBEEQdHKtIAWtQiCGhP0SIQYD',
    'QCACIAD9AAQAIAYQASAA/QAEECAGEAH9hQEgAP0ABCAgBhABIAD9AAQwIAYQAf2FAf1m/QsEACACQRBqIQIgAEHAAGoiACABSQ0ACwtQAQJ7IAD9',
    'iQEgAf26ASECIAD9igEgAf26ASEDIAIgA/0NAAECAwgJCgsQERITGBkaGyACIAP9DQQFBgcMDQ4PFBUWFxwdHh/9rgFBCP2tAQs=',
  ].join(''),
  'base64',
);
