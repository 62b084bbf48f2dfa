/**
 * The tests of `npm test`. Many drive real desktops, browsers and sound servers, which a busy machine can hold up, so a
 * file that failed runs once more with nothing beside it. What fails twice has failed; what passes then is named at the
 * end as unsteady, for somebody to mend. Many failures are no accident: those are not tried again.
 */
import { relative } from 'node:path';
import { startVitest } from 'vitest/node';

const MOST_TRIED_AGAIN = 5;
const OPTIONS = { watch: false, run: true };

/** The files that did not pass, also those whose process died before it could say anything. */
async function failedFiles(filters: string[], options: { maxWorkers?: number }) {
  const vitest = await startVitest('test', filters, { ...OPTIONS, ...options });
  const asked = await vitest.globTestSpecifications(filters);
  const passed = new Set(
    vitest.state
      .getTestModules()
      .filter((module) => ['passed', 'skipped'].includes(module.state()))
      .map(({ moduleId }) => moduleId),
  );
  const strayErrors = vitest.state.getUnhandledErrors().length;
  await vitest.close();
  const failed = asked.map(({ moduleId }) => moduleId).filter((id) => !passed.has(id));
  return { asked: asked.length, failed, strayErrors };
}

const first = await failedFiles(process.argv.slice(2), {});
const { failed } = first;
// An error outside of any test is a failure of its own, unless it is the death of a file's process.
const isLost =
  first.asked === 0 ||
  failed.length > MOST_TRIED_AGAIN ||
  (first.strayErrors > 0 && failed.length === 0);
if (failed.length > 0 && !isLost) {
  const names = failed.map((file) => relative(process.cwd(), file));
  console.log(`\nFailed, and run once more alone:\n  ${names.join('\n  ')}\n`);
  const second = await failedFiles(names, { maxWorkers: 1 });
  process.exitCode = second.failed.length > 0 || second.strayErrors > 0 ? 1 : 0;
  const unsteady = failed.filter((file) => !second.failed.includes(file));
  for (const file of unsteady) {
    console.log(`UNSTEADY: ${relative(process.cwd(), file)} failed first and passed alone`);
  }
} else {
  process.exitCode = isLost ? 1 : 0;
}
