/** Turns the sample day into what the store takes, at a time that the caller chooses. */
import { SAMPLE_LOUDSPEAKER, SAMPLE_MICROPHONE } from '../sample-devices.ts';
import type { SampleDay, SampleFrame } from './sample-day.ts';

/** As frames of the sample monitor are named when they are captured. */
export const MONITOR = 'monitor_1';

/** Whose screen it is: this voice comes through the microphone, the others through the loudspeaker. */
const OWNER = 'Mara Ellison';

/** Names every frame of the day in the store, so that a later start finds them. */
export const FRAME_NAME_PREFIX = 'sample-day/';

/** Where the image of a frame lies in the media folder, by the name of the frame. */
export type Images = ReadonlyMap<string, string>;

/** The store's own type is wider. */
export interface ReplayContent {
  frames: ReturnType<typeof frameContent>[];
  transcriptions: ReturnType<typeof transcriptContent>[];
  uiTexts: ReturnType<typeof uiTextContent>[];
  inputEvents: (ReturnType<typeof inputContent> | ReturnType<typeof appSwitchContent>)[];
}

/** The whole day, beginning at `startMs`. */
export function dayContent(day: SampleDay, startMs: number, images: Images): ReplayContent {
  const switches = day.frames.filter(({ trigger }) => trigger === 'app_switch');
  return {
    frames: day.frames.map((frame) => frameContent(frame, startMs + frame.offsetMs, images)),
    transcriptions: day.transcripts.map((said) => transcriptContent(said, startMs + said.offsetMs)),
    uiTexts: day.uiTexts.map((uiText) => uiTextContent(uiText, startMs + uiText.offsetMs)),
    inputEvents: [
      ...switches.map((frame) => appSwitchContent(frame, startMs + frame.offsetMs)),
      ...day.inputEvents.map((event) => inputContent(event, startMs + event.offsetMs)),
    ],
  };
}

function frameContent(frame: SampleFrame, atMs: number, images: Images) {
  return {
    atMs,
    deviceName: MONITOR,
    appName: frame.app,
    windowName: frame.window,
    browserUrl: frame.url,
    frameName: FRAME_NAME_PREFIX + frame.name,
    focused: true,
    captureTrigger: frame.trigger,
    textSource: 'ocr',
    ocrEngine: 'sample',
    text: frame.text,
    boxes: frame.boxes,
    snapshotPath: images.get(frame.name),
    width: frame.width,
    height: frame.height,
  };
}

function transcriptContent(said: SampleDay['transcripts'][number], atMs: number) {
  const isInput = said.speaker === OWNER;
  return {
    atMs,
    text: said.text,
    engine: 'sample',
    deviceName: isInput ? SAMPLE_MICROPHONE : SAMPLE_LOUDSPEAKER,
    isInput,
    startSecs: 0,
    endSecs: said.durationSecs,
  };
}

function uiTextContent(uiText: SampleDay['uiTexts'][number], atMs: number) {
  return { atMs, text: uiText.text, appName: uiText.app, windowName: uiText.window };
}

function inputContent(event: SampleDay['inputEvents'][number], atMs: number) {
  return {
    atMs,
    eventType: event.type,
    appName: event.app,
    textContent: event.text,
    x: event.x,
    y: event.y,
    deltaY: event.deltaY,
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
