/** Every feature's reads: what `store.<feature>` answers in a reader thread. */
import { accessReads } from './access/access.ts';
import { audioReads } from './audio/reads.ts';
import { compactionReads } from './compaction/rows.ts';
import { contentReads } from './content/reads.ts';
import { coverageReads } from './coverage/coverage.ts';
import { deletionReads } from './deletion/reads.ts';
import { frameReads } from './frames/reads.ts';
import { inputReads } from './input/reads.ts';
import { meaningReads } from './meaning/reads.ts';
import { meetingReads } from './meetings/meetings.ts';
import { memoryReads } from './memories/memories.ts';
import { offloadReads } from './offload/offload.ts';
import { pipeReads } from './pipes/pipes.ts';
import { searchReads } from './search/reads.ts';
import { speakerReads } from './speakers/reads.ts';
import { syncReads } from './sync/sync-reader.ts';
import { tagReads } from './tags/reads.ts';
import { timelineReads } from './timeline/reads.ts';

export const READS = {
  access: accessReads,
  audio: audioReads,
  compaction: compactionReads,
  content: contentReads,
  coverage: coverageReads,
  deletion: deletionReads,
  frames: frameReads,
  input: inputReads,
  meaning: meaningReads,
  meetings: meetingReads,
  memories: memoryReads,
  offload: offloadReads,
  pipes: pipeReads,
  search: searchReads,
  speakers: speakerReads,
  sync: syncReads,
  tags: tagReads,
  timeline: timelineReads,
};
