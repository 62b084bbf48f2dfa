/** Every feature's writes: what `store.<feature>` does in the writer thread. */
import { accessWrites } from './access/access.ts';
import { audioWrites } from './audio/writes.ts';
import { snapshotWrites } from './backup/rows/changed-ranges.ts';
import { compactionWrites } from './compaction/rows.ts';
import { contentWrites } from './content/writes.ts';
import { coverageWrites } from './coverage/coverage.ts';
import { deletionWrites } from './deletion/writes.ts';
import { frameWrites } from './frames/writes.ts';
import { meaningWrites } from './meaning/writes.ts';
import { meetingWrites } from './meetings/meetings.ts';
import { memoryWrites } from './memories/memories.ts';
import { offloadWrites } from './offload/offload.ts';
import { pipeWrites } from './pipes/pipes.ts';
import { speakerWrites } from './speakers/writes.ts';
import { syncWrites } from './sync/sync-writer.ts';
import { tagWriter } from './tags/tags.ts';

export const WRITES = {
  access: accessWrites,
  audio: audioWrites,
  compaction: compactionWrites,
  content: contentWrites,
  coverage: coverageWrites,
  deletion: deletionWrites,
  frames: frameWrites,
  meaning: meaningWrites,
  meetings: meetingWrites,
  memories: memoryWrites,
  offload: offloadWrites,
  pipes: pipeWrites,
  snapshots: snapshotWrites,
  speakers: speakerWrites,
  sync: syncWrites,
  tags: tagWriter,
};
