/** Speaks the protocol of the speech process and does what the name of the model says: `echo`, `hang` or `die`. */
import type { FromProcess, TaskInput, ToProcess } from './tasks.ts';

process.on('message', (message: ToProcess) => {
  if (message.kind === 'abort') return;
  const { folder } = message.input as TaskInput<'asr.moonshine'>;
  if (folder === 'die') process.exit(1);
  if (folder === 'hang') return;
  const output = { text: folder, meanLogProbability: 0 };
  process.send?.({ kind: 'done', id: message.id, output } satisfies FromProcess);
});
process.on('disconnect', () => process.exit());
