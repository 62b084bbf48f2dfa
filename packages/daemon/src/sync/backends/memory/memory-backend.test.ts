import { backendConformance } from '#sync/backend.conformance.ts';
import { memoryBackend } from './memory-backend.fixture.ts';

backendConformance(async () => {
  const backend = memoryBackend();
  return { open: () => backend, async [Symbol.asyncDispose]() {} };
});
