/**
 * Runs the tests for `npm test`. A file that fails runs a second time with no other file in parallel. A file that then
 * passes is unsteady: it is listed by name, and with `STEADY=true` it makes the run fail. More than five failed files are a
 * plain failure without a second run. Black-box tests run the programs of a release, which start in half the time of the sources.
 */
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { createVitest, type TestModule } from 'vitest/node';
import { bundleForTests } from './build/test-programs.ts';

const ROOT = join(import.meta.dirname, '..');
// Of this run alone: another one may start in the same clone.
const PROGRAMS = join(ROOT, 'dist', `test-programs-${process.pid}`);

const MOST_RETRIED_FILES = 5;
const SLOWEST_FILES = 12;
const OPTIONS = { watch: false, run: true };

/** Where to look when the run takes too long. */
function printSlowest(modules: readonly TestModule[]): void {
  const secsOf = (module: TestModule) => module.diagnostic().duration / 1000;
  const slowest = modules.toSorted((a, b) => secsOf(b) - secsOf(a)).slice(0, SLOWEST_FILES);
  console.log('\nThe slowest files:');
  for (const module of slowest) {
    console.log(
      `${secsOf(module).toFixed(0).padStart(5)} s  ${relative(process.cwd(), module.moduleId)}`,
    );
  }
}

interface Lane {
  project?: string;
  maxWorkers: number;
  /** Its files share a process and mostly compute; those of the others mostly wait for programs. */
  computes?: boolean;
}

/**
 * `vitest` runs one project after the other and leaves cores idle during some. So each has its own run, and there are never many desktops
 * at once.
 */
async function findLanes(): Promise<Lane[]> {
  const vitest = await createVitest('test', OPTIONS);
  const waiting = vitest.projects.filter(({ config }) => config.isolate).length;
  const lanes = vitest.projects.map(({ name: project, config }) => ({
    ...(project !== '' && { project }),
    computes: !config.isolate,
    maxWorkers: config.isolate
      ? Math.ceil((vitest.config.maxWorkers + 1) / waiting)
      : availableParallelism(),
  }));
  await vitest.close();
  return lanes;
}

interface Outcome {
  modules: TestModule[];
  requested: number;
  failed: string[];
  strayErrors: number;
}

/** `failed` has the files that did not pass, including those whose process died before it reported a result. */
async function runLane(filters: string[], lane: Lane): Promise<Outcome> {
  const { maxWorkers, project } = lane;
  const startedAtMs = performance.now();
  const vitest = await createVitest('test', { ...OPTIONS, ...(project && { project }) });
  // Projects ignore it as an option of the run: they have what `vitest.config.ts` says.
  for (const { config } of vitest.projects) config.maxWorkers = maxWorkers;
  const requested = await vitest.globTestSpecifications(filters);
  if (requested.length > 0) await vitest.start(filters);
  const passed = new Set(
    vitest.state
      .getTestModules()
      .filter((module) => ['passed', 'skipped'].includes(module.state()))
      .map(({ moduleId }) => moduleId),
  );
  const modules = vitest.state.getTestModules();
  const errors = vitest.state.getUnhandledErrors().length;
  await vitest.close();
  const secs = ((performance.now() - startedAtMs) / 1000).toFixed(0);
  console.log(`${project ?? 'all files'}: ${requested.length} files in ${secs} s`);
  const failed = requested.map(({ moduleId }) => moduleId).filter((id) => !passed.has(id));
  // Next to a failed file it may be the death of its process.
  const strayErrors = failed.length > 0 ? 0 : errors;
  return { modules, requested: requested.length, failed, strayErrors };
}

async function runLanes(filters: string[]): Promise<Outcome> {
  const lanes = await findLanes();
  const run = (lane: Lane) => runLane(filters, lane);
  const waiting = lanes.filter(({ computes }) => !computes).map(run);
  // Next to all of the others, files that compute would starve their desktops, browsers and pipes.
  if (waiting.length > 0) await Promise.race(waiting);
  const computing = lanes.filter(({ computes }) => computes).map(run);
  const outcomes = await Promise.all([...waiting, ...computing]);
  const sumOf = (count: (outcome: Outcome) => number) =>
    outcomes.reduce((sum, outcome) => sum + count(outcome), 0);
  return {
    modules: outcomes.flatMap(({ modules }) => modules),
    requested: sumOf(({ requested }) => requested),
    failed: outcomes.flatMap(({ failed }) => failed),
    strayErrors: sumOf(({ strayErrors }) => strayErrors),
  };
}

/** Runs failed files again, one at a time. True if `npm test` passes. */
async function retry(failed: string[]): Promise<boolean> {
  const names = failed.map((file) => relative(process.cwd(), file));
  console.log(`\nFailed, running again alone:\n  ${names.join('\n  ')}\n`);
  const second = await runLane(names, { maxWorkers: 1 });
  const unsteady = failed.filter((file) => !second.failed.includes(file));
  for (const file of unsteady) {
    console.log(`UNSTEADY: ${relative(process.cwd(), file)} failed first and passed alone`);
  }
  if (second.failed.length > 0 || second.strayErrors > 0) return false;
  return unsteady.length === 0 || process.env.STEADY !== 'true';
}

/** Without them the tests start the sources. */
async function makePrograms(): Promise<void> {
  try {
    await bundleForTests(ROOT, PROGRAMS);
    process.env.TEST_PROGRAMS = PROGRAMS;
  } catch (error) {
    console.error('The programs of a release cannot be made, the tests start the sources:', error);
  }
}

process.on('exit', () => rmSync(PROGRAMS, { recursive: true, force: true }));
if (process.env.TEST_PROGRAMS === undefined) await makePrograms();
const { modules, requested, failed, strayErrors } = await runLanes(process.argv.slice(2));
printSlowest(modules);
const isFailure = requested === 0 || failed.length > MOST_RETRIED_FILES || strayErrors > 0;
const passes = !isFailure && (failed.length === 0 || (await retry(failed)));
process.exitCode = passes ? 0 : 1;
