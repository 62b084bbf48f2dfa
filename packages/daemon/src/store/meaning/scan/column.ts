/** A list of numbers that grows and lies in one piece of memory. */
type Numbers = Uint32Array | Float64Array;

export interface Column<List extends Numbers = Numbers> {
  length(): number;
  /** All of them, and unused places after them; another list after `push`. */
  values(): List;
  push(value: number): void;
}

export function numberColumn<List extends Numbers>(
  kind: new (length: number) => List,
): Column<List> {
  let values = new kind(1024);
  let length = 0;
  return {
    length: () => length,
    values: () => values,
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
