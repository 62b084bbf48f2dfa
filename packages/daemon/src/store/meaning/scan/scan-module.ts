/** `scan.wat` as WebAssembly, made with `wat2wasm scan.wat`. `../codes.test.ts` compares it with plain JavaScript. */
export const SCAN_MODULE = Buffer.from(
  [
    'AGFzbQEAAAABBwFgA39/fwADAgEABQMBAAEHEQIGbWVtb3J5AgAEc2NhbgAACtkBAdYBAgJ/BntBD/0PIQogASACQQV0aiEDAkAD',
    'QCABIANPDQFBAP0QIQhBAP0QIQlBACEEA0AgAP0ABAAhBSAA/QAEECEGIAT9AAQAIAUgCv1O/Q4gBP0ABBAgBUEE/Y0BIAr9Tv0O',
    '/W4gBP0ABCAgBiAK/U79DiAE/QAEMCAGQQT9jQEgCv1O/Q79bv1uIQcgCCAH/YkB/Y4BIQggCSAH/YoB/Y4BIQkgAEEgaiEAIARB',
    'wABqIgRBgDBJDQALIAEgCP0LBAAgASAJ/QsEECABQSBqIQEMAAsLCw==',
  ].join(''),
  'base64',
);
