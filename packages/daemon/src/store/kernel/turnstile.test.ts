import { expect, test } from 'vitest';
import { turnstile } from './turnstile.ts';

test('a turnstile lets its number of callers in, and the others in the order of their coming', async () => {
  const gate = turnstile(2);
  const order: string[] = [];
  const enter = async (name: string) => {
    const leave = await gate.enter();
    order.push(name);
    return leave;
  };
  const [leaveFirst, leaveSecond] = await Promise.all([enter('first'), enter('second')]);
  const third = enter('third');
  const fourth = enter('fourth');
  expect(gate.waiting()).toBe(2);
  leaveSecond();
  const leaveThird = await third;
  expect(order).toEqual(['first', 'second', 'third']);
  leaveFirst();
  const leaveFourth = await fourth;
  leaveThird();
  leaveFourth();
  await Promise.all([enter('fifth'), enter('sixth')]);
  expect(order).toEqual(['first', 'second', 'third', 'fourth', 'fifth', 'sixth']);
});

test('a caller that gives up while waiting does not use up a turn', async () => {
  const gate = turnstile(1);
  const leave = await gate.enter();
  const impatient = new AbortController();
  const givenUp = gate.enter(impatient.signal);
  const patient = gate.enter();
  impatient.abort(new Error('enough'));
  await expect(givenUp).rejects.toThrow('enough');
  leave();
  await expect(patient).resolves.toBeTypeOf('function');
  await expect(gate.enter(AbortSignal.abort(new Error('late')))).rejects.toThrow('late');
});
