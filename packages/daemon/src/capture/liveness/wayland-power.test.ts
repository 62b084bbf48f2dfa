import { expect, test } from 'vitest';
import { emitter } from '#capture/listeners.ts';
import type { WaylandConnection, WaylandListener } from '#capture/wayland/wayland-connection.ts';
import type { WaylandOutput } from '#capture/wayland/wayland-outputs.ts';
import type { EventReader } from '#capture/wayland/wayland-wire.ts';
import { waylandPower } from './wayland-power.ts';

const MANAGER = 7;
const GET_OUTPUT_POWER = 0;
const DESTROY = 1;
const [OFF, ON] = [0, 1];

/** A compositor with outputs of these numbers: no real one without a graphics card lets them be switched off. */
function playing(...objects: number[]) {
  let present = objects;
  const changes = emitter<readonly WaylandOutput[]>();
  const listeners = new Map<number, WaylandListener>();
  /** Which object reports which output. */
  const powerOf = new Map<number, number>();
  const connection = {
    find: (iface: string) => ({ name: 1, iface, version: 1 }),
    bind: () => MANAGER,
    create(listener: WaylandListener) {
      const id = 100 + listeners.size;
      listeners.set(id, listener);
      return id;
    },
    request(object: number, opcode: number, [power = 0, output = 0]: number[] = []) {
      if (object === MANAGER && opcode === GET_OUTPUT_POWER) powerOf.set(output, power);
      else if (opcode === DESTROY) listeners.delete(object);
    },
  } as unknown as WaylandConnection;
  const list = () => present.map((object) => ({ object })) as unknown as WaylandOutput[];
  return {
    power: waylandPower(connection, { list, onChange: changes.on }),
    tell(output: number, mode: number) {
      listeners.get(powerOf.get(output) ?? 0)?.(0, { uint: () => mode } as EventReader);
    },
    plug(...next: number[]) {
      present = next;
      changes.emit(list());
    },
  };
}

test('a screen is blank when all of its outputs are off, and the news are reported', () => {
  const { power, tell } = playing(3, 4);
  let news = 0;
  power.onNews(() => {
    news += 1;
  });
  expect(power.areAllOff()).toBe(false);
  tell(3, OFF);
  expect(power.areAllOff()).toBe(false);
  tell(4, OFF);
  expect(power.areAllOff()).toBe(true);
  tell(3, ON);
  expect(power.areAllOff()).toBe(false);
  expect(news).toBe(3);
});

test('an output that is unplugged counts no more, and one that is plugged in does', () => {
  const { power, tell, plug } = playing(3, 4);
  tell(3, OFF);
  plug(3);
  expect(power.areAllOff()).toBe(true);
  plug(3, 5);
  expect(power.areAllOff()).toBe(false);
  tell(5, OFF);
  expect(power.areAllOff()).toBe(true);
});
