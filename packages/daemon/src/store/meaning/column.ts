/** A list of numbers that grows and lies in one piece of memory. */
type Numbers = Uint32Array | Float64Array;

export interface Column {
  readonly length: number;
  get(at: number): number;
  push(value: number): void;
}

export function numberColumn(kind: typeof Uint32Array | typeof Float64Array): Column {
  let values: Numbers = new kind(1024);
  let length = 0;
  return {
    get length() {
      return length;
    },
    get: (at) => values[at] as number,
    push(value) {
      if (length === values.length) {
        const wider = new kind(length * 2);
        wider.set(values);
        values = wider;
      }
      values[length] = value;
      length += 1;
    },
  };
}
