/** Starts the store's threads and gives out the `Store` that the rest of the product uses. */
import { removeDrafts } from './backup/restored-database.ts';
import { readerPool } from './kernel/reader-pool.ts';
import type { Reads } from './kernel/reads.ts';
import { type StartThread, startThread, type Thread } from './kernel/thread.ts';
import type { Writes } from './kernel/writes.ts';
import type { StoreKey } from './sealing/store-key.ts';
import type { Store } from './store.ts';

/** Two: a slow search must not hold up the quick ones, and the machine has other work to do. */
const READERS = 2;

/** One call of the store that has ended, for figures and for health. */
export interface StoreCall {
  readonly kind: 'read' | 'write';
  readonly name: string;
  readonly durationMs: number;
  /** What it rejected with; undefined when it did not. */
  readonly error: unknown;
}

/** The caller holds the lock of the data folder. */
export async function openStore(options: {
  dataDir: string;
  /** Of an encrypted store. */
  key?: StoreKey | undefined;
  onCall?: (call: StoreCall) => void;
  /** Told when a call begins; what it gives is called when that call has ended, however it did. */
  onBegin?: (call: Pick<StoreCall, 'kind' | 'name'>) => () => void;
  /** Tests hand in one that reuses threads. */
  start?: StartThread;
}): Promise<Store> {
  const { dataDir, key, onCall, onBegin, start = startThread } = options;
  let isClosing = false;
  let isWriterDead = false;
  removeDrafts(dataDir);
  let writer = startWriter();
  await writer.ready;
  const readers = readerPool({ dataDir, size: READERS, key, start });
  try {
    await readers.ready;
  } catch (error) {
    await Promise.all([readers.close(), writer.close()]);
    throw error;
  }
  let lastWrite = 0;

  /** A writer that died rejects what it had; what it committed is safe, and the next one goes on from there. */
  function startWriter(): Thread {
    return start('./writer-thread.ts', { dataDir, key }, () => {
      isWriterDead = true;
    });
  }

  function read<Name extends keyof Reads>(
    name: Name,
    args: Parameters<Reads[Name]>,
    signal: AbortSignal | undefined,
  ): Promise<ReturnType<Reads[Name]>> {
    return told('read', name, readers.run(name, args, signal)) as Promise<ReturnType<Reads[Name]>>;
  }

  function write<Name extends keyof Writes>(
    name: Name,
    ...args: Parameters<Writes[Name]>
  ): Promise<ReturnType<Writes[Name]>> {
    lastWrite += 1;
    if (isWriterDead && !isClosing) {
      isWriterDead = false;
      writer = startWriter();
    }
    return told('write', name, writer.call(lastWrite, name, args)) as Promise<
      ReturnType<Writes[Name]>
    >;
  }

  function told<T>(kind: StoreCall['kind'], name: string, work: Promise<T>): Promise<T> {
    const ended = onBegin?.({ kind, name });
    const fromMs = performance.now();
    const end = (error: unknown) => {
      ended?.();
      onCall?.({ kind, name, durationMs: performance.now() - fromMs, error });
    };
    work.then(() => end(undefined), end);
    return work;
  }

  return {
    search: (filter, signal) => read('search', [filter], signal),
    searchHits: (filter, signal) => read('searchHits', [filter], signal),
    countFacets: (filter, signal) => read('countFacets', [filter], signal),
    searchKeyword: (filter, signal) => read('searchKeyword', [filter], signal),
    listTimelineSegments: (filter, signal) => read('listTimelineSegments', [filter], signal),
    findFrame: (id, signal) => read('findFrame', [id], signal),
    listNeighbours: (id, direction, limit, signal) =>
      read('listNeighbours', [id, direction, limit], signal),
    findFrameText: (id, signal) => read('findFrameText', [id], signal),
    listElements: (filter, signal) => read('listElements', [filter], signal),
    listInputEvents: (filter, signal) => read('listInputEvents', [filter], signal),
    countInputEvents: (range, signal) => read('countInputEvents', [range], signal),
    listFrameTags: (frameIds, signal) => read('listFrameTags', [frameIds], signal),
    summary: (signal) => read('summary', [], signal),
    newest: (nowMs, signal) => read('newest', [nowMs], signal),
    readCanary: (signal) => read('readCanary', [], signal),
    listCoverage: (range, signal) => read('listCoverage', [range], signal),
    planChunk: (beforeMs, limits, signal) => read('planChunk', [beforeMs, limits], signal),
    countCompactable: (beforeMs, exceptIds, signal) =>
      read('countCompactable', [beforeMs, exceptIds], signal),
    listUnnamedFiles: (paths, signal) => read('listUnnamedFiles', [paths], signal),
    summariseActivity: (filter, signal) => read('summariseActivity', [filter], signal),
    noteAccess: (entries) => write('noteAccess', entries),
    listAccess: (filter, signal) => read('listAccess', [filter], signal),
    listAccessTokens: (signal) => read('listAccessTokens', [], signal),
    addAccessToken: (token) => write('addAccessToken', token),
    deleteAccessToken: (name) => write('deleteAccessToken', name),
    findMemory: (id, signal) => read('findMemory', [id], signal),
    listMemories: (filter, signal) => read('listMemories', [filter], signal),
    addMemory: (memory, atMs) => write('addMemory', memory, atMs),
    updateMemory: (id, change, atMs) => write('updateMemory', id, change, atMs),
    deleteMemory: (id) => write('deleteMemory', id),
    findMeeting: (id, signal) => read('findMeeting', [id], signal),
    listMeetings: (filter, signal) => read('listMeetings', [filter], signal),
    listMeetingHours: (startMs, endMs, signal) =>
      read('listMeetingHours', [startMs, endMs], signal),
    meetingsExaminedMs: (signal) => read('meetingsExaminedMs', [], signal),
    readMeetingEvidence: (hours, signal) => read('readMeetingEvidence', [hours], signal),
    addMeeting: (meeting) => write('addMeeting', meeting),
    updateMeeting: (id, change) => write('updateMeeting', id, change),
    deleteMeeting: (id, nowMs) => write('deleteMeeting', id, nowMs),
    mergeMeetings: (ids) => write('mergeMeetings', ids),
    noticeMeetings: (found, examinedMs) => write('noticeMeetings', found, examinedMs),
    countDeletion: (filter, signal) => read('countDeletion', [filter], signal),
    listDeletion: (filter, limit, signal) => read('listDeletion', [filter, limit], signal),
    oldestTimes: (signal) => read('oldestTimes', [], signal),
    listMachines: (signal) => read('listMachines', [], signal),
    findDeletionJob: (id, signal) => read('findDeletionJob', [id], signal),
    listDeletionJobs: (limit, signal) => read('listDeletionJobs', [limit], signal),
    nextDeletionJob: (exceptIds) => read('nextDeletionJob', [exceptIds], undefined),
    lastDeletionJob: (kind, signal) => read('lastDeletionJob', [kind], signal),
    countPipeOutput: (sinceMs, signal) => read('countPipeOutput', [sinceMs], signal),
    listPipeClearings: (signal) => read('listPipeClearings', [], signal),
    isTidyDue: () => read('isTidyDue', [], undefined),
    nextStaleVideo: (exceptIds) => read('nextStaleVideo', [exceptIds], undefined),
    hasMarkedEntries: (index) => read('hasMarkedEntries', [index], undefined),
    listUnshownMeetings: (signal) => read('listUnshownMeetings', [], signal),
    findLeftovers: (signal) => read('findLeftovers', [], signal),
    listTexts: (after, limit, signal) => read('listTexts', [after, limit], signal),
    listContextNames: () => read('listContextNames', [], undefined),
    listInputPlaces: () => read('listInputPlaces', [], undefined),
    changeTexts: (jobId, changes) => write('changeTexts', jobId, changes),
    addDeletionJob: (job, nowMs) => write('addDeletionJob', job, nowMs),
    setDeletionStep: (jobId, step) => write('setDeletionStep', jobId, step),
    setDeletionError: (jobId, code) => write('setDeletionError', jobId, code),
    forgetDeletionWish: (jobId) => write('forgetDeletionWish', jobId),
    finishDeletionJob: (jobId, nowMs, isVerified) =>
      write('finishDeletionJob', jobId, nowMs, isVerified),
    deletePiece: (jobId, piece) => write('deletePiece', jobId, piece),
    deleteBeside: (jobId, filter) => write('deleteBeside', jobId, filter),
    forgetMeetingsOf: (jobId, ids) => write('forgetMeetingsOf', jobId, ids),
    clearPipeOutput: (jobId, span) => write('clearPipeOutput', jobId, span),
    filesRemoved: (jobId, paths, counts) => write('filesRemoved', jobId, paths, counts),
    replaceVideo: (jobId, video, newBytes) => write('replaceVideo', jobId, video, newBytes),
    purgeContexts: (jobId, fromId) => write('purgeContexts', jobId, fromId),
    mergeIndex: (index, begins) => write('mergeIndex', index, begins),
    emptyWal: () => write('emptyWal'),
    clearGaps: (toPage) => write('clearGaps', toPage),
    sendCanary: (word) => write('sendCanary', word),
    addCoverage: (spans) => write('addCoverage', spans),
    add: (content) => write('add', content),
    replaceText: (kind, id, text) => write('replaceText', kind, id, text),
    replaceReading: (frameId, reading) => write('replaceReading', frameId, reading),
    delete: (kind, ids) => write('delete', kind, ids),
    addTags: (target, id, tags) => write('addTags', target, id, tags),
    removeTags: (target, id, tags) => write('removeTags', target, id, tags),
    replaceSnapshotsByVideo: (chunk) => write('replaceSnapshotsByVideo', chunk),
    keepSnapshots: (frameIds) => write('keepSnapshots', frameIds),
    dropEmptyChunks: () => write('dropEmptyChunks'),
    findSpeaker: (id, signal) => read('findSpeaker', [id], signal),
    searchSpeakers: (prefix, signal) => read('searchSpeakers', [prefix], signal),
    listUnnamedSpeakers: (filter, signal) => read('listUnnamedSpeakers', [filter], signal),
    suggestSpelling: (query, signal) => read('suggestSpelling', [query], signal),
    listHiddenSpeakers: (signal) => read('listHiddenSpeakers', [], signal),
    listSimilarSpeakers: (id, limit, signal) => read('listSimilarSpeakers', [id, limit], signal),
    findAudioChunk: (id, signal) => read('findAudioChunk', [id], signal),
    listAudioChunks: (range, signal) => read('listAudioChunks', [range], signal),
    listSegments: (states, limit, mostAttempts, signal) =>
      read('listSegments', [states, limit, mostAttempts], signal),
    listUnreadRecordings: (startMs, endMs, limit, signal) =>
      read('listUnreadRecordings', [startMs, endMs, limit], signal),
    countSegments: (mostAttempts, signal) => read('countSegments', [mostAttempts], signal),
    listVoices: (limit, signal) => read('listVoices', [limit], signal),
    listDiscardedFiles: (signal) => read('listDiscardedFiles', [], signal),
    updateTranscription: (id, change) => write('updateTranscription', id, change),
    restoreLines: (chunkId, before, after) => write('restoreLines', chunkId, before, after),
    addSegment: (segment) => write('addSegment', segment),
    setSegmentState: (chunkId, state, errorCode, isItsOwnFault) =>
      write('setSegmentState', chunkId, state, errorCode, isItsOwnFault),
    setSegmentText: (chunkId, said, isFinal, waitsOn) =>
      write('setSegmentText', chunkId, said, isFinal, waitsOn),
    forgetFiles: (paths) => write('forgetFiles', paths),
    updateSpeaker: (id, change) => write('updateSpeaker', id, change),
    mergeSpeakers: (keepId, mergeId) => write('mergeSpeakers', keepId, mergeId),
    markHallucination: (id, flag) => write('markHallucination', id, flag),
    deleteSpeaker: (id) => write('deleteSpeaker', id),
    reassignSpeaker: (wish) => write('reassignSpeaker', wish),
    undoReassign: (assignments) => write('undoReassign', assignments),
    addVoice: (voice) => write('addVoice', voice),
    applyVoices: (changes) => write('applyVoices', changes),
    syncState: (signal) => read('syncState', [], signal),
    findStaged: (sequence, signal) => read('findStaged', [sequence], signal),
    listSyncRuns: (limit, offset, signal) => read('listSyncRuns', [limit, offset], signal),
    startSync: (...device) => write('startSync', ...device),
    draftSegment: (limits) => write('draftSegment', limits),
    stageSegment: (segment) => write('stageSegment', segment),
    confirmSegment: (sequence, atMs) => write('confirmSegment', sequence, atMs),
    openSegment: (name, packed) => write('openSegment', name, packed),
    applySegment: (segment) => write('applySegment', segment),
    addSyncRun: (run) => write('addSyncRun', run),
    listPipeRows: (signal) => read('listPipeRows', [], signal),
    listPipeExecutions: (id, limit, signal) => read('listPipeExecutions', [id, limit], signal),
    getPipeHistory: (id, signal) => read('getPipeHistory', [id], signal),
    getContentCursor: (signal) => read('getContentCursor', [], signal),
    listNewItems: (cursor, kinds, limit, signal) =>
      read('listNewItems', [cursor, kinds, limit], signal),
    findPipeState: (id, key, signal) => read('findPipeState', [id, key], signal),
    listPipeStateKeys: (id, signal) => read('listPipeStateKeys', [id], signal),
    savePipe: (row) => write('savePipe', row),
    setPipeCursor: (id, cursor) => write('setPipeCursor', id, cursor),
    deletePipe: (id) => write('deletePipe', id),
    deletePipeHistory: (id) => write('deletePipeHistory', id),
    setPipeState: (id, key, value) => write('setPipeState', id, key, value),
    addPipeExecution: (run) => write('addPipeExecution', run),
    startPipeExecution: (id, pid) => write('startPipeExecution', id, pid),
    endPipeExecution: (id, end) => write('endPipeExecution', id, end),
    failOpenExecutions: (nowMs) => write('failOpenExecutions', nowMs),
    findFile: (target, signal) => read('findFile', [target], signal),
    nextMissingFile: (signal) => read('nextMissingFile', [], signal),
    nextFile: (isFull) => write('nextFile', isFull),
    fileSent: (file, parts, atMs) => write('fileSent', file, parts, atMs),
    wishFile: (target) => write('wishFile', target),
    fileReceived: (file, path, atMs) => write('fileReceived', file, path, atMs),
    fileLost: (stream) => write('fileLost', stream),
    listFilesOver: (limit) => write('listFilesOver', limit),
    fileRemoved: (file) => write('fileRemoved', file),
    listStaleSegments: (nowMs, limit) => write('listStaleSegments', nowMs, limit),
    setDeviceOver: (machineId, isOver) => write('setDeviceOver', machineId, isOver),
    deviceRemoved: (machineId) => write('deviceRemoved', machineId),
    setCursorLeft: (machineId, isLeft) => write('setCursorLeft', machineId, isLeft),
    dropCursor: (machineId) => write('dropCursor', machineId),
    withoutGone: (packed) => write('withoutGone', packed),
    segmentTidied: (segment, told) => write('segmentTidied', segment, told),
    async close() {
      isClosing = true;
      await readers.close();
      await writer.close();
    },
  };
}
