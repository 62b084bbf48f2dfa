/**
 * The order of test files: the long ones first, so that none of them runs alone at the end. `vitest` knows no durations on a fresh
 * clone and would go by size. Called by `vitest.config.ts`; `npm test` ends with the slowest files, from which the list is kept.
 */
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that mostly wait for real time stand first and leave the cores to each other; then the longest. */
export const LONG: readonly string[] = [
  'test/desktop/no-harm.test.ts',
  'test/sound/listening.test.ts',
  'test/sound/kept.test.ts',
  'test/sound/languages.test.ts',
  'test/sample-day/sample-day-endpoints.test.ts',
  'test/attacks/pipe-runtime.test.ts',
  'packages/daemon/src/pipes/host.test.ts',
  'test/attacks/lost-database.test.ts',
  'test/faults/kills.test.ts',
  'test/start-stop.test.ts',
  'test/attacks/requests.test.ts',
  'test/cli/pipe-command.test.ts',
  'test/page/web.test.ts',
  'test/desktop/browser.test.ts',
  'test/backup.test.ts',
  'test/page/web-languages.test.ts',
  'test/sync/sync.test.ts',
  'test/page/ask.test.ts',
  'packages/daemon/src/capture/audio/pulse/pulse-source.test.ts',
  'test/cli/cli.test.ts',
  'test/page/web-changes.test.ts',
  'test/coverage.test.ts',
  'test/encryption.test.ts',
  'test/cli/cli-memory.test.ts',
  'test/pipes.test.ts',
  'test/example-pipes.test.ts',
  'test/offload.test.ts',
  'packages/daemon/src/store/backup/rows/row-copies.test.ts',
  'packages/daemon/src/store/backup/snapshots.test.ts',
  'packages/daemon/src/store/backup/backup.test.ts',
  'packages/daemon/src/store/compaction/killed.test.ts',
  'packages/daemon/src/sync/rounds/engine.property.test.ts',
  'packages/daemon/src/store/vault/vault.test.ts',
  'packages/daemon/src/serve/errors.property.test.ts',
  'packages/daemon/src/sync/media/held.test.ts',
  'packages/daemon/src/serve/routes/frames/redaction.test.ts',
  'packages/daemon/src/store/deletion/job/deletions.test.ts',
  'packages/daemon/src/sync/rounds/left-devices.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    return (await super.sort(files)).toSorted(
      (a, b) => groupOf(a) - groupOf(b) || this.#rankOf(a) - this.#rankOf(b),
    );
  }

  #rankOf({ moduleId }: TestSpecification): number {
    const rank = LONG.indexOf(relative(this.ctx.config.root, moduleId));
    return rank === -1 ? LONG.length : rank;
  }
}
