/** Entry of a reader thread: read-only, one snapshot a call. */
import { serveCalls } from '#core/worker/serve-calls.ts';
import type { ThreadApi } from './thread-api.ts';
import { readerHandlers } from './thread-handlers.ts';

serveCalls<ThreadApi>(readerHandlers);
