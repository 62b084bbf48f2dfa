/** The part of WebAssembly that is used; its types belong to those of browsers. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { exports: unknown };
};

export interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** What the module exports; its memory is its own. */
export function openModule<Exports>(module: Uint8Array): Exports {
  return new WebAssembly.Instance(new WebAssembly.Module(module)).exports as Exports;
}
