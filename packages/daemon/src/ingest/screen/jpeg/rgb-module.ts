/** `rgb.wat` as WebAssembly, made with `wat2wasm rgb.wat`. `rgb.test.ts` compares it with plain JavaScript. */
/** sha256 of the text that it was made of. */
export const RGB_SOURCE = '4cd1399f2e6343ee75c2c2b71347bd8c85e391dfd3aeafd559e541bfd21ec300';
export const RGB_MODULE = Buffer.from(
  [
    'AGFzbQEAAAABCAFgBH9/f38AAwIBAAUDAQABBxACBm1lbW9yeQIAA3JnYgAACl0BWwEBewNAIAD9AAQAIQQgAwRAIAQgBP0NAgEAAwYFBAcKCQgL',
    'Dg0MDyEECyACIAQgBP0NAAECBAUGCAkKDA0OAAAAAP0LBAAgAkEMaiECIABBEGoiACABSQ0ACws=',
  ].join(''),
  'base64',
);
