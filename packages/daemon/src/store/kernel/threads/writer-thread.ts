/** Entry of the writer thread: the one connection that writes, one transaction after the other. */
import { serveCalls } from '#core/worker/serve-calls.ts';
import type { ThreadApi } from './thread-api.ts';
import { writerHandlers } from './thread-handlers.ts';

serveCalls<ThreadApi>(writerHandlers);
