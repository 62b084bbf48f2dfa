/** Whether all outputs of a Wayland session are switched off to save power, by wlr-output-power-management. */
import { emitter } from '#capture/listeners.ts';
import type { WaylandConnection } from '#capture/wayland/wayland-connection.ts';
import type { WaylandOutputs } from '#capture/wayland/wayland-outputs.ts';

const POWER = 'zwlr_output_power_manager_v1';
const GET_OUTPUT_POWER = 0;
const DESTROY = 1;
const MODE = 0;
const OFF = 0;

export function waylandPower(
  connection: WaylandConnection,
  outputs: Pick<WaylandOutputs, 'list' | 'onChange'>,
) {
  const news = emitter<void>();
  const global = connection.find(POWER);
  const manager = global && connection.bind(global, 1);
  /** By the number of the output. */
  const followed = new Map<number, { readonly object: number; isOff: boolean }>();

  function follow(): void {
    if (manager === undefined) return;
    const present = new Set(outputs.list().map(({ object }) => object));
    for (const output of present) {
      if (followed.has(output)) continue;
      const object = connection.create((opcode, args) => {
        if (opcode !== MODE) return;
        one.isOff = args.uint() === OFF;
        news.emit();
      });
      const one = { object, isOff: false };
      followed.set(output, one);
      connection.request(manager, GET_OUTPUT_POWER, [object, output]);
    }
    for (const [output, { object }] of followed) {
      if (present.has(output)) continue;
      followed.delete(output);
      connection.request(object, DESTROY);
    }
  }

  follow();
  const stop = outputs.onChange(follow);
  return {
    areAllOff: () => followed.size > 0 && [...followed.values()].every(({ isOff }) => isOff),
    onNews: news.on,
    stop,
  };
}
