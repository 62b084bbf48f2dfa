/** `scan.wat` as WebAssembly, made with `wat2wasm scan.wat`. `../codes.test.ts` compares it with plain JavaScript. */
export const SCAN_MODULE = Buffer.from(
  [
    'AGFzbQEAAAABBwFgA39/fwADAgEABQMBAAEHEQIGbWVtb3J5AgAEc2NhbgAACs8BAcwBAgJ/BntBD/0PIQogASACQQV0aiED',
    'AkADQCABIANPDQFBAP0QIQhBAP0QIQlBACEEA0AgAP0ABAAhBSAA/QAEECEGIAT9AAQAIAUgCv1O/Q4gBP0ABBAgBUEE/W39',
    'Dv1uIAT9AAQgIAYgCv1O/Q4gBP0ABDAgBkEE/W39Dv1u/W4hByAIIAf9iQH9jgEhCCAJIAf9igH9jgEhCSAAQSBqIQAgBEHA',
    'AGoiBEGAGEkNAAsgASAI/QsEACABIAn9CwQQIAFBIGohAQwACwsL',
  ].join(''),
  'base64',
);
