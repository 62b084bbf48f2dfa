/** The items that the store must give out for what was put in. Text and tags are the model's to fill in. */
import type {
  FrameItem,
  InputItem,
  NewInputEvent,
  TranscriptItem,
  UiTextItem,
} from '../records.ts';
import { type RandomContent, SPEAKERS } from './random-content.ts';

type One<K extends keyof RandomContent> = RandomContent[K][number];

function mediaPath(dataDir: string, path: string | undefined): string {
  if (path === undefined) return '';
  return path.startsWith('/') ? path : `${dataDir}/${path}`;
}

export function expectedFrame(id: number, frame: One<'frames'>, dataDir: string): FrameItem {
  return {
    kind: 'ocr',
    frameId: id,
    atMs: frame.atMs,
    text: '',
    filePath: mediaPath(dataDir, frame.snapshotPath),
    offsetIndex: 0,
    appName: frame.appName ?? '',
    windowName: frame.windowName ?? '',
    tags: [],
    frameName: frame.frameName ?? null,
    browserUrl: frame.browserUrl ?? null,
    focused: frame.focused ?? null,
    deviceName: frame.deviceName,
    textSource: frame.textSource ?? null,
    captureTrigger: frame.captureTrigger ?? null,
    machineId: null,
  };
}

export function expectedTranscript(
  ids: { id: number; chunkId: number },
  one: One<'transcriptions'>,
  dataDir: string,
): TranscriptItem {
  return {
    kind: 'audio',
    transcriptionId: ids.id,
    chunkId: ids.chunkId,
    atMs: one.atMs,
    text: '',
    filePath: mediaPath(dataDir, one.filePath),
    offsetIndex: -1,
    tags: [],
    deviceName: one.deviceName,
    isInput: one.isInput,
    otherDevices: one.otherDevices ?? [],
    speaker: SPEAKERS.find(({ id }) => id === one.speakerId) ?? null,
    startSecs: one.startSecs ?? null,
    endSecs: one.endSecs ?? null,
    engine: one.engine,
    language: null,
  };
}

export function expectedUiText(id: number, one: One<'uiTexts'>): UiTextItem {
  return {
    kind: 'ui',
    id,
    atMs: one.atMs,
    text: '',
    appName: one.appName ?? '',
    windowName: one.windowName ?? '',
    initialTraversalAtMs: one.initialTraversalAtMs ?? null,
    filePath: '',
    offsetIndex: 0,
    frameName: null,
    browserUrl: one.browserUrl ?? null,
  };
}

const UNKNOWN_EVENT = {
  relativeMs: 0,
  sessionId: null,
  x: null,
  y: null,
  deltaX: null,
  deltaY: null,
  button: null,
  clickCount: null,
  keyCode: null,
  modifiers: null,
  textContent: null,
  appName: null,
  appPid: null,
  windowTitle: null,
  browserUrl: null,
  elementRole: null,
  elementName: null,
  elementValue: null,
  elementDescription: null,
  elementAutomationId: null,
  elementBounds: null,
  frameId: null,
};

export function expectedInputEvent(id: number, event: NewInputEvent): InputItem {
  const { textContent } = event;
  const known = Object.fromEntries(
    Object.entries(event).filter(([, value]) => value !== undefined),
  );
  return {
    kind: 'input',
    id,
    atMs: event.atMs,
    eventType: event.eventType,
    textLength: textContent === undefined ? null : [...textContent].length,
    ...UNKNOWN_EVENT,
    ...known,
  };
}
