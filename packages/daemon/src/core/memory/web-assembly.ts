/** The part of WebAssembly that is used; its types belong to those of browsers. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { exports: unknown };
};

export const { Module, Instance } = WebAssembly;
