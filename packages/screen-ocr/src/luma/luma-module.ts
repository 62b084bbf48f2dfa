/** `luma.wat` as WebAssembly, made with `wat2wasm luma.wat`. `luma.test.ts` compares it with plain JavaScript. */
/** sha256 of the text that it was made of. */
export const LUMA_SOURCE = '77cf9691ba7c596dbc557390fb2ac7041e6b8999f4005fa995b8939c83b4c9fc';
export const LUMA_MODULE = Buffer.from(
  [
    'AGFzbQEAAAABEgJgB39/f39/f38AYAN/f3sBewMDAgABBQMBAAEHEQIGbWVtb3J5AgAEbHVtYQAACu8BAnQCAXsBfyAEIAVBEHRyrSAGrUIghoT9',
    'EiEHIAJBBGwhCANAIAMgACACIAcQASAAIAhqIgAgAiAHEAH9hQEgACAIaiIAIAIgBxABIAAgCGoiACACIAcQAf2FAf1m/QsEACADQRBqIQMgACAI',
    'aiIAIAFJDQALC3gBA3sgAP0ABAAhAyABQQNGBEAgAyAD/Q0AAQIAAwQFAAYHCAAJCgsAIQMLIAP9iQEgAv26ASEEIAP9igEgAv26ASEFIAQgBf0N',
    'AAECAwgJCgsQERITGBkaGyAEIAX9DQQFBgcMDQ4PFBUWFxwdHh/9rgFBCP2tAQs=',
  ].join(''),
  'base64',
);
