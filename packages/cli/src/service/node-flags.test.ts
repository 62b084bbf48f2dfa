import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NODE_FLAGS } from './node-flags.ts';

test('`npm start` runs the service as `hindcast start` does', () => {
  const text = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8');
  const { scripts } = JSON.parse(text) as { scripts: Record<string, string> };
  expect(scripts.start).toBe(`node ${NODE_FLAGS.join(' ')} packages/daemon/src/main.ts`);
});
