/** Stands in for the echo thread: cancels nothing and dies of the first question. */
import { serveCalls } from '#core/worker/serve-calls.ts';
import type { EchoApi } from './echo-thread-handle.ts';

serveCalls<EchoApi>(() => ({
  cancel: (_context, _room, { microphone }) => new Int16Array(microphone),
  judge: () => process.exit(1),
  forget: () => undefined,
}));
