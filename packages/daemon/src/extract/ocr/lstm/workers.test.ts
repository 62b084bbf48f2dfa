import { expect, test } from 'vitest';
import { openLstmWorkers } from './workers.ts';

const blank = { pixels: new Uint8Array(36 * 60).fill(255), width: 60, height: 36 };
const deadly = { ...blank, pixels: new Uint8Array(36 * 60) };
const entry = new URL('./dying-worker.fixture.ts', import.meta.url);

test('a thread that dies answers nothing, and its death is told', async () => {
  const died = Promise.withResolvers<string>();
  let deaths = 0;
  const onDeath = () => {
    deaths += 1;
    died.resolve('died');
  };
  const [first, second] = await openLstmWorkers({ language: 'eng', count: 2, onDeath, entry });
  for (const one of [first, second]) expect(await one?.read(blank)).toHaveLength(1);
  // One that ends as it is told to does not die.
  await second?.close();
  expect(deaths).toBe(0);
  const answered = first?.read(deadly).then(
    () => 'answered',
    () => 'failed',
  );
  expect(await Promise.race([answered, died.promise])).toBe('died');
}, 60_000);
