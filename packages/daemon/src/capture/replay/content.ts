/** Turns the sample day into what the store takes, at a time that the caller chooses. */
import { SAMPLE_LOUDSPEAKER, SAMPLE_MICROPHONE } from '../sample-devices.ts';
import type { SampleDay, SampleFrame, SampleTranscript } from './sample-day.ts';

/** As frames of the sample monitor are named when they are captured. */
export const MONITOR = 'monitor_1';

/** Whose screen it is: this voice comes through the microphone, the others through the loudspeaker. */
const OWNER = 'Mara Ellison';

/** A video call and a terminal say nothing of what they show. */
const SILENT_APPS = new Set(['Roundtable', 'Terminal']);

/** Of the height of the picture. */
const HEADING_HEIGHT = 0.03;

/** Names every frame of the day in the store, so that a later start finds them. */
export const FRAME_NAME_PREFIX = 'sample-day/';

/** Said to have read and heard the day, in place of a real engine. */
export const SAMPLE_ENGINE = 'sample';

/** Where images and recordings lie in the media folder, by where they are bundled. */
export type KeptFiles = ReadonlyMap<string, string>;

/** The store's own type is wider. */
export interface ReplayContent {
  frames: ReturnType<typeof frameContent>[];
  transcriptions: ReturnType<typeof transcriptContent>[];
  uiTexts: ReturnType<typeof uiTextContent>[];
  inputEvents: (ReturnType<typeof inputContent> | ReturnType<typeof appSwitchContent>)[];
}

/** The whole day, beginning at `startMs`. */
export function dayContent(day: SampleDay, startMs: number, files: KeptFiles): ReplayContent {
  const switches = day.frames.filter(({ trigger }) => trigger === 'app_switch');
  return {
    frames: day.frames.map((frame) => frameContent(frame, startMs + frame.offsetMs, files)),
    transcriptions: day.transcripts.map((said) =>
      transcriptContent(said, startMs + said.offsetMs, files),
    ),
    uiTexts: day.uiTexts.map((uiText) => uiTextContent(uiText, startMs + uiText.offsetMs)),
    inputEvents: [
      ...switches.map((frame) => appSwitchContent(frame, startMs + frame.offsetMs)),
      ...day.inputEvents.map((event) => inputContent(event, startMs, windowOf(event, day))),
    ],
  };
}

/** The frame that shows the window it was done in: that after typing, and that before anything else. */
function windowOf({ type, offsetMs }: SampleDay['inputEvents'][number], day: SampleDay) {
  return type === 'text'
    ? day.frames.find((frame) => frame.offsetMs > offsetMs)
    : day.frames.findLast((frame) => frame.offsetMs <= offsetMs);
}

function frameContent(frame: SampleFrame, atMs: number, files: KeptFiles) {
  const isTold = !SILENT_APPS.has(frame.app);
  return {
    atMs,
    deviceName: MONITOR,
    appName: frame.app,
    windowName: frame.window,
    browserUrl: frame.url,
    frameName: FRAME_NAME_PREFIX + frame.name,
    focused: true,
    captureTrigger: frame.trigger,
    textSource: isTold ? 'hybrid' : 'ocr',
    ocrEngine: SAMPLE_ENGINE,
    text: frame.text,
    boxes: frame.boxes,
    elements: isTold ? elementsOf(frame) : [],
    tags: frame.tags,
    snapshotPath: files.get(frame.imagePath),
    width: frame.width,
    height: frame.height,
  };
}

/** The window, and below it every line that it shows assistive technology. */
function elementsOf({ window, url, lines }: SampleFrame) {
  const source = 'accessibility';
  const role = url === undefined ? 'frame' : 'document web';
  const whole = { left: 0, top: 0, width: 1, height: 1 };
  return [
    { source, role, text: window, depth: 0, bounds: whole },
    ...lines.map(({ text, left, top, width, height }) => ({
      source,
      role: height > HEADING_HEIGHT ? 'heading' : 'text',
      text,
      parent: 0,
      depth: 1,
      bounds: { left, top, width, height },
    })),
  ];
}

/** The device that heard it. */
export function deviceOf({ speaker }: SampleTranscript): string {
  return speaker === OWNER ? SAMPLE_MICROPHONE : SAMPLE_LOUDSPEAKER;
}

function transcriptContent(said: SampleTranscript, atMs: number, files: KeptFiles) {
  return {
    atMs,
    text: said.text,
    engine: SAMPLE_ENGINE,
    language: said.language,
    deviceName: deviceOf(said),
    isInput: said.speaker === OWNER,
    filePath: files.get(said.soundPath),
    startSecs: 0,
    endSecs: said.durationSecs,
  };
}

function uiTextContent(uiText: SampleDay['uiTexts'][number], atMs: number) {
  return { atMs, text: uiText.text, appName: uiText.app, windowName: uiText.window };
}

function inputContent(
  event: SampleDay['inputEvents'][number],
  startMs: number,
  shown: SampleFrame | undefined,
) {
  return {
    atMs: startMs + event.offsetMs,
    eventType: event.type,
    appName: event.app,
    windowTitle: shown?.window,
    browserUrl: shown?.url,
    textContent: event.text,
    x: event.x,
    y: event.y,
    deltaY: event.deltaY,
    ...(event.type === 'click' ? { button: 1, clickCount: 1, elementRole: 'text' } : {}),
    elementName: event.element,
  };
}

function appSwitchContent(frame: SampleFrame, atMs: number) {
  return {
    atMs,
    eventType: 'app_switch' as const,
    appName: frame.app,
    windowTitle: frame.window,
    browserUrl: frame.url,
  };
}

/** The memories, each with the id of the frame it is about. */
export function memoryContent(
  day: SampleDay,
  startMs: number,
  frameIdOf: (name: string) => number | null,
) {
  return day.memories.map(({ offsetMs, text, tags, importance, frame }) => ({
    atMs: startMs + offsetMs,
    memory: {
      content: text,
      source: 'user',
      sourceContext: null,
      tags,
      importance,
      frameId: frameIdOf(frame),
    },
  }));
}
