/** `ctx.state`: keeps the values of a pipe in the store. */
import { checkedText, type HostSide } from '../facility.ts';

const MOST_KEY_CHARACTERS = 200;
const MOST_VALUE_CHARACTERS = 1024 * 1024;

export const stateHost: HostSide = ({ store: { pipes } }) => ({
  'state.get': async ({ pipeId }, [key], signal) =>
    (await pipes.findState(pipeId, keyOf(key), signal)) ?? null,
  'state.set': ({ pipeId }, [key, value]) =>
    pipes.setState(pipeId, keyOf(key), checkedText(value, MOST_VALUE_CHARACTERS, 'a value')),
  'state.delete': ({ pipeId }, [key]) => pipes.setState(pipeId, keyOf(key), undefined),
  'state.keys': ({ pipeId }, _args, signal) => pipes.listStateKeys(pipeId, signal),
});

function keyOf(value: unknown): string {
  return checkedText(value, MOST_KEY_CHARACTERS, 'a key');
}
